import { BatchedEmbedder } from './batched-embedder.js';
import type { CompleteSettings } from './complete-settings.js';
import type { EmbeddingProvider } from './embedding-provider.js';
import { estimateWordPieces } from './estimate-word-pieces.js';
import type { ModelEmbedder } from './model-embedder.js';
import { connectOllama } from './ollama-connection.js';
import { RequestFailure } from './request-failure.js';
import { EMBEDDING } from './service.js';

/** Context of models that Ollama serves, in tokens, by name without tag. Others are tried at `UNKNOWN_CONTEXT`. */
const CONTEXT_TOKEN_COUNTS: Readonly<Record<string, number>> = {
  'all-minilm': 256,
  'bge-large': 512,
  'bge-m3': 8_192,
  'mxbai-embed-large': 512,
  'nomic-embed-text': 2_048,
  'snowflake-arctic-embed': 512,
};
const UNKNOWN_CONTEXT = 2_048;

/**
 * Embeds through an Ollama server's `/api/embed`, at `OLLAMA_HOST` or the usual local address.
 *
 * @param modelName as `ollama pull` takes it
 * @throws TopicmillError `EMBEDDER_UNREACHABLE` when `OLLAMA_HOST` is not an address
 */
export function createOllamaEmbedder(modelName: string, settings: CompleteSettings): ModelEmbedder {
  const connection = connectOllama(modelName, settings, EMBEDDING);
  const provider: EmbeddingProvider = {
    model: `ollama:${modelName}`,
    limits: {
      windowTokenCount: CONTEXT_TOKEN_COUNTS[modelName.replace(/:.*/s, '')] ?? UNKNOWN_CONTEXT,
      batchTextCount: 16,
      batchTokenCount: 16_384,
      concurrency: 2,
    },
    usdPerMillionTokens: 0,
    words: connection.words,
    loadTokenCounter: async () => estimateWordPieces,
    request: async (texts, signal) => {
      // Cut short by the server, a text would lose its end without a word.
      const answer = await connection.request(signal, (client) =>
        client.embed({ model: modelName, input: [...texts], truncate: false }),
      );
      return embeddingsOf(answer);
    },
  };
  return new BatchedEmbedder(provider, settings);
}

function embeddingsOf(answer: unknown): readonly unknown[] {
  const embeddings = (answer as { embeddings?: unknown } | null)?.embeddings;
  if (!Array.isArray(embeddings)) throw new RequestFailure('malformed', 'it has no embeddings');
  return embeddings;
}
