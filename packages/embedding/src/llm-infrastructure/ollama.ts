import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Ollama } from 'ollama';
import { BatchedEmbedder } from './batched-embedder.js';
import type { CompleteSettings } from './complete-settings.js';
import type { EmbeddingProvider } from './embedding-provider.js';
import { estimateWordPieces } from './estimate-word-pieces.js';
import { exchange } from './exchange.js';
import type { ModelEmbedder } from './model-embedder.js';
import { RequestFailure } from './request-failure.js';
import { EMBEDDING, GENERATION, type ProviderWords, type Service } from './service.js';
import type { ChatProvider } from './text-generator.js';

const DEFAULT_HOST = 'http://127.0.0.1:11434';

/** A way to an Ollama server, at `OLLAMA_HOST` or the usual local address. */
export interface OllamaConnection {
  readonly words: ProviderWords;
  /**
   * One request through the official client, tried once.
   *
   * @throws RequestFailure
   */
  request(signal: AbortSignal, call: (client: Ollama) => Promise<unknown>): Promise<unknown>;
}

/**
 * Nothing is sent yet.
 *
 * @throws TopicmillError `…_UNREACHABLE` when `OLLAMA_HOST` is not an address
 */
export function connectOllama(modelName: string, settings: CompleteSettings, service: Service): OllamaConnection {
  const host = parseHost(settings.env['OLLAMA_HOST'], service);
  return {
    words: {
      server: `Ollama at ${host.shown}`,
      unreachable: 'Start it with `ollama serve`, or set OLLAMA_HOST to where it runs.',
      modelMissing: `Fetch the model with \`ollama pull ${modelName}\`.`,
      keyRejected: 'Check the credentials in OLLAMA_HOST or OLLAMA_API_KEY.',
    },
    request: async (signal, call) => {
      const { Ollama } = await import('ollama');
      return exchange({ settings, signal, secrets: host.secrets }, (fetch) =>
        call(new Ollama({ host: host.url, fetch })),
      );
    },
  };
}

/** `OLLAMA_HOST` as a URL, and as it may be shown: without user and password. */
function parseHost(value: string | undefined, service: Service): { url: string; shown: string; secrets: string[] } {
  const host = value?.trim() || DEFAULT_HOST;
  try {
    const url = new URL(host.includes('://') ? host : `http://${host.startsWith(':') ? '127.0.0.1' : ''}${host}`);
    // A server listens on this address for all interfaces; clients cannot connect to it.
    if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
    const secrets = [url.password, decodeURIComponent(url.password)];
    const shown = new URL(url);
    shown.username = '';
    shown.password = '';
    return { url: withoutSlash(url), shown: withoutSlash(shown), secrets };
  } catch {
    throw new TopicmillError(service.code('UNREACHABLE'), 'OLLAMA_HOST is not an address.', {
      remedy: 'Set it to host:port or to a URL, or leave it unset.',
    });
  }
}

function withoutSlash(url: URL): string {
  return url.href.replace(/\/$/, '');
}

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

const UNKNOWN_CHAT_CONTEXT = 16_384;
/** Room for the answer, in tokens. */
const ANSWER_TOKENS = 1_024;
/** Contexts are asked for in steps: each other size makes Ollama load the model again. */
const CONTEXT_STEP = 4_096;

/**
 * Chats through an Ollama server's `/api/chat`, at `OLLAMA_HOST` or the usual local address.
 *
 * @throws TopicmillError `GENERATOR_UNREACHABLE` when `OLLAMA_HOST` is not an address
 */
export function ollamaChat(
  modelName: string,
  settings: CompleteSettings,
  contextTokens: number = UNKNOWN_CHAT_CONTEXT,
): ChatProvider {
  const connection = connectOllama(modelName, settings, GENERATION);
  return {
    words: connection.words,
    contextTokens,
    usdPerMillionTokens: { prompt: 0, answer: 0 },
    request: async ({ system, user, temperature }, signal) => {
      // Without num_ctx Ollama takes a small context and drops the start of what does not fit, without a word.
      const needed = estimateWordPieces(system) + estimateWordPieces(user) + ANSWER_TOKENS;
      const num_ctx = Math.min(contextTokens, Math.ceil(needed / CONTEXT_STEP) * CONTEXT_STEP);
      const answer = await connection.request(signal, (client) =>
        client.chat({
          model: modelName,
          stream: false,
          options: { ...(temperature === undefined ? {} : { temperature }), num_ctx },
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
        }),
      );
      return textOf(answer);
    },
  };
}

function textOf(answer: unknown): string {
  const {
    message,
    done,
    done_reason: reason,
  } = (answer ?? {}) as {
    message?: { content?: unknown };
    done?: unknown;
    done_reason?: unknown;
  };
  if (done === false || reason === 'length') throw new RequestFailure('malformed', 'the text was cut short');
  if (typeof message?.content !== 'string') throw new RequestFailure('malformed', 'it has no message');
  return message.content;
}
