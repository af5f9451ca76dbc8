import type { MetricResult, QuestionScore, ReadingMeans, ScoreReport } from './report.js';

/**
 * A report as a deterministic file: without times and answers, numbers with four decimals, one line per question.
 */
export function formatScores(report: ScoreReport): string {
  const { source, set, model, embedder, page_count: pageCount, metrics, pages, first_page: firstPage } = report;
  const head = {
    version: 1,
    source,
    set,
    model,
    embedder,
    page_count: pageCount,
    metrics: metrics.map(roundedMetric),
    pages: roundedMeans(pages),
    first_page: firstPage === undefined ? undefined : roundedMeans(firstPage),
  };
  const rows = report.questions.map((question) => `    ${JSON.stringify(row(question))}`);
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "questions": [\n${rows.join(',\n')}\n  ]\n}\n`;
}

function row({ question, pages, start_page, pages_read, missing_passages, misses }: QuestionScore): object {
  return { question, f1: rounded(pages.f1), start_page, pages_read, missing_passages, misses };
}

function roundedMetric({ metric, value, threshold, is_met }: MetricResult): object {
  return { metric, value: value === undefined ? undefined : rounded(value), threshold, is_met };
}

function roundedMeans({ f1, recall, exact_matches }: ReadingMeans): object {
  return { f1: rounded(f1), recall: rounded(recall), exact_matches };
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
