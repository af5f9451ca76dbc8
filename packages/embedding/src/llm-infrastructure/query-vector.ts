import type { ModelEmbedder } from './model-embedder.js';

/**
 * The vector of a query; `undefined` where the model knows nothing of it, so that what is nearest would be chance.
 *
 * @throws TopicmillError with one of the `EMBEDDER_…` codes
 */
export async function queryVector(
  embedder: Pick<ModelEmbedder, 'embed' | 'knowsOf'>,
  query: string,
): Promise<Float32Array | undefined> {
  if ((await embedder.knowsOf?.(query)) === false) return undefined;
  return (await embedder.embed([query], { labels: ['query'] }))[0];
}
