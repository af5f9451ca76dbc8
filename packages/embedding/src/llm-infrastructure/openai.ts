import { shownUserConfigPath } from '@topicmill/base/config';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { loadTokenCounter } from '@topicmill/text/tokens';
import type { OpenAI } from 'openai';
import { BatchedEmbedder } from './batched-embedder.js';
import type { CompleteSettings } from './complete-settings.js';
import type { EmbeddingProvider } from './embedding-provider.js';
import { exchange } from './exchange.js';
import type { ModelEmbedder } from './model-embedder.js';
import { RequestFailure } from './request-failure.js';
import { EMBEDDING, GENERATION, type ProviderWords, type Service } from './service.js';
import type { ChatProvider } from './text-generator.js';

const OFFICIAL_URL = 'https://api.openai.com/v1';

/** A way to OpenAI, or to a compatible server at `OPENAI_BASE_URL`. */
export interface OpenAiConnection {
  /** Whether it is that of OpenAI itself. */
  readonly isOfficial: boolean;
  readonly words: ProviderWords;
  /**
   * One request through the official client, tried once.
   *
   * @throws RequestFailure; TopicmillError `…_KEY_MISSING` when `OPENAI_API_KEY` is not set, `…_HOST_UNTRUSTED` for a
   *   server that the user has not said may get it
   */
  request(signal: AbortSignal, call: (client: OpenAI) => Promise<unknown>): Promise<unknown>;
}

/**
 * Nothing is sent yet, and the key not asked for.
 *
 * @throws TopicmillError `…_UNREACHABLE` when `OPENAI_BASE_URL` is not an address
 */
export function connectOpenAi(modelName: string, settings: CompleteSettings, service: Service): OpenAiConnection {
  const { env } = settings;
  const baseUrl = env['OPENAI_BASE_URL']?.trim() || OFFICIAL_URL;
  const isOfficial = baseUrl.replace(/\/$/, '') === OFFICIAL_URL;
  const server = isOfficial ? 'OpenAI' : `The OpenAI-compatible server at ${shownUrl(baseUrl, service)}`;
  return {
    isOfficial,
    words: {
      server,
      unreachable: 'Check the network, and OPENAI_BASE_URL if it is set.',
      modelMissing: `Check the model's name, ${modelName}, and OPENAI_BASE_URL if it is set.`,
      keyRejected: `Check OPENAI_API_KEY; it must be a key that may use this model. Servers other than OpenAI get it if trustedServers in ${shownUserConfigPath()} names them.`,
    },
    request: async (signal, call) => {
      const account = accountFor(baseUrl, settings, { isOfficial, server, service });
      const { OpenAI } = await import('openai');
      return exchange({ settings, signal, secrets: [account.apiKey] }, (fetch) =>
        call(
          new OpenAI({
            ...account,
            baseURL: baseUrl,
            fetch,
            // Its own retries know neither a spent quota nor a pause of more than a minute.
            maxRetries: 0,
            logLevel: 'off',
          }),
        ),
      );
    },
  };
}

/** What a server gets of the user's account. */
interface Account {
  readonly apiKey: string;
  readonly organization: string | null;
  readonly project: string | null;
}

const ANONYMOUS_ACCOUNT: Account = { apiKey: 'none', organization: null, project: null };
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The key goes to OpenAI, and to servers that the user's own configuration names: the address may come from a
 * repository's `.env`, the key from the user's environment. A server on this machine gets a request without it.
 */
function accountFor(
  baseUrl: string,
  { env, trustedServers }: CompleteSettings,
  { isOfficial, server, service }: { isOfficial: boolean; server: string; service: Service },
): Account {
  if (isOfficial || trustedServers().some((trusted) => isBelow(baseUrl, trusted))) {
    const apiKey = requireKey(env['OPENAI_API_KEY'], server, service);
    return { apiKey, organization: env['OPENAI_ORG_ID'] ?? null, project: env['OPENAI_PROJECT_ID'] ?? null };
  }
  if (LOOPBACK_HOST.test(new URL(baseUrl).hostname)) return ANONYMOUS_ACCOUNT;
  throw new TopicmillError(service.code('HOST_UNTRUSTED'), `${server} is not trusted with OPENAI_API_KEY.`, {
    remedy: `If it is yours, add "${new URL(baseUrl).origin}" to trustedServers in ${shownUserConfigPath()}; else unset OPENAI_BASE_URL, also in .env.`,
  });
}

/** Whether an address has the origin of another one, and a path at or below the other's. */
function isBelow(address: string, trusted: string): boolean {
  const [url, base] = [new URL(address), new URL(trusted)];
  const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`);
  return url.origin === base.origin && withSlash(url.pathname).startsWith(withSlash(base.pathname));
}

function requireKey(key: string | undefined, server: string, service: Service): string {
  if (key !== undefined && key.trim() !== '') return key.trim();
  throw new TopicmillError(service.code('KEY_MISSING'), `${server} needs a key, and OPENAI_API_KEY is not set.`, {
    remedy: 'Set OPENAI_API_KEY in the environment; for a server that needs no key, to any word.',
  });
}

/** The address without user and password. */
function shownUrl(baseUrl: string, service: Service): string {
  try {
    const url = new URL(baseUrl);
    return `${url.origin}${url.pathname}`;
  } catch {
    throw new TopicmillError(service.code('UNREACHABLE'), 'OPENAI_BASE_URL is not an address.', {
      remedy: 'Set it to a URL such as http://127.0.0.1:8080/v1, or leave it unset.',
    });
  }
}

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

/** What is known about OpenAI's embedding models. */
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

/** Contexts of OpenAI's chat models in tokens, by the start of their names; the first that fits counts. */
const CONTEXT_TOKENS: readonly (readonly [start: string, tokens: number])[] = [
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4', 8_192],
  ['gpt-3.5-turbo', 16_385],
];
const UNKNOWN_CONTEXT = 16_384;

/**
 * Chats through OpenAI's `/chat/completions`, or a compatible server's at `OPENAI_BASE_URL`.
 *
 * @throws TopicmillError `GENERATOR_UNREACHABLE` when `OPENAI_BASE_URL` is not an address
 */
export function openAiChat(modelName: string, settings: CompleteSettings, contextTokens?: number): ChatProvider {
  const connection = connectOpenAi(modelName, settings, GENERATION);
  const known = CONTEXT_TOKENS.find(([start]) => modelName.startsWith(start))?.[1];
  return {
    words: connection.words,
    contextTokens: contextTokens ?? known ?? UNKNOWN_CONTEXT,
    request: async ({ system, user, temperature }, signal) =>
      textOf(
        await connection.request(signal, (client) =>
          client.chat.completions.create({
            model: modelName,
            ...(temperature === undefined ? {} : { temperature }),
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
          }),
        ),
      ),
  };
}

function textOf(answer: unknown): string {
  const choices = (answer as { choices?: unknown } | null)?.choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { message, finish_reason: reason } = (choice ?? {}) as {
    message?: { content?: unknown };
    finish_reason?: unknown;
  };
  if (reason === 'length') throw new RequestFailure('malformed', 'the text was cut short');
  if (typeof message?.content !== 'string') throw new RequestFailure('malformed', 'it has no message');
  return message.content;
}
