import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  createQuestionEncoder,
  type ModelEmbedder,
  openEmbedder,
  queryVector,
} from '@topicmill/embedding/llm-infrastructure';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import type { EmbedQuery } from '@topicmill/search/retrieval';
import type { Surroundings } from './surroundings.js';

/**
 * What turns questions into vectors that can be compared with those of the docs. Where the encoder that is to read them is not on
 * this machine, the built-in model reads them, with a warning.
 *
 * @throws TopicmillError as `openEmbedder`
 */
export async function openQuestionEmbedder(
  embedding: TopicmillConfig['embedding'],
  { env, onWarning }: Pick<Surroundings, 'env' | 'onWarning'>,
): Promise<ModelEmbedder> {
  const encoder = createQuestionEncoder(embedding, { env }, ({ code, message, remedy }) =>
    onWarning(`${code}: ${message} The built-in model reads questions instead. ${remedy}`),
  );
  return encoder ?? openEmbedder(embedding.model, { env });
}

/**
 * Turns queries into vectors for a search, by a model that is opened for the first of them. A search by words goes on when the
 * model does not answer.
 *
 * @param needsVectors whether there is no search without them: then what the model throws is thrown
 */
export function queryEmbedder(
  open: () => Promise<ModelEmbedder>,
  onWarning: Surroundings['onWarning'],
  needsVectors = false,
): EmbedQuery {
  let embedder: Promise<ModelEmbedder> | undefined;
  return async (query) => {
    try {
      embedder ??= open();
      return await queryVector(await embedder, query);
    } catch (thrown) {
      if (needsVectors || !(thrown instanceof TopicmillError)) throw thrown;
      onWarning(`${thrown.code}: ${thrown.message} Searched by words alone. ${thrown.remedy}`);
      return undefined;
    }
  };
}
