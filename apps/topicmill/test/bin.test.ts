import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'topicmill-bin-'));
  cpSync(join(REPOSITORY, 'apps/topicmill/bin'), join(root, 'apps/topicmill/bin'), { recursive: true });
  write('apps/topicmill/package.json', '{ "type": "module" }', 10);
  write('apps/topicmill/dist/main.js', mainThatSays('compiled'), 10);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('without a bundle the compiled modules run', () => {
  expect(run()).toBe('compiled');
});

test('an installed package, which has no record of a compilation, runs the bundle', () => {
  write('apps/topicmill/dist/bundle/main.js', mainThatSays('bundled'), 20);
  expect(run()).toBe('bundled');
});

test('in a checkout a bundle that is younger than what was compiled runs', () => {
  write('packages/search/dist/.tsbuildinfo', '{}', 15);
  expect(run()).toBe('bundled');
});

test.each(['apps/topicmill/dist/.tsbuildinfo', 'packages/text/dist/.tsbuildinfo'])(
  'compiled again since the bundle was made: %s',
  (path) => {
    write(path, '{}', 30);
    expect(run()).toBe('compiled');
    rmSync(join(root, path));
    expect(run()).toBe('bundled');
  },
);

/** @param seconds when it was written, since 1970 */
function write(path: string, text: string, seconds: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), seconds, seconds);
}

function mainThatSays(word: string): string {
  return `export function main() { process.stdout.write('${word}'); return 0; }`;
}

function run(): string {
  return execFileSync(process.execPath, [join(root, 'apps/topicmill/bin/topicmill.js')], { encoding: 'utf8' });
}
