import type { ArtifactStore, Embedder, ImportReport } from '@topicmill/artifacts/store';
import { type CommandIo, counted, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { eventLog, type LogLevel } from '../event-log.js';
import { modelNameOf, openStore, storeEmbedder } from '../open-store.js';
import { progressLine } from '../progress-line.js';
import { readStoreConfig, type StoreConfig, type StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION, wrongUsage } from './shared-options.js';

interface CopyOptions extends StoreOptions {
  readonly to: string;
  readonly json?: true;
  readonly log?: LogLevel | undefined;
}

/** Runs `artifact-store copy`; see `--help`. Returns the exit code. */
export function copy(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'artifact-store copy',
      version: VERSION,
      description:
        'Copies all artifacts of a store to another one, with their ids and vectors. No model is called unless the other store uses a different one. Artifacts that it already has with a different text are replaced; all others stay. If the copy is interrupted, run it again to continue.',
      examples: [
        ['artifact-store copy --to postgres://team@db/artifacts', 'from the file to PostgreSQL'],
        ['artifact-store copy --store postgres://team@db/artifacts --to backup.sqlite', 'and back'],
      ],
    },
    io,
  )
    .requiredOption('--to <place>', 'the store to copy into: a file, or postgres://…')
    .option('--json', 'print the report as JSON')
    .action(async ({ to, json, ...options }: CopyOptions) => {
      const source = readStoreConfig(options, io);
      const target = readStoreConfig({ ...options, store: to }, io);
      if (source.store === target.store)
        throw wrongUsage('The two stores are the same.', 'Name another one with --to.');
      const report = await copyStore({ source, target }, options.log, io);
      const { new_count: added, changed_count: changed, same_count: same, embedded_count: embedded } = report;
      if (json) io.stdout.write(indentedJson(report));
      else io.stdout.write(`${added} new, ${changed} changed, ${same} same; ${counted(embedded, 'text')} embedded\n`);
    });
  return runProgram(addStoreOptions(program), args, io, () => 0);
}

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
function lazyEmbedder(stored: string | undefined, config: StoreConfig, io: CommandIo): Embedder {
  const make = () => storeEmbedder(modelNameOf(stored), config, io);
  if (stored === undefined) return make();
  return {
    model: stored,
    async embed(texts, options) {
      const embedder = make();
      if (embedder.model === stored) return embedder.embed(texts, options);
      throw new TopicmillError('STORE_MODEL_MISMATCH', `This release has ${embedder.model} instead of ${stored}.`, {
        remedy: 'Reindex the store first.',
      });
    },
  };
}
