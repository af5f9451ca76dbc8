import { TopicmillError } from '@topicmill/base/diagnostics';
import type { OpenAI } from 'openai';
import type { CompleteSettings } from './embedder-settings.js';
import { exchange } from './exchange.js';
import type { ProviderWords, Service } from './service.js';

const OFFICIAL_URL = 'https://api.openai.com/v1';

/** A way to OpenAI, or to a compatible server at `OPENAI_BASE_URL`. */
export interface OpenAiConnection {
  /** Whether it leads to OpenAI itself. */
  readonly isOfficial: boolean;
  readonly words: ProviderWords;
  /**
   * One request through the official client, tried once.
   *
   * @throws RequestFailure; TopicmillError `…_KEY_MISSING` when `OPENAI_API_KEY` is not set
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
      keyRejected: 'Check OPENAI_API_KEY; it must be a key that may use this model.',
    },
    request: async (signal, call) => {
      const apiKey = requireKey(env['OPENAI_API_KEY'], server, service);
      const { OpenAI } = await import('openai');
      return exchange({ settings, signal, secrets: [apiKey] }, (fetch) =>
        call(
          new OpenAI({
            apiKey,
            baseURL: baseUrl,
            organization: env['OPENAI_ORG_ID'] ?? null,
            project: env['OPENAI_PROJECT_ID'] ?? null,
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
