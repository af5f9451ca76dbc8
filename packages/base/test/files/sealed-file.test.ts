import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  computeSeal,
  readSeal,
  readSealedFile,
  removeCacheFile,
  sealCompressedJson,
  sealJson,
  sha256Hex,
  unseal,
  writeCacheFile,
} from '../../src/files/index.js';
import { temporaryDirectory } from './temporary-directory.js';

const CONTENT = { format: 2, text: 'ä"\\\n', list: [1, { a: null }] };

test('a sealed text is JSON on one line that gives its content back', () => {
  const sealed = sealJson(CONTENT);
  expect(sealed.indexOf('\n')).toBe(sealed.length - 1);
  expect(JSON.parse(sealed.toString('utf8'))).toMatchObject(CONTENT);
  expect(unseal(sealed)).toEqual(CONTENT);
});

test('what is compressed is shorter, is read as what is not, and is identified by its end', () => {
  const content = { ...CONTENT, long: 'The same words. '.repeat(100) };
  const sealed = sealCompressedJson(content);
  expect(sealed.length).toBeLessThan(sealJson(content).length / 4);
  expect(unseal(sealed)).toEqual(content);
  expect(computeSeal(sealed)).toBe(sha256Hex(sealed.subarray(0, sealed.lastIndexOf(','))));
  expect(sealCompressedJson(content)).toEqual(sealed);
});

test.each([
  ['plain', sealJson],
  ['compressed', sealCompressedJson],
])('no altered byte, no end cut off and nothing appended goes unnoticed: %s', (_, seal) => {
  const sealed = seal(CONTENT);
  for (let at = 0; at < sealed.length; at++) {
    for (const mask of [1, 0x80, 0xff]) {
      const flipped = Buffer.from(sealed);
      flipped[at]! ^= mask;
      expect(unseal(flipped), `byte ${at}`).toBeUndefined();
    }
    expect(unseal(sealed.subarray(0, at)), `length ${at}`).toBeUndefined();
  }
  expect(unseal(Buffer.concat([sealed, Buffer.from('\n')]))).toBeUndefined();
});

const OBSTACLES: readonly (readonly [string, (path: string) => void])[] = [
  ['a folder', (path) => mkdirSync(join(path, 'inside'), { recursive: true })],
  ['a link that leads nowhere', (path) => symlinkSync('/nowhere/at/all', path)],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['a named pipe', (path) => execFileSync('mkfifo', [path])],
  ['an empty file', (path) => writeFileSync(path, '')],
  ['another file', (path) => writeFileSync(path, '{}')],
];

test.each(OBSTACLES)('%s in the place of a sealed file is not taken for it, and is replaced', (_name, obstruct) => {
  const root = temporaryDirectory();
  const path = join(root, 'a/b.json');
  mkdirSync(join(root, 'a'));
  obstruct(path);
  expect(readSealedFile(path).status).not.toBe('sound');
  writeCacheFile(root, path, sealJson(CONTENT));
  expect(readSealedFile(path)).toEqual({ status: 'sound', content: CONTENT, seal: readSeal(path) });
  expect(readdirSync(join(root, 'a'))).toEqual(['b.json']);
});

test.each(OBSTACLES.slice(1))('%s in the place of a folder of a cache is replaced', (_name, obstruct) => {
  const root = temporaryDirectory();
  obstruct(join(root, 'a'));
  expect(readSealedFile(join(root, 'a/b/c.json')).status).not.toBe('sound');
  writeCacheFile(root, join(root, 'a/b/c.json'), 'x');
  expect(readFileSync(join(root, 'a/b/c.json'), 'utf8')).toBe('x');
});

test.each(OBSTACLES)('%s in the place of a file of a cache is removed with it', (_name, obstruct) => {
  const root = temporaryDirectory();
  obstruct(join(root, 'b.json'));
  removeCacheFile(root, join(root, 'b.json'));
  expect(readdirSync(root)).toEqual([]);
  removeCacheFile(root, join(root, 'b.json'));
});

test('what a link in a cache leads to is not removed', () => {
  const root = temporaryDirectory();
  const own = temporaryDirectory();
  writeFileSync(join(own, 'mine.md'), 'mine');
  symlinkSync(own, join(root, 'b.json'));
  writeCacheFile(root, join(root, 'b.json'), 'x');
  expect(readFileSync(join(own, 'mine.md'), 'utf8')).toBe('mine');
});

test('the seal of a named pipe is not a file, and is not waited for', () => {
  const path = join(temporaryDirectory(), 'pipe.json');
  execFileSync('mkfifo', [path]);
  expect(readSeal(path)).toBe('');
});
