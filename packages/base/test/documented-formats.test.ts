import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../../..');
const PAGE = 'docs/reference/formats/golden-reference.md';

/** How code states the version of a format, a strategy or a step. */
const STATED = [
  /\b(?:format|version): z\.literal\((\d+)\)/g,
  /\bconst \w*(?:FORMAT|VERSION)\w* = (\d+);/g,
  /\breadonly (?:format|version): (\d+);/g,
  /\n {2}version: (\d+),\n {2}help: /g,
];

function read(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

/** Versions stated in each source file. */
function statedVersions(): Map<string, string[]> {
  const paths = execFileSync('git', ['ls-files', '--', 'packages/*/src/*.ts'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  const versions = new Map<string, string[]>();
  for (const path of paths.split('\n').filter((each) => each !== '')) {
    const text = read(path);
    const found = STATED.flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1]!));
    if (/\/(?:sqlite|postgres)\/schema\.ts$/.test(path)) found.push(String(migrationCount(text)));
    if (found.length > 0) versions.set(path, [...new Set(found)].sort());
  }
  return versions;
}

function migrationCount(schema: string): number {
  const list = /const MIGRATIONS: readonly string\[\] = \[\n([\s\S]*?)\n\];/.exec(schema)![1]!;
  return list.match(/`[^`]*`/g)!.length;
}

/** Versions that the page names for each source file; rows of formats without a version are left out. */
function documentedVersions(): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const line of read(PAGE).split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const path = /^`(packages\/[^`]+)`$/.exec(cells[4] ?? '')?.[1];
    if (path === undefined || !/^\d+$/.test(cells[2]!)) continue;
    versions.set(path, [...new Set([...(versions.get(path) ?? []), cells[2]!])].sort());
  }
  return versions;
}

describe('docs/reference/formats', () => {
  it('names every version that code states, and no other', () => {
    expect(Object.fromEntries(documentedVersions())).toEqual(Object.fromEntries(statedVersions()));
  });

  it('names files that exist', () => {
    const paths = Array.from(read(PAGE).matchAll(/`(packages\/[^`]+\.ts)`/g), (match) => match[1]!);
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) expect(() => read(path), path).not.toThrow();
  });
});
