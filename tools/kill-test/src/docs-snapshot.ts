import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The text of every file below a docs root, by path. */
export type DocsSnapshot = ReadonlyMap<string, string>;

const TEMPORARY_NAME = /\.\d{4,}(?:\.[^/]*)?$|\.tmp$/;

export function takeSnapshot(docsRoot: string): DocsSnapshot {
  const paths = readdirSync(docsRoot, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(docsRoot, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(docsRoot, path), 'utf8')]));
}

/** What a killed build left, beside what stood there before and what a whole build makes. */
export interface Aftermath {
  /** Files that are neither as before nor as a whole build makes them; temporary files are not counted. */
  readonly torn: readonly string[];
  /** Files that a whole build changes and this one had changed when it was killed. */
  readonly newCount: number;
  /** Files that a whole build changes. */
  readonly changingCount: number;
}

export function compareAftermath(left: DocsSnapshot, before: DocsSnapshot, whole: DocsSnapshot): Aftermath {
  const torn: string[] = [];
  let newCount = 0;
  for (const [path, text] of left) {
    if (text === whole.get(path)) newCount += text === before.get(path) ? 0 : 1;
    else if (text !== before.get(path) && !TEMPORARY_NAME.test(path)) torn.push(path);
  }
  for (const path of before.keys()) if (whole.has(path) && !left.has(path)) torn.push(`${path} (gone)`);
  const changing = [...whole].filter(([path, text]) => before.get(path) !== text);
  return { torn, newCount, changingCount: changing.length };
}

/** Paths that differ between two snapshots. */
export function differences(a: DocsSnapshot, b: DocsSnapshot): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort();
}
