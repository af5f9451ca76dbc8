import { createQuestionEncoder, type ModelEmbedder, openEmbedder } from '@topicmill/embedding/llm-infrastructure';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
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
