import type { CommandIo, ExitCode } from '@topicmill/cli';

/** Runs `topicmill watch`; see `--help`. Returns the exit code. */
export async function watch(_args: readonly string[], _io: CommandIo): Promise<ExitCode> {
  return 1;
}
