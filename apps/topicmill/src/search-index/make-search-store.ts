import { updateSearchStore } from '@topicmill/pipeline/search-store';
import { type DocsConfig, openWorkspace } from '@topicmill/pipeline/workspace';
import { startProgress } from '../report/progress.js';
import type { Surroundings } from '../workspace/surroundings.js';

/**
 * Makes the search index of topics that were built without one.
 *
 * @throws TopicmillError as `openWorkspace` and `updateSearchStore`
 */
export async function makeSearchStore(
  { root, config }: DocsConfig,
  { env, onWarning, stderr, isQuiet = false }: Pick<Surroundings, 'env' | 'onWarning' | 'stderr' | 'isQuiet'>,
): Promise<void> {
  const workspace = openWorkspace(root, { env, embeddingModel: config.embedding.model, onWarning });
  const progress = startProgress('Making the search index', { stderr, env, isQuiet });
  await updateSearchStore(workspace, {
    onWarning,
    onProgress: (done, total) => progress.count(done, total, 'page'),
  }).finally(() => progress.stop());
}
