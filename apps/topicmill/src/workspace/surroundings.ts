import type { CommandIo } from '@topicmill/base/cli';

/** Where a command was called, and how it warns. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: CommandIo['env'];
  /** Prints a line to stderr. */
  readonly onWarning: (message: string) => void;
  /** Where progress is shown. */
  readonly stderr: CommandIo['stderr'];
}

export function surroundingsOf({ cwd, env, stderr }: CommandIo): Surroundings {
  return {
    cwd,
    env,
    stderr,
    onWarning: (message) => {
      stderr.write(`${message}\n`);
    },
  };
}
