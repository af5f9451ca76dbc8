import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

interface DeleteOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store delete`; see `--help`. Returns the exit code. */
export function deleteArtifacts(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'artifact-store delete',
      version: VERSION,
      description: 'Deletes artifacts with their chunks and vectors.',
      examples: [['artifact-store delete art_9f2ca8b1', 'one artifact']],
    },
    io,
  )
    .argument('<ids...>', 'artifacts')
    .option('--json', 'print what was deleted as JSON')
    .action(async (ids: string[], options: DeleteOptions) => {
      const deleted: string[] = [];
      const missing: string[] = [];
      await withStore(options, 'refuse', io, async (store) => {
        for (const id of ids) ((await store.delete(id)) ? deleted : missing).push(id);
      });
      if (missing.length > 0) exitCode = 1;
      if (options.json) io.stdout.write(`${JSON.stringify({ deleted, missing }, null, 2)}\n`);
      else io.stdout.write(deleted.map((id) => `deleted ${id}\n`).join(''));
      for (const id of missing) io.stderr.write(`There is no artifact ${id}.\n`);
    });
  return runProgram(addStoreOptions(program), args, io, () => exitCode);
}
