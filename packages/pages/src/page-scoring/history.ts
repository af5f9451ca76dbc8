import type { ScoreReport } from './report.js';

/** One run as a line of JSON for the history. */
export function formatHistoryLine(report: ScoreReport): string {
  const metrics = Object.fromEntries(
    report.metrics.map(({ metric, value }) => [metric, value === undefined ? null : Number(value.toFixed(4))]),
  );
  const { source = null, set = null, model, passed } = report;
  return `${JSON.stringify({ passed, source, set, model, questions: report.questions.length, ...metrics })}\n`;
}

/** Number of passed runs at the end of a history. A line that cannot be read counts as a failed run. */
export function consecutiveSuccesses(history: string): number {
  const lines = history.split('\n').filter((line) => line.trim() !== '');
  return lines.length - 1 - lines.findLastIndex((line) => !hasPassed(line));
}

function hasPassed(line: string): boolean {
  try {
    const run: unknown = JSON.parse(line);
    return typeof run === 'object' && run !== null && 'passed' in run && run.passed === true;
  } catch {
    return false;
  }
}
