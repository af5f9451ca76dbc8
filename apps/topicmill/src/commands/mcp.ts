import type { CommandIo, ExitCode } from '@topicmill/cli';

/** Runs `topicmill mcp`; see `--help`. Returns the exit code. */
export async function mcp(_args: readonly string[], _io: CommandIo): Promise<ExitCode> {
  return 1;
}
