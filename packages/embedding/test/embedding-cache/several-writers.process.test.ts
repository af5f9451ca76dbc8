import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEmbeddingCache, verifyCache } from '../../src/embedding-cache/index.js';
import { temporaryFolder } from './temporary-folder.js';

const fixtures = join(import.meta.dirname, 'fixtures');
const hooks = pathToFileURL(join(fixtures, 'typescript-hooks.mjs')).href;
const sourceSha256 = 'ab'.repeat(32);
const key = { strategy: 's', model: 'm', sourceSha256 };

const transpiledFolder = mkdtempSync(join(tmpdir(), 'topicmill-transpiled-'));
afterAll(() => rmSync(transpiledFolder, { recursive: true, force: true }));

interface Writer {
  readonly root: string;
  readonly mark: number;
  readonly chunkCount: number;
  readonly rounds: number;
}

const environment = { ...process.env, TRANSPILED_FOLDER: transpiledFolder };

function commandLine({ root, mark, chunkCount, rounds }: Writer): string[] {
  const script = ['--conditions=@topicmill/source', '--import', hooks, join(fixtures, 'writer.ts')];
  return [...script, ...[root, mark, sourceSha256, chunkCount, rounds].map(String)];
}

function startWriter(writer: Writer): ChildProcess {
  const child = spawn(process.execPath, commandLine(writer), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

// The first writer compiles for all that follow.
beforeAll(() => {
  const writer = commandLine({ root: join(transpiledFolder, 'cache'), mark: 1, chunkCount: 1, rounds: 1 });
  expect(spawnSync(process.execPath, writer, { env: environment }).status).toBe(0);
});

const hashes = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(64, '0'));

/** The different numbers that a hit contains, none for a miss: each write uses only one. */
function readMarks(root: string, chunkCount: number): number[] {
  const read = openEmbeddingCache(root).read(key, { textSha256s: hashes(chunkCount) });
  return read.hit ? [...new Set(read.vectors.flatMap((vector) => [...vector]))] : [];
}

describe('several processes on one entry', () => {
  it('never let a reader see vectors of both', async () => {
    const root = temporaryFolder();
    const writers = [1, 2].map((mark) => startWriter({ root, mark, chunkCount: 6, rounds: 40 }));
    const ends = writers.map((writer) => once(writer, 'exit'));
    const seen: number[][] = [];
    for (const writer of writers) writer.stdout!.on('data', () => seen.push(readMarks(root, 6)));
    expect(await Promise.all(ends)).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(seen.filter((marks) => marks.length > 1)).toEqual([]);
    openEmbeddingCache(root).write(
      key,
      hashes(6).map((textSha256) => ({ textSha256, vector: new Float32Array(256).fill(3) })),
    );
    expect(readMarks(root, 6)).toEqual([3]);
    expect(verifyCache(root).problems).toEqual([]);
  });

  it('that write the same vectors leave a sound entry', async () => {
    const root = temporaryFolder();
    const writers = [1, 2].map(() => startWriter({ root, mark: 1, chunkCount: 6, rounds: 30 }));
    await Promise.all(writers.map((writer) => once(writer, 'exit')));
    expect(readMarks(root, 6)).toEqual([-1]);
    expect(readdirSync(join(root, 's/m/abababababababab'))).toHaveLength(7);
  });
});

describe('a process killed while it writes', () => {
  it.each([0, 3, 7])('leaves an old entry, a new one, or a miss (killed %i ms after a write)', async (delayMs) => {
    const root = temporaryFolder();
    const cache = openEmbeddingCache(root);
    const old = hashes(40).map((textSha256) => ({ textSha256, vector: new Float32Array(256).fill(1) }));
    cache.write(key, old);
    const writer = startWriter({ root, mark: 2, chunkCount: 40, rounds: 100_000 });
    const exit = once(writer, 'exit');
    await once(writer.stdout!, 'data');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    writer.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);

    expect([[], [1], [2], [-2]]).toContainEqual(readMarks(root, 40));
    cache.write(key, old);
    expect(readMarks(root, 40)).toEqual([1]);
    const kinds = verifyCache(root).problems.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'temporary')).toEqual([]);
  });
});
