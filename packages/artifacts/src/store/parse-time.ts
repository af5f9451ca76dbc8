import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';

/**
 * A time as ISO 8601 in UTC with milliseconds: texts that sort as the times do.
 *
 * @param time anything that `Date` reads
 * @throws TopicmillError with the code given
 */
export function parseTime(time: string, code: DiagnosticCode): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  // Years beyond four digits would not sort.
  if (!Number.isNaN(year) && year >= 0 && year <= 9999) return date.toISOString();
  throw new TopicmillError(code, `${JSON.stringify(time)} is not a time.`, {
    remedy: 'Write it like 2025-12-25T10:30:00Z.',
  });
}
