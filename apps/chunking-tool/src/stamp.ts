import { TopicmillError } from '@topicmill/base/diagnostics';
import type { RecordStamp } from '@topicmill/pipeline/records';

/**
 * The present time, or that of `SOURCE_DATE_EPOCH` (seconds since 1970) without the time it took, so that the same
 * source gives the same bytes.
 *
 * @throws TopicmillError `INVALID_OPTION` when `SOURCE_DATE_EPOCH` is no time
 */
export function stampOf(env: Readonly<Record<string, string | undefined>>, elapsedMs: number): RecordStamp {
  const { SOURCE_DATE_EPOCH: epoch } = env as { SOURCE_DATE_EPOCH?: string };
  if (epoch === undefined || epoch === '') {
    return { processedAt: new Date().toISOString(), processingTimeMs: Math.round(elapsedMs) };
  }
  if (!/^\d{1,11}$/.test(epoch)) {
    throw new TopicmillError('INVALID_OPTION', `SOURCE_DATE_EPOCH is "${epoch}".`, {
      remedy: 'Set it to whole seconds since 1970, or leave it out.',
    });
  }
  return { processedAt: new Date(Number(epoch) * 1000).toISOString() };
}
