import type { QueryVector } from '@topicmill/text/embedder';
import type { ModelEmbedder } from './model-embedder.js';

/**
 * The vector of a query; `undefined` where the model knows nothing of it, so that what is nearest would be chance.
 *
 * @throws TopicmillError with one of the `EMBEDDER_…` codes
 */
export async function queryVector(
  embedder: Pick<ModelEmbedder, 'embed' | 'knowsOf' | 'encoder'>,
  query: string,
): Promise<QueryVector | undefined> {
  if ((await embedder.knowsOf?.(query)) === false) return undefined;
  const [vector] = await embedder.embed([query], { labels: ['query'] });
  return { vector: vector!, encoder: embedder.encoder };
}
