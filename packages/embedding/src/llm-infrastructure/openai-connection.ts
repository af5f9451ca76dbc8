import { shownUserConfigPath } from '@topicmill/base/config';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { OpenAI } from 'openai';
import type { CompleteSettings } from './complete-settings.js';
import { exchange } from './exchange.js';
import type { ProviderWords, Service } from './service.js';

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

const NO_ACCOUNT: Account = { apiKey: 'none', organization: null, project: null };
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
  if (LOOPBACK_HOST.test(new URL(baseUrl).hostname)) return NO_ACCOUNT;
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
