import type { ScoreReport } from './report.js';

/** One run as a line of JSON for the history. */
export function formatHistoryLine(report: ScoreReport): string {
  const metrics = Object.fromEntries(
    report.metrics.map(({ metric, value }) => [metric, value === undefined ? null : Number(value.toFixed(4))]),
  );
  const { source = null, set = null, model, passed } = report;
  return `${JSON.stringify({ passed, source, set, model, questions: report.questions.length, ...metrics })}\n`;
}

/**
 * Number of passed runs at the end of a history. A line that cannot be read counts as a failed run.
 *
 * @param source counts the runs of this document alone; without it, all of them
 */
export function consecutiveSuccesses(history: string, source?: string): number {
  const runs = history
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readRun);
  const counted = runs.filter((run) => source === undefined || run?.source === undefined || run.source === source);
  return counted.length - 1 - counted.findLastIndex((run) => run?.passed !== true);
}

interface Run {
  readonly passed: boolean;
  readonly source: string | undefined;
}

function readRun(line: string): Run | undefined {
  try {
    const run: unknown = JSON.parse(line);
    if (typeof run !== 'object' || run === null || !('passed' in run)) return undefined;
    const source = 'source' in run && typeof run.source === 'string' ? run.source : undefined;
    return { passed: run.passed === true, source };
  } catch {
    return undefined;
  }
}
