import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArtifactStore } from '@topicmill/artifacts';
import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/cli';
import { TopicmillError } from '@topicmill/diagnostics';
import { errorCode } from '@topicmill/files';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

interface ExportOptions extends StoreOptions {
  readonly out?: string;
}

/** Runs `artifact-store export`; see `--help`. Returns the exit code. */
export function exportArtifacts(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'artifact-store export',
      version: VERSION,
      description: 'Writes everything as JSON lines: artifacts, chunks and vectors.',
      examples: [
        ['artifact-store export --out artifacts.jsonl', 'to a file, which appears when it is whole'],
        ['artifact-store export | gzip > artifacts.jsonl.gz', 'to a pipe'],
      ],
    },
    io,
  )
    .option('--out <file>', 'file to write to (default: stdout)')
    .action(async ({ out, ...options }: ExportOptions) => {
      await withStore(options, 'refuse', io, (store) =>
        out === undefined ? printLines(store, io) : writeLines(store, resolve(io.cwd, out), out),
      );
    });
  return runProgram(addStoreOptions(program), args, io, () => 0);
}

async function printLines(store: ArtifactStore, { stdout }: CommandIo): Promise<void> {
  for await (const line of store.exportLines()) {
    const isTaken = stdout.write(withNewline(line));
    if (isTaken === false && 'once' in stdout) {
      await new Promise((proceed) => (stdout as NodeJS.WriteStream).once('drain', proceed));
    }
  }
}

/** Writes beside the file, then puts it in its place. */
async function writeLines(store: ArtifactStore, path: string, shownPath: string): Promise<void> {
  const temporaryPath = `${path}.${process.pid}.tmp`;
  try {
    await pipeline(Readable.from(linesOf(store)), createWriteStream(temporaryPath, { flags: 'wx' }));
    await rename(temporaryPath, path);
  } catch (cause) {
    await rm(temporaryPath, { force: true });
    if (cause instanceof TopicmillError) throw cause;
    throw new TopicmillError('FILE_UNWRITABLE', `The file cannot be written (${errorCode(cause)}).`, {
      file: shownPath,
      remedy: 'Check that the folder exists, that you may write there, and that the disk has room.',
      cause,
    });
  }
}

async function* linesOf(store: ArtifactStore): AsyncGenerator<string> {
  for await (const line of store.exportLines()) yield withNewline(line);
}

function withNewline(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}
