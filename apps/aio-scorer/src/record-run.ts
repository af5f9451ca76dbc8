import { readTextIfExists, writeFileIfChanged } from '@topicmill/base/files';
import { consecutiveSuccesses, formatHistoryLine, type ScoreReport } from '@topicmill/pages/page-scoring';

/**
 * Appends a run to a history, a file of JSON lines.
 *
 * @returns number of passed runs of the document in a row, including this one
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `FILE_UNWRITABLE`
 */
export function recordRun(path: string, displayPath: string, report: ScoreReport): number {
  const before = readTextIfExists(path, displayPath) ?? '';
  // An incomplete line left by a killed writer stays a line of its own.
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  const history = before + separator + formatHistoryLine(report);
  writeFileIfChanged(path, history, displayPath);
  return consecutiveSuccesses(history, report.source);
}
