import type { EmbedderSettings } from '../../src/llm-infrastructure/index.js';

/** Settings that never really wait: the pauses are noted instead, in milliseconds, without spread. */
export function noPatience(env: EmbedderSettings['env'], more: Partial<EmbedderSettings> = {}) {
  const pauses: number[] = [];
  const settings: EmbedderSettings = {
    env,
    trustedServers: () => [new URL(env['OPENAI_BASE_URL'] ?? 'http://127.0.0.1').origin],
    timeoutMs: 60_000,
    random: () => 0,
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    sleep: async (pauseMs) => void pauses.push(pauseMs),
    ...more,
  };
  return { settings, pauses };
}
