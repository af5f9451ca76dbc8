import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  listDirectory,
  removeFile,
  sha256Hex,
  sweepTemporaryFiles,
  temporaryPath,
  writeFileIfChanged,
} from '../../src/files/index.js';
import { temporaryDirectory } from './temporary-directory.js';

const LONG_AGO = new Date(2001, 0, 1);

test('writes a file with its folders, and leaves nothing next to it', () => {
  const directory = temporaryDirectory();
  expect(writeFileIfChanged(join(directory, 'a/b/c.md'), 'ä\r\n')).toBe(true);
  expect(readFileSync(join(directory, 'a/b/c.md'), 'utf8')).toBe('ä\r\n');
  expect(readdirSync(join(directory, 'a/b'))).toEqual(['c.md']);
});

test('leaves a file alone that has these bytes, and writes it when they differ', () => {
  const path = join(temporaryDirectory(), 'a.md');
  writeFileSync(path, 'same');
  utimesSync(path, LONG_AGO, LONG_AGO);
  expect(writeFileIfChanged(path, 'same')).toBe(false);
  expect(statSync(path).mtimeMs).toBe(LONG_AGO.getTime());
  expect(writeFileIfChanged(path, 'sameX')).toBe(true);
  expect(writeFileIfChanged(path, '')).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('writes the bytes of a view, not those of its buffer', () => {
  const path = join(temporaryDirectory(), 'a.bin');
  const floats = new Float32Array([1, 2, 3, 4]).subarray(1, 3);
  expect(writeFileIfChanged(path, new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength))).toBe(true);
  expect(new Float32Array(Uint8Array.from(readFileSync(path)).buffer)).toEqual(Float32Array.of(2, 3));
});

test('a file below a file is unwritable', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'a'), '');
  expect(() => writeFileIfChanged(join(directory, 'a/b.md'), 'x', 'a/b.md')).toThrow(
    expect.objectContaining({ code: 'FILE_UNWRITABLE', file: 'a/b.md' }),
  );
});

test('a name that is too long is unwritable and leaves nothing', () => {
  const directory = temporaryDirectory();
  expect(() => writeFileIfChanged(join(directory, 'a'.repeat(250)), 'x')).toThrow(
    expect.objectContaining({ code: 'FILE_UNWRITABLE' }),
  );
  expect(readdirSync(directory)).toEqual([]);
});

test('sweeps the temporary files of owned files only', () => {
  const directory = temporaryDirectory();
  const kept = ['a.md', 'a.md.12', 'a.md.20240131', 'a.md.2024013117', 'a.md.bak', 'b.md.1234567890.topicmill-tmp'];
  const swept = ['a.md.1234567890.topicmill-tmp', `a.md.${endedProcess()}-9876543210.topicmill-tmp`].sort();
  for (const name of [...kept, ...swept]) writeFileSync(join(directory, name), '');
  expect(sweepTemporaryFiles(directory, (name) => name === 'a.md')).toEqual(swept);
  expect(listDirectory(directory)).toEqual(kept);
  expect(sweepTemporaryFiles(join(directory, 'none'), () => true)).toEqual([]);
});

test('leaves a temporary file to a process that is still running, unless it is hours old', () => {
  const path = temporaryPath(join(temporaryDirectory(), 'a.md'));
  writeFileSync(path, '');
  expect(sweepTemporaryFiles(dirname(path), () => true)).toEqual([]);
  utimesSync(path, LONG_AGO, LONG_AGO);
  expect(sweepTemporaryFiles(dirname(path), () => true)).toEqual([basename(path)]);
});

test('writes on while another thread sweeps and removes the folder when it is empty', async () => {
  const directory = join(temporaryDirectory(), 'swept');
  const files = new URL('../../dist/files/index.js', import.meta.url).href;
  const sweeper = new Worker(
    `import { rmdirSync } from 'node:fs';
     import { parentPort, workerData } from 'node:worker_threads';
     import { sweepTemporaryFiles } from '${files}';
     parentPort.postMessage('started');
     const sweep = () => {
       sweepTemporaryFiles(workerData, () => true);
       try { rmdirSync(workerData); } catch {}
       setTimeout(sweep, 1);
     };
     sweep();`,
    { eval: true, workerData: directory },
  );
  await new Promise((resolve) => sweeper.once('message', resolve));
  try {
    for (let i = 0; i < 3000; i++) {
      rmSync(join(directory, 'a.md'), { force: true });
      expect(writeFileIfChanged(join(directory, 'a.md'), String(i))).toBe(true);
    }
  } finally {
    await sweeper.terminate();
  }
});

function endedProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

test('removes an existing file, and says so', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'a.md');
  writeFileSync(path, '');
  expect(removeFile(path)).toBe(true);
  expect(removeFile(path)).toBe(false);
  writeFileSync(path, '');
  expect(() => removeFile(directory)).toThrow(expect.objectContaining({ code: 'FILE_UNWRITABLE' }));
  rmSync(path);
  expect(removeFile(directory)).toBe(true);
});

test('lists names by code unit, none of a folder that is not there', () => {
  const directory = temporaryDirectory();
  for (const name of ['b', 'a', 'ä', 'B', '10', '9']) mkdirSync(join(directory, name));
  expect(listDirectory(directory)).toEqual(['10', '9', 'B', 'a', 'b', 'ä']);
  expect(listDirectory(join(directory, 'none'))).toEqual([]);
  writeFileSync(join(directory, 'file'), '');
  expect(() => listDirectory(join(directory, 'file'))).toThrow(expect.objectContaining({ code: 'FILE_UNREADABLE' }));
});

test('hashes a text as its UTF-8 bytes', () => {
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256Hex('abc')).toBe(abc);
  expect(sha256Hex(Uint8Array.from([0x61, 0x62, 0x63]))).toBe(abc);
  expect(sha256Hex('ä')).toBe(sha256Hex(Uint8Array.from([0xc3, 0xa4])));
});
