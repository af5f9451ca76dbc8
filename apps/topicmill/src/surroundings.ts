import type { CommandIo } from '@topicmill/base/cli';
import type { Workspace } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** Where a command was called, and how it warns. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: CommandIo['env'];
  /** Prints a line to stderr. */
  readonly onWarning: (message: string) => void;
}

export function surroundingsOf({ cwd, env, stderr }: CommandIo): Surroundings {
  return {
    cwd,
    env,
    onWarning: (message) => {
      stderr.write(`${message}\n`);
    },
  };
}

/**
 * The workspace in which a command was called.
 *
 * @param model embedding model, instead of the configured one
 * @throws TopicmillError as `openWorkspace`
 */
export function openSurroundingWorkspace({ cwd, env, onWarning }: Surroundings, model?: string): Workspace {
  return openWorkspace(cwd, { env, embeddingModel: model, onWarning });
}
