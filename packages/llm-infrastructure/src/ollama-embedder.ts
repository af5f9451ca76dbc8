import { TopicmillError } from '@topicmill/diagnostics';
import { BatchedEmbedder } from './batched-embedder.js';
import type { Embedder } from './embedder.js';
import type { CompleteSettings } from './embedder-settings.js';
import type { EmbeddingProvider } from './embedding-provider.js';
import { estimateWordPieces } from './estimate-word-pieces.js';
import { exchange } from './exchange.js';
import { RequestFailure } from './request-failure.js';

const DEFAULT_HOST = 'http://127.0.0.1:11434';

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
export function createOllamaEmbedder(modelName: string, settings: CompleteSettings): Embedder {
  const host = parseHost(settings.env['OLLAMA_HOST']);
  const provider: EmbeddingProvider = {
    model: `ollama:${modelName}`,
    limits: {
      windowTokenCount: CONTEXT_TOKEN_COUNTS[modelName.replace(/:.*$/, '')] ?? UNKNOWN_CONTEXT,
      batchTextCount: 16,
      batchTokenCount: 16_384,
      concurrency: 2,
    },
    usdPerMillionTokens: 0,
    words: {
      server: `Ollama at ${host.shown}`,
      unreachable: 'Start it with `ollama serve`, or set OLLAMA_HOST to where it runs.',
      modelMissing: `Fetch the model with \`ollama pull ${modelName}\`.`,
      keyRejected: 'Check the credentials in OLLAMA_HOST or OLLAMA_API_KEY.',
    },
    loadTokenCounter: async () => estimateWordPieces,
    request: async (texts, signal) => {
      const { Ollama } = await import('ollama');
      const answer: unknown = await exchange({ settings, signal, secrets: host.secrets }, (fetch) =>
        // Cut short by the server, a text would lose its end without a word.
        new Ollama({ host: host.url, fetch }).embed({ model: modelName, input: [...texts], truncate: false }),
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

/** `OLLAMA_HOST` as a URL, and as it may be shown: without user and password. */
function parseHost(value: string | undefined): { url: string; shown: string; secrets: string[] } {
  const host = value?.trim() || DEFAULT_HOST;
  try {
    const url = new URL(host.includes('://') ? host : `http://${host.startsWith(':') ? '127.0.0.1' : ''}${host}`);
    // The address that a server listens on everywhere is none to call.
    if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
    const secrets = [url.password, decodeURIComponent(url.password)];
    const shown = new URL(url);
    shown.username = '';
    shown.password = '';
    return { url: withoutSlash(url), shown: withoutSlash(shown), secrets };
  } catch {
    throw new TopicmillError('EMBEDDER_UNREACHABLE', 'OLLAMA_HOST is not an address.', {
      remedy: 'Set it to host:port or to a URL, or leave it unset.',
    });
  }
}

function withoutSlash(url: URL): string {
  return url.href.replace(/\/$/, '');
}
