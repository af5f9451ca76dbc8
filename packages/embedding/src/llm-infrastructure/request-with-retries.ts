import type { CompleteSettings } from './complete-settings.js';
import { RequestFailure } from './request-failure.js';

/**
 * Tries a request again after failures that may pass, with pauses that double; a pause that the server asks for is
 * kept to. When `stopped` is aborted during a pause, the failure before it is thrown.
 *
 * @throws RequestFailure the last one
 */
export async function requestWithRetries<Answer>(
  request: () => Promise<Answer>,
  settings: CompleteSettings,
  stopped: AbortSignal,
): Promise<Answer> {
  for (let retry = 0; ; retry++) {
    try {
      return await request();
    } catch (error) {
      const pauseMs = error instanceof RequestFailure ? pauseBefore(retry, error, settings) : undefined;
      if (pauseMs === undefined || !(await waitBeforeRetry(settings, pauseMs, stopped))) throw error;
    }
  }
}

/** Milliseconds before the retry with this index, or `undefined` when there is to be none. */
function pauseBefore(retry: number, failure: RequestFailure, settings: CompleteSettings): number | undefined {
  if (!failure.isTransient || retry >= settings.retryCount) return undefined;
  const { retryAfterMs } = failure.details;
  if (retryAfterMs !== undefined) return retryAfterMs <= settings.longestPauseMs ? retryAfterMs : undefined;
  const fullMs = Math.min(settings.firstPauseMs * 2 ** retry, settings.longestPauseMs);
  return fullMs * (1 - settings.random() / 2);
}

async function waitBeforeRetry(settings: CompleteSettings, pauseMs: number, stopped: AbortSignal): Promise<boolean> {
  try {
    await settings.sleep(pauseMs, stopped);
    return !stopped.aborted;
  } catch (error) {
    if (stopped.aborted) return false;
    throw error;
  }
}
