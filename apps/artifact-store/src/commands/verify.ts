import { type CommandIo, counted, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addStoreOptions, VERSION } from './shared-options.js';

interface VerifyOptions extends StoreOptions {
  readonly json?: true;
}

/** Runs `artifact-store verify`; see `--help`. Returns the exit code. */
export function verify(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'artifact-store verify',
      version: VERSION,
      description: 'Reads and cross-checks everything in the store, and reports what is intact. Changes nothing.',
      examples: [['artifact-store verify', 'exit code 1 when something is wrong']],
    },
    io,
  )
    .option('--json', 'print the findings as JSON')
    .action(async (options: VerifyOptions) => {
      const found = await withStore(options, 'salvage', io, (store) => store.verify());
      if (!found.ok) exitCode = 1;
      if (options.json) {
        io.stdout.write(indentedJson(found));
        return;
      }
      for (const { artifact_id: id, message } of found.problems)
        io.stderr.write(`${id === undefined ? '' : `${id}: `}${message}\n`);
      const { intact_artifact_count: intact, artifact_count: all, chunk_count: chunks } = found;
      io.stdout.write(
        `${intact} of ${counted(all, 'artifact')} intact, ${counted(chunks, 'chunk')}, ${counted(found.problems.length, 'problem')}\n`,
      );
    });
  return runProgram(addStoreOptions(program), args, io, () => exitCode);
}
