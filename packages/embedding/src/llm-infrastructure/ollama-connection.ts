import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Ollama } from 'ollama';
import type { CompleteSettings } from './complete-settings.js';
import { exchange } from './exchange.js';
import type { ProviderWords, Service } from './service.js';

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
