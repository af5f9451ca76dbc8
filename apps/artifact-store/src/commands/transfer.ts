import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArtifactStore, Embedder, ImportReport, StoreProblem } from '@topicmill/artifacts/store';
import { type CommandIo, counted, type ExitCode } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, linesOfStream } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { checkPaths } from '../ingest/file-sources.js';
import { modelNameOf, openStore, withStore } from '../open-store.js';
import { eventLog, type LogLevel, progressLine } from '../stderr-output.js';
import { readStoreConfig, type StoreConfig, type StoreOptions } from '../store-config.js';
import { storeCommand, wrongUsage } from './shared-options.js';

/** An export has all that the store has, and is for the same eyes. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

interface ExportCommandOptions extends StoreOptions {
  readonly out?: string;
  readonly skipDamaged?: true;
}

/** Runs `artifact-store export`; see `--help`. */
export const exportArtifacts = storeCommand(
  {
    name: 'artifact-store export',
    description: 'Writes everything as JSON lines: artifacts, chunks and vectors.',
    examples: [
      ['artifact-store export --out artifacts.jsonl', 'to a file, which appears once it is complete'],
      ['artifact-store export | gzip > artifacts.jsonl.gz', 'to a pipe'],
      ['artifact-store export --skip-damaged --out rescued.jsonl', 'what is intact of a damaged store'],
    ],
  },
  (program) =>
    program
      .option('--out <file>', 'file to write to (default: stdout)')
      .option(
        '--skip-damaged',
        'leave out artifacts that are not intact, and name them; exit code 1 when there are any',
      ),
  (io) =>
    async ({ out, skipDamaged, ...options }: ExportCommandOptions) => {
      let exitCode: ExitCode = 0;
      const onDamaged = ({ artifact_id: id, message }: StoreProblem): void => {
        exitCode = 1;
        io.stderr.write(`left out ${id ?? 'the vectors'}: ${message}\n`);
      };
      await withStore(options, skipDamaged ? 'salvage' : 'open', io, (store) => {
        const lines = withNewlines(store.exportLines(skipDamaged ? { onDamaged } : {}));
        return out === undefined ? printLines(lines, io) : writeLines(lines, resolve(io.cwd, out), out);
      });
      return exitCode;
    },
);

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
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    await pipeline(Readable.from(lines), createWriteStream(temporaryPath, { flags: 'wx', mode: PRIVATE_FILE }));
    await rename(temporaryPath, path);
  } catch (cause) {
    // Where it could not be made it cannot be removed, and the first fault says why.
    await rm(temporaryPath, { force: true }).catch(() => undefined);
    if (cause instanceof TopicmillError) throw cause;
    throw new TopicmillError('FILE_UNWRITABLE', `The file cannot be written (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: 'Check that you may write there, that no file is in place of a folder, and that the disk has room.',
      cause,
    });
  }
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

interface ImportOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store import`; see `--help`. */
export const importArtifacts = storeCommand(
  {
    name: 'artifact-store import',
    description: 'Imports what export wrote. Artifacts that are already stored with a different text are replaced.',
    examples: [
      ['artifact-store import artifacts.jsonl', 'from a file'],
      ['gunzip -c artifacts.jsonl.gz | artifact-store import -', 'from a pipe'],
    ],
  },
  (program) => program.argument('<file>', 'JSON lines; - for stdin').option('--json', 'print the report as JSON'),
  (io) => async (file: string, options: ImportOptions) => {
    if (file !== '-') checkPaths([file], io.cwd);
    const progress = progressLine(io);
    const report = await withStore(options, 'create', io, (store) =>
      store.importLines(linesOf(file, io), {
        onProgress: ({ phase, doneCount, totalCount }) => progress.update(`${phase} ${doneCount} of ${totalCount}`),
      }),
    ).finally(() => progress.stop());
    printImport(report, options.json, io);
  },
);

function printImport(report: ImportReport, json: true | undefined, io: CommandIo): void {
  const { new_count: added, changed_count: changed, same_count: same, embedded_count: embedded } = report;
  if (json) io.stdout.write(indentedJson(report));
  else io.stdout.write(`${added} new, ${changed} changed, ${same} same; ${counted(embedded, 'text')} embedded\n`);
}

async function* linesOf(file: string, { cwd, stdin }: CommandIo): AsyncGenerator<string> {
  if (file === '-' && stdin === undefined) return;
  const input = file === '-' ? stdin! : createReadStream(resolve(cwd, file));
  try {
    yield* linesOfStream(input);
  } catch (cause) {
    throw new TopicmillError('FILE_UNREADABLE', `The file cannot be read (${errorCode(cause)}).`, {
      file,
      remedy: 'Check that it exists and that you may read it.',
      cause,
    });
  }
}

interface CopyOptions extends StoreOptions {
  readonly to: string;
  readonly json?: true;
  readonly log?: LogLevel | undefined;
}

/** Runs `artifact-store copy`; see `--help`. */
export const copy = storeCommand(
  {
    name: 'artifact-store copy',
    description:
      'Copies all artifacts of a store to another one, with their ids and vectors. No model is called unless the other store uses a different one. Artifacts that it already has with a different text are replaced; all others stay. If the copy is interrupted, run it again to continue.',
    examples: [
      ['artifact-store copy --to postgres://team@db/artifacts', 'from the file to PostgreSQL'],
      ['artifact-store copy --store postgres://team@db/artifacts --to backup.sqlite', 'and back'],
    ],
  },
  (program) =>
    program
      .requiredOption('--to <place>', 'the store to copy into: a file, or postgres://…')
      .option('--json', 'print the report as JSON'),
  (io) =>
    async ({ to, json, ...options }: CopyOptions) => {
      const source = await readStoreConfig(options, io);
      const target = await readStoreConfig({ ...options, store: to }, io);
      if (source.store === target.store)
        throw wrongUsage('The two stores are the same.', 'Name another one with --to.');
      printImport(await copyStore({ source, target }, options.log, io), json, io);
    },
);

/** The stores of a copy. */
interface CopiedStores {
  readonly source: StoreConfig;
  readonly target: StoreConfig;
}

async function copyStore(
  { source, target }: CopiedStores,
  log: LogLevel | undefined,
  io: CommandIo,
): Promise<ImportReport> {
  const progress = progressLine(io);
  const stores: ArtifactStore[] = [];
  try {
    const from = await openStore(source, 'open', { embedder: (model) => lazyEmbedder(model, source, io) });
    stores.push(from);
    const { model, artifact_count: totalCount } = await from.stats();
    const into = await openStore(target, 'create', {
      embedder: (bound) => lazyEmbedder(target.model ?? bound ?? model ?? undefined, target, io),
      onEvent: eventLog(log, io),
    });
    stores.push(into);
    let doneCount = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const line of from.exportLines()) {
        if (line.startsWith('{"collection":"artifacts"')) progress.update(`artifact ${++doneCount} of ${totalCount}`);
        yield line;
      }
    }
    return await into.importLines(lines());
  } finally {
    progress.stop();
    for (const store of stores) await store.close();
  }
}

/** An embedder that is made only when a text has no vector: a copy needs neither key nor server for those that have. */
async function lazyEmbedder(stored: string | undefined, config: StoreConfig, io: CommandIo): Promise<Embedder> {
  const make = async (): Promise<Embedder> => {
    const { storeEmbedder } = await import('../store-embedder.js');
    return storeEmbedder(modelNameOf(stored), config, io);
  };
  if (stored === undefined) return make();
  return {
    model: stored,
    async embed(texts, options) {
      const embedder = await make();
      if (embedder.model === stored) return embedder.embed(texts, options);
      throw new TopicmillError(
        'STORE_MODEL_MISMATCH',
        `The store was made with ${stored}; this release has ${embedder.model}.`,
        {
          remedy: 'Reindex the store first.',
        },
      );
    },
  };
}
