import { refuseUnknownOptions } from '@topicmill/base/diagnostics';
import type { EmbedderSettings } from './embedder-settings.js';

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
