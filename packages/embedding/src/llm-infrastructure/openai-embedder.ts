import { loadTokenCounter } from '@topicmill/text/tokens';
import { BatchedEmbedder } from './batched-embedder.js';
import type { CompleteSettings } from './complete-settings.js';
import type { EmbeddingProvider } from './embedding-provider.js';
import type { ModelEmbedder } from './model-embedder.js';
import { connectOpenAi } from './openai-connection.js';
import { RequestFailure } from './request-failure.js';
import { EMBEDDING } from './service.js';

/** Longest text of OpenAI's embedding models is 8,192 tokens. */
const WINDOW_TOKEN_COUNT = 8_191;

/**
 * Embeds through OpenAI's `/embeddings`, or a compatible server's at `OPENAI_BASE_URL`. The key, `OPENAI_API_KEY`, is
 * asked for by the first request, not before.
 *
 * @throws TopicmillError `EMBEDDER_UNREACHABLE` when `OPENAI_BASE_URL` is not an address
 */
export function createOpenAiEmbedder(modelName: string, settings: CompleteSettings): ModelEmbedder {
  const connection = connectOpenAi(modelName, settings, EMBEDDING);
  const known = OPENAI_MODELS[modelName];
  const provider: EmbeddingProvider = {
    model: `openai:${modelName}`,
    // Under the name of OpenAI's model, another server may serve its own.
    dimensions: connection.isOfficial ? known?.dimensions : undefined,
    limits: { windowTokenCount: WINDOW_TOKEN_COUNT, batchTextCount: 128, batchTokenCount: 100_000, concurrency: 4 },
    usdPerMillionTokens: known?.usdPerMillionTokens,
    words: connection.words,
    loadTokenCounter: async () => {
      const counter = await loadTokenCounter('cl100k_base');
      return (text) => counter.count(text);
    },
    request: async (texts, signal) => {
      // Floats are requested explicitly: the client's default is base64, which many compatible servers do not speak.
      const answer = await connection.request(signal, (client) =>
        client.embeddings.create({ model: modelName, input: [...texts], encoding_format: 'float' }),
      );
      return embeddingsOf(answer);
    },
  };
  return new BatchedEmbedder(provider, settings);
}

/** The embeddings in the order of the texts, which is that of `index`, not always that of the answer. */
function embeddingsOf(answer: unknown): readonly unknown[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw new RequestFailure('malformed', 'it has no data');
  const embeddings: unknown[] = [];
  data.forEach((item: { index?: unknown; embedding?: unknown } | null, position) => {
    const index = typeof item?.index === 'number' ? item.index : position;
    if (!Number.isInteger(index) || index < 0 || index >= data.length || index in embeddings) {
      throw new RequestFailure('malformed', 'the indexes of its vectors are not those of the texts');
    }
    embeddings[index] = item?.embedding;
  });
  return embeddings;
}

/** What is known of OpenAI's embedding models. */
interface OpenAiModel {
  readonly dimensions: number;
  /** OpenAI's list price, 2026-07-03. */
  readonly usdPerMillionTokens: number;
}

/** OpenAI's embedding models by name. */
const OPENAI_MODELS: Readonly<Record<string, OpenAiModel>> = {
  'text-embedding-3-large': { dimensions: 3_072, usdPerMillionTokens: 0.13 },
  'text-embedding-3-small': { dimensions: 1_536, usdPerMillionTokens: 0.02 },
};
