import { refuseUnknownOptions } from '@topicmill/base/diagnostics';

/** What an embedder needs from its surroundings, and how patient it is. Everything but `env` has a default. */
export interface EmbedderSettings {
  /** Environment: `OLLAMA_HOST`; `OPENAI_API_KEY`, `OPENAI_BASE_URL`, `OPENAI_ORG_ID`, `OPENAI_PROJECT_ID`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof globalThis.fetch;
  /** Addresses of servers that may get keys, besides those of the providers. Default: those of the user's own configuration. */
  readonly trustedServers?: () => readonly string[];
  /** Milliseconds since the epoch; used to understand a `Retry-After` that is a date. */
  readonly now?: () => number;
  /** Waits; rejects when `signal` is aborted. */
  readonly sleep?: (pauseMs: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 to 1 that shortens a pause to between half and all of it, so that several processes spread out. */
  readonly random?: () => number;
  /** Longest time for one request, its answer included. Default 120,000. */
  readonly timeoutMs?: number;
  /** Requests made again after a failure that may pass. Default 4. */
  readonly retryCount?: number;
  /** Pause before the first retry; each further one is twice as long. Default 1,000. */
  readonly firstPauseMs?: number;
  /** No pause is longer. A server that asks for a longer one counts as failed. Default 60,000. */
  readonly longestPauseMs?: number;
}

const SETTINGS = {
  env: true,
  fetch: true,
  trustedServers: true,
  now: true,
  sleep: true,
  random: true,
  timeoutMs: true,
  retryCount: true,
  firstPauseMs: true,
  longestPauseMs: true,
} satisfies Record<keyof EmbedderSettings, true>;

/** @throws TopicmillError `INVALID_OPTION` for a setting that there is not */
export function refuseUnknownSettings(settings: EmbedderSettings): void {
  refuseUnknownOptions(settings, SETTINGS, 'The settings of a model');
}
