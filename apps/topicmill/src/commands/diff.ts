import type { CommandIo, ExitCode } from '@topicmill/cli';

/** Runs `topicmill diff`; see `--help`. Returns the exit code. */
export async function diff(_args: readonly string[], _io: CommandIo): Promise<ExitCode> {
  return 1;
}
