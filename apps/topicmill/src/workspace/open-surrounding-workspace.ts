import type { Workspace } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import type { Surroundings } from './surroundings.js';

/**
 * The workspace in which a command was called. It is apart from `surroundings.ts`, since commands that must start fast open none.
 *
 * @param model embedding model, instead of the configured one
 * @throws TopicmillError as `openWorkspace`
 */
export function openSurroundingWorkspace({ cwd, env, onWarning }: Surroundings, model?: string): Workspace {
  return openWorkspace(cwd, { env, embeddingModel: model, onWarning });
}
