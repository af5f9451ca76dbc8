import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ExpectedHashes,
  formatExpectedHashes,
  parseExpectedHashes,
  updateExpectedHashes,
} from './expected-hashes.js';
import { type Files, hashOf, readFiles, writeFiles } from './files.js';
import { parseIntendedChanges, unexplainedChanges } from './intended-changes.js';
import { makeOutputs } from './make-outputs.js';

export interface CheckOptions {
  /** Folder that gets a copy of what was made. */
  readonly out?: string;
  readonly update?: true;
}

export interface CheckReport {
  readonly outputCount: number;
  /** Empty when all is as expected. */
  readonly faults: readonly string[];
}

const FIXTURES = join(import.meta.dirname, '../fixtures');
const OUTPUTS = join(FIXTURES, 'outputs');
const LIST = join(FIXTURES, 'docs.txt');
const HEADING = 'Outputs of the frozen sources; written by `npm run check:bytes -- --update`.';
/** What the target `index` writes by default: the files that people read. */
const KEPT_IN_FULL = /^defaults\/docs\/(?!.*_(?:records|pages|search)\/)/;

/** Builds the frozen sources, and compares the outputs with the expected ones. */
export async function checkBytes({ out, update }: CheckOptions): Promise<CheckReport> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bytes-'));
  try {
    const made = await makeOutputs(join(FIXTURES, 'sources'), join(FIXTURES, 'settings'), directory);
    if (out !== undefined) writeFiles(out, made);
    if (update) expectFromNowOn(made);
    const expected = readList() ?? new Map();
    const texts = readFiles(OUTPUTS);
    const changes = parseIntendedChanges(readFileSync(join(FIXTURES, 'changes.yaml'), 'utf8'));
    const faults = [
      ...compareOutputs(made, expected, texts),
      ...staleTexts(texts, expected),
      ...unexplainedChanges(changes, expected),
    ];
    return { outputCount: made.size, faults };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function expectFromNowOn(made: Files): void {
  rmSync(OUTPUTS, { recursive: true, force: true });
  writeFiles(OUTPUTS, new Map([...made].filter(([path]) => KEPT_IN_FULL.test(path))));
  const hashes = new Map([...made].map(([path, bytes]) => [path, hashOf(bytes)]));
  writeFileSync(LIST, formatExpectedHashes(updateExpectedHashes(readList(), hashes), HEADING));
}

function readList(): ExpectedHashes | undefined {
  return existsSync(LIST) ? parseExpectedHashes(readFileSync(LIST, 'utf8')) : undefined;
}

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
