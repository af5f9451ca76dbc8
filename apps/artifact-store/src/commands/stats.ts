import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

interface StatsOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store stats`; see `--help`. Returns the exit code. */
export function stats(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'artifact-store stats',
      version: VERSION,
      description: 'Counts what the store contains.',
      examples: [['artifact-store stats --json', 'for machines']],
    },
    io,
  )
    .option('--json', 'print the counts as JSON')
    .action(async (options: StatsOptions) => {
      const found = await withStore(options, 'open', io, (store) => store.stats());
      if (options.json) {
        io.stdout.write(indentedJson(found));
        return;
      }
      const types = Object.entries(found.artifact_types).map(([type, count]) => `${count} ${type}`);
      io.stdout.write(`model      ${found.model ?? 'none yet'}\n`);
      io.stdout.write(`artifacts  ${found.artifact_count}${types.length === 0 ? '' : ` (${types.join(', ')})`}\n`);
      io.stdout.write(`chunks     ${found.chunk_count}\n`);
      io.stdout.write(`tokens     ${found.token_count}\n`);
      io.stdout.write(`bytes      ${found.byte_count}\n`);
      if (found.remark !== undefined) io.stdout.write(`remark     ${found.remark}\n`);
      if (found.reindex !== null) {
        const { model, done_count: done, total_count: total } = found.reindex;
        io.stdout.write(`reindex    ${model}: ${done} of ${total}\n`);
      }
    });
  return runProgram(addStoreOptions(program), args, io, () => 0);
}
