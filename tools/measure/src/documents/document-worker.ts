import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { artifactTypeOf, readArtifactText } from '@topicmill/artifacts/text';
import { parseJsonIfValid } from '@topicmill/base/json';
import { type DocumentReader, loadDocumentReaders } from '../peers.js';
import type { ReadPiece } from './score-document.js';

/** Files of a kind, and who is to read them. */
export interface ReadTask {
  /** A name of the peers' readers; ours without one. */
  readonly peer: string | undefined;
  readonly files: readonly { readonly path: string; readonly kind: string }[];
}

/** What the reader made of them, and what that took. */
export interface ReadFigures {
  /** Of each file its pieces; `undefined` where the reader reads no such kind, a text where it failed. */
  readonly read: readonly (readonly ReadPiece[] | string | undefined)[];
  /** Wall time of a file, when the reader is loaded; median of all. */
  readonly fileMs: number;
  readonly peakBytes: number;
}

const ROUNDS = 5;
const COMMAND = fileURLToPath(new URL('../../../../apps/artifact-store/bin/artifact-store.js', import.meta.url));
const run = promisify(execFile);

async function readAll({ peer, files }: ReadTask): Promise<ReadFigures> {
  const reader = peer === undefined ? ownReader : (await loadDocumentReaders())[peer]!;
  const read: ReadFigures['read'][number][] = [];
  for (const { path, kind } of files) read.push(await reader(path, kind).catch(String));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { path, kind }] of files.entries()) {
      if (typeof read[at] !== 'object') continue;
      const begun = performance.now();
      await reader(path, kind);
      times.push(performance.now() - begun);
    }
  }
  times.sort((a, b) => a - b);
  return { read, fileMs: times[times.length >> 1] ?? 0, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

const ownReader: DocumentReader = async (path, kind) => {
  if (kind === 'zip') return storedPieces(path);
  const bytes = readFileSync(path);
  const fileName = basename(path);
  const { content, ...facts } = await readArtifactText(bytes, artifactTypeOf(fileName, bytes), { fileName });
  return [{ text: content, facts: JSON.stringify(facts) }];
};

/** An archive is read by the command alone, which also stores it. */
async function storedPieces(path: string): Promise<ReadPiece[]> {
  const folder = mkdtempSync(join(tmpdir(), 'read-archive-'));
  try {
    const store = ['--store', join(folder, 'store.sqlite')];
    await run(process.execPath, [COMMAND, 'ingest', path, ...store]);
    const { stdout } = await run(process.execPath, [COMMAND, 'export', ...store]);
    return stdout.split('\n').flatMap((line) => {
      const { content, attributes } = (parseJsonIfValid(line) ?? {}) as { content?: string; attributes?: object };
      return content === undefined ? [] : [{ text: content, facts: JSON.stringify(attributes ?? {}) }];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

process.once('message', async (task: ReadTask) => {
  process.send!(await readAll(task));
  process.disconnect();
});
