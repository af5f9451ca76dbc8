import type { ExpectedHashes } from './expected-hashes.js';
import { type Files, hashOf } from './files.js';

/**
 * Compares outputs with what is expected.
 *
 * @param texts expected outputs in full, of those that are kept in full
 * @returns a line for each that differs
 */
export function compareOutputs(made: Files, expected: ExpectedHashes, texts: Files = new Map()): string[] {
  const wanted = [...expected].filter(([, { current }]) => current !== undefined);
  const missing = wanted.filter(([path]) => !made.has(path)).map(([path]) => `${path} is missing`);
  const differing = [...made].flatMap(([path, bytes]) => {
    const hash = expected.get(path)?.current;
    if (hash === undefined) return [`${path} is not expected`];
    return hashOf(bytes) === hash ? [] : [`${path} differs${firstDifference(bytes, texts.get(path))}`];
  });
  return [...missing, ...differing];
}

/** Outputs kept in full that are not those of the list, such as after a merge. */
export function staleTexts(texts: Files, expected: ExpectedHashes): string[] {
  const stale = [...texts].filter(([path, bytes]) => expected.get(path)?.current !== hashOf(bytes));
  return stale.map(([path]) => `the kept output ${path} is not the one of the list`);
}

function firstDifference(made: Buffer, expected: Buffer | undefined): string {
  if (expected === undefined) return '';
  const [now, before] = [made.toString().split('\n'), expected.toString().split('\n')];
  const at = before.findIndex((line, i) => line !== now[i]);
  const line = at === -1 ? before.length : at;
  return ` in line ${line + 1}\n    expected ${shorten(before[line])}\n    made     ${shorten(now[line])}`;
}

const MAX_SHOWN = 160;

function shorten(line: string | undefined): string {
  return line === undefined ? 'the end of the file' : JSON.stringify(line.slice(0, MAX_SHOWN));
}
