import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoreProblem } from '@topicmill/artifacts/store';
import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

/** An export has all that the store has, and is for the same eyes. */
const PRIVATE_FILE = 0o600;

interface ExportCommandOptions extends StoreOptions {
  readonly out?: string;
  readonly skipDamaged?: true;
}

/** Runs `artifact-store export`; see `--help`. Returns the exit code. */
export function exportArtifacts(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'artifact-store export',
      version: VERSION,
      description: 'Writes everything as JSON lines: artifacts, chunks and vectors.',
      examples: [
        ['artifact-store export --out artifacts.jsonl', 'to a file, which appears once it is complete'],
        ['artifact-store export | gzip > artifacts.jsonl.gz', 'to a pipe'],
        ['artifact-store export --skip-damaged --out rescued.jsonl', 'what is intact of a damaged store'],
      ],
    },
    io,
  )
    .option('--out <file>', 'file to write to (default: stdout)')
    .option('--skip-damaged', 'leave out artifacts that are not intact, and name them; exit code 1 when there are any')
    .action(async ({ out, skipDamaged, ...options }: ExportCommandOptions) => {
      const onDamaged = ({ artifact_id: id, message }: StoreProblem): void => {
        exitCode = 1;
        io.stderr.write(`left out ${id ?? 'the vectors'}: ${message}\n`);
      };
      await withStore(options, skipDamaged ? 'salvage' : 'open', io, (store) => {
        const lines = withNewlines(store.exportLines(skipDamaged ? { onDamaged } : {}));
        return out === undefined ? printLines(lines, io) : writeLines(lines, resolve(io.cwd, out), out);
      });
    });
  return runProgram(addStoreOptions(program), args, io, () => exitCode);
}

async function printLines(lines: AsyncIterable<string>, { stdout }: CommandIo): Promise<void> {
  for await (const line of lines) {
    const isTaken = stdout.write(line);
    if (isTaken === false && 'once' in stdout) {
      await new Promise((proceed) => (stdout as NodeJS.WriteStream).once('drain', proceed));
    }
  }
}

/** Writes next to the file, then renames over it. */
async function writeLines(lines: AsyncIterable<string>, path: string, displayPath: string): Promise<void> {
  const temporaryPath = `${path}.${process.pid}.tmp`;
  try {
    await pipeline(Readable.from(lines), createWriteStream(temporaryPath, { flags: 'wx', mode: PRIVATE_FILE }));
    await rename(temporaryPath, path);
  } catch (cause) {
    // Where it could not be made it cannot be removed, and the first fault says why.
    await rm(temporaryPath, { force: true }).catch(() => undefined);
    if (cause instanceof TopicmillError) throw cause;
    throw new TopicmillError('FILE_UNWRITABLE', `The file cannot be written (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: 'Check that the folder exists, that you may write there, and that the disk has room.',
      cause,
    });
  }
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
