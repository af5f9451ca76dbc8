import type { CommandIo, ExitCode } from '@topicmill/cli';

/** Runs `topicmill eval`; see `--help`. Returns the exit code. */
export async function evaluate(_args: readonly string[], _io: CommandIo): Promise<ExitCode> {
  return 1;
}
