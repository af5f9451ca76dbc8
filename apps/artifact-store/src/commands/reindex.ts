import { type CommandIo, counted, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { storeEmbedder, withStore } from '../open-store.js';
import { progressLine } from '../progress-line.js';
import type { StoreConfig, StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

interface ReindexCommandOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store reindex`; see `--help`. Returns the exit code. */
export function reindex(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'artifact-store reindex',
      version: VERSION,
      description:
        'Embeds everything with the model and binds the store to it. Until it is done, searches use the previous model. A reindex that was stopped resumes where it left off.',
      examples: [['artifact-store reindex --model ollama:mxbai-embed-large', 'change to another model']],
    },
    io,
  )
    .option('--json', 'print the report as JSON')
    .action(async (options: ReindexCommandOptions) => {
      const progress = progressLine(io);
      try {
        const report = await withStore(options, 'open', io, (store, config) =>
          store.reindex(storeEmbedder(namedModel(config), config, io), {
            onProgress: ({ doneCount, totalCount }) => progress.update(`${doneCount} of ${totalCount} texts`),
          }),
        );
        progress.stop();
        const { model, dimensions, embedded_count: embedded, resumed_count: resumed } = report;
        if (options.json) io.stdout.write(indentedJson(report));
        else
          io.stdout.write(
            `${model}, ${dimensions} dimensions: ${counted(embedded, 'text')} embedded, ${resumed} from before\n`,
          );
      } finally {
        progress.stop();
      }
    });
  return runProgram(addStoreOptions(program), args, io, () => 0);
}

function namedModel({ model }: StoreConfig): string {
  if (model !== undefined) return model;
  throw new TopicmillError('INVALID_OPTION', 'No target model is given.', {
    remedy: 'Name it: artifact-store reindex --model <name>.',
  });
}
