import type { ModelEmbedder } from './model-embedder.js';

/** A query as a model reads it. */
export interface QueryVector {
  readonly vector: Float32Array;
  /** Whether a sentence encoder gave it, in the space of the built-in table: a search lets it count more. */
  readonly isByEncoder: boolean;
}

/**
 * The vector of a query; `undefined` where the model knows nothing of it, so that what is nearest would be chance.
 *
 * @throws TopicmillError with one of the `EMBEDDER_…` codes
 */
export async function queryVector(
  embedder: Pick<ModelEmbedder, 'embed' | 'knowsOf' | 'isEncoder'>,
  query: string,
): Promise<QueryVector | undefined> {
  if ((await embedder.knowsOf?.(query)) === false) return undefined;
  const [vector] = await embedder.embed([query], { labels: ['query'] });
  return { vector: vector!, isByEncoder: embedder.isEncoder === true };
}
