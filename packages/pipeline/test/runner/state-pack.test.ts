import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FolderState,
  packStates,
  removeOtherPacks,
  StatePack,
  statePackPath,
  statePath,
} from '@topicmill/pipeline/runner';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

const PACK = statePackPath('index', 'topics/guide');
const FOLDERS = ['topics/guide/fire', 'topics/guide/clay', 'topics/guide'];

let root: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  root = folder;
  for (const each of FOLDERS) makeState(each, `Text of ${each}, in Zürich.\n`);
});

function makeState(folder: string, text: string): void {
  const state = new FolderState(root, 'index', folder);
  state.set('chunk', { inputs: 'hash', files: { 'a.md': text }, diagnostics: [] });
  state.save();
}

function bytesOf(folder: string): string {
  return readFileSync(join(root, statePath('index', folder)), 'utf8');
}

it('gives each folder the state back that it had, byte for byte', () => {
  const before = FOLDERS.map(bytesOf);
  packStates(root, PACK, 'index', FOLDERS);
  makeState('topics/guide/fire', 'Another text.\n');
  rmSync(join(root, statePath('index', 'topics/guide/clay')));
  const pack = new StatePack(root, PACK, 'index');
  for (const folder of FOLDERS) pack.restore(folder);
  expect(FOLDERS.map(bytesOf)).toEqual(before);
});

it('is the same file in whatever order the folders were built', () => {
  packStates(root, PACK, 'index', FOLDERS);
  const first = readFileSync(join(root, PACK));
  packStates(root, PACK, 'index', [...FOLDERS].reverse());
  expect(readFileSync(join(root, PACK)).equals(first)).toBe(true);
});

it('identifies states by their seals, and leaves a folder alone that it has no state of', () => {
  packStates(root, PACK, 'index', FOLDERS.slice(0, 1));
  const pack = new StatePack(root, PACK, 'index');
  expect(bytesOf(FOLDERS[0]!)).toContain(pack.seal(FOLDERS[0]!));
  expect(pack.seal('topics/guide')).toBe('');
  const before = bytesOf('topics/guide');
  pack.restore('topics/guide');
  expect(bytesOf('topics/guide')).toBe(before);
});

it.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
  ['damaged in its first line', (bytes: Buffer) => Buffer.concat([Buffer.from('{'), bytes])],
  ['empty', () => Buffer.alloc(0)],
])('gives no state that a file has not whole, %s', (_, damage) => {
  const before = FOLDERS.map(bytesOf);
  packStates(root, PACK, 'index', FOLDERS);
  writeFileSync(join(root, PACK), damage(readFileSync(join(root, PACK))));
  const pack = new StatePack(root, PACK, 'index');
  for (const folder of FOLDERS) pack.restore(folder);
  expect(FOLDERS.map(bytesOf)).toEqual(before);
});

it('is not the pack of another target', () => {
  packStates(root, PACK, 'index', FOLDERS);
  expect(new StatePack(root, PACK, 'chunk').seal('topics/guide')).toBe('');
});

it('goes when no group has it any more', () => {
  packStates(root, PACK, 'index', FOLDERS);
  const other = statePackPath('index', 'topics/old');
  packStates(root, other, 'index', FOLDERS);
  removeOtherPacks(root, new Set([PACK]));
  expect(new StatePack(root, PACK, 'index').seal('topics/guide')).not.toBe('');
  expect(new StatePack(root, other, 'index').seal('topics/guide')).toBe('');
});
