import { readTextIfExists, writeFileIfChanged } from '@topicmill/base/files';
import { consecutiveSuccesses, formatHistoryLine, type ScoreReport } from '@topicmill/pages/page-scoring';

/**
 * Adds a run to a history, a file of JSON lines.
 *
 * @returns how many runs in a row passed, this one included
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `FILE_UNWRITABLE`
 */
export function recordRun(path: string, displayPath: string, report: ScoreReport): number {
  const before = readTextIfExists(path, displayPath) ?? '';
  // A line that a killed writer left without its end is one of its own.
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  const history = before + separator + formatHistoryLine(report);
  writeFileIfChanged(path, history, displayPath);
  return consecutiveSuccesses(history);
}
