import { TopicmillError } from '@topicmill/diagnostics';
import { loadTokenCounter } from '@topicmill/tokens';
import { BatchedEmbedder } from './batched-embedder.js';
import type { Embedder } from './embedder.js';
import type { CompleteSettings } from './embedder-settings.js';
import type { EmbeddingProvider } from './embedding-provider.js';
import { exchange } from './exchange.js';
import { OPENAI_MODELS } from './openai-models.js';
import { RequestFailure } from './request-failure.js';

const OFFICIAL_URL = 'https://api.openai.com/v1';

/** Longest text of OpenAI's embedding models is 8,192 tokens. */
const WINDOW_TOKEN_COUNT = 8_191;

/**
 * Embeds through OpenAI's `/embeddings`, or a compatible server's at `OPENAI_BASE_URL`. The key, `OPENAI_API_KEY`, is
 * asked for by the first request, not before.
 *
 * @throws TopicmillError `EMBEDDER_UNREACHABLE` when `OPENAI_BASE_URL` is not an address
 */
export function createOpenAiEmbedder(modelName: string, settings: CompleteSettings): Embedder {
  const { env } = settings;
  const baseUrl = env['OPENAI_BASE_URL']?.trim() || OFFICIAL_URL;
  const isOfficial = baseUrl.replace(/\/$/, '') === OFFICIAL_URL;
  const server = isOfficial ? 'OpenAI' : `The OpenAI-compatible server at ${shownUrl(baseUrl)}`;
  const known = OPENAI_MODELS[modelName];
  const provider: EmbeddingProvider = {
    model: `openai:${modelName}`,
    // Under the name of OpenAI's model, another server may serve its own.
    dimensions: isOfficial ? known?.dimensions : undefined,
    limits: { windowTokenCount: WINDOW_TOKEN_COUNT, batchTextCount: 128, batchTokenCount: 100_000, concurrency: 4 },
    usdPerMillionTokens: known?.usdPerMillionTokens,
    words: {
      server,
      unreachable: 'Check the network, and OPENAI_BASE_URL if it is set.',
      modelMissing: `Check the model's name, ${modelName}, and OPENAI_BASE_URL if it is set.`,
      keyRejected: 'Check OPENAI_API_KEY; it must be a key that may use this model.',
    },
    loadTokenCounter: async () => {
      const counter = await loadTokenCounter('cl100k_base');
      return (text) => counter.count(text);
    },
    request: async (texts, signal) => {
      const apiKey = requireKey(env['OPENAI_API_KEY'], server);
      const { OpenAI } = await import('openai');
      const answer: unknown = await exchange({ settings, signal, secrets: [apiKey] }, (fetch) => {
        const client = new OpenAI({
          apiKey,
          baseURL: baseUrl,
          organization: env['OPENAI_ORG_ID'] ?? null,
          project: env['OPENAI_PROJECT_ID'] ?? null,
          fetch,
          // Its own retries know neither a spent quota nor a pause of more than a minute.
          maxRetries: 0,
          logLevel: 'off',
        });
        // Asked for floats by name: the client's default is base64, which many compatible servers do not speak.
        return client.embeddings.create({ model: modelName, input: [...texts], encoding_format: 'float' });
      });
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

function requireKey(key: string | undefined, server: string): string {
  if (key !== undefined && key.trim() !== '') return key.trim();
  throw new TopicmillError('EMBEDDER_KEY_MISSING', `${server} needs a key, and OPENAI_API_KEY is not set.`, {
    remedy: 'Set OPENAI_API_KEY in the environment; for a server that needs no key, to any word.',
  });
}

/** The address without user and password. */
function shownUrl(baseUrl: string): string {
  try {
    const url = new URL(baseUrl);
    return `${url.origin}${url.pathname}`;
  } catch {
    throw new TopicmillError('EMBEDDER_UNREACHABLE', 'OPENAI_BASE_URL is not an address.', {
      remedy: 'Set it to a URL such as http://127.0.0.1:8080/v1, or leave it unset.',
    });
  }
}
