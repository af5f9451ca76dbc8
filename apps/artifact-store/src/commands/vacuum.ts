import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

interface VacuumOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store vacuum`; see `--help`. Returns the exit code. */
export function vacuum(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'artifact-store vacuum',
      version: VERSION,
      description:
        'Rewrites the file or the tables to reclaim the space of deleted and replaced texts, including what earlier releases left of them. It needs as much free disk space as the store itself, and locks the store meanwhile.',
      examples: [['artifact-store vacuum', 'after many deletions']],
    },
    io,
  )
    .option('--json', 'print the sizes as JSON')
    .action(async (options: VacuumOptions) => {
      const report = await withStore(options, 'open', io, (store) => store.vacuum());
      const { bytes_before: before, bytes_after: after } = report;
      io.stdout.write(options.json ? indentedJson(report) : `${before} bytes before, ${after} now\n`);
    });
  return runProgram(addStoreOptions(program), args, io, () => 0);
}
