import { setTimeout as delay } from 'node:timers/promises';
import { readUserConfig } from '@topicmill/base/config';
import { type EmbedderSettings, refuseUnknownSettings } from './embedder-settings.js';
import { proxiedFetch } from './proxied-fetch.js';

/** The settings with nothing left open. */
export type CompleteSettings = Required<EmbedderSettings>;

/**
 * Fills in the defaults.
 *
 * @throws TopicmillError `INVALID_OPTION` for a setting that there is not
 */
export function completeSettings(settings: EmbedderSettings): CompleteSettings {
  refuseUnknownSettings(settings);
  return {
    env: settings.env,
    fetch: settings.fetch ?? proxiedFetch(settings.env),
    trustedServers: settings.trustedServers ?? (() => readUserConfig().trustedServers),
    now: settings.now ?? Date.now,
    sleep: settings.sleep ?? ((pauseMs, signal) => delay(pauseMs, undefined, { signal })),
    random: settings.random ?? Math.random,
    timeoutMs: settings.timeoutMs ?? 120_000,
    retryCount: settings.retryCount ?? 4,
    firstPauseMs: settings.firstPauseMs ?? 1_000,
    longestPauseMs: settings.longestPauseMs ?? 60_000,
  };
}
