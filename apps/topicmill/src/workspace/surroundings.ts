import { type CommandIo, reportWarning } from '@topicmill/base/cli';
import type { Diagnostic } from '@topicmill/base/diagnostics';

/** Where a command was called, and how it warns. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: CommandIo['env'];
  /** Prints a sentence or a finding to stderr. */
  readonly onWarning: (warning: string | Diagnostic) => void;
  /** Where progress is shown, unless the command is quiet. */
  readonly stderr: CommandIo['stderr'];
  readonly isQuiet?: boolean;
}

export function surroundingsOf({ cwd, env, stderr, isQuiet = false }: CommandIo): Surroundings {
  const onWarning = (warning: string | Diagnostic): void => reportWarning(warning, { stderr, env });
  return { cwd, env, stderr, isQuiet, onWarning };
}
