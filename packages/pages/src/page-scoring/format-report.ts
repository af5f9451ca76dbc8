import { counted } from '@topicmill/base/diagnostics';
import { oneLine } from '@topicmill/text/white-space';
import {
  isMiss,
  type MetricName,
  type MetricResult,
  type QuestionScore,
  type ReadingMeans,
  type ScoreReport,
} from './report.js';

const LABELS: Readonly<Record<MetricName, string>> = {
  f1: 'Answer F1',
  recall: 'Context recall',
  pis: 'Pagination integrity',
  latency: 'Latency delta',
};

/** Maximum length of an answer in reports, in UTF-16 units. */
const SHOWN_LENGTH = 160;

/** The report for a terminal: each metric, the readings side by side, the questions that fell short. */
export function formatReport(report: ScoreReport): string {
  const misses = report.questions.filter((question) => isMiss(question, report));
  return [
    `${report.source ?? 'pages'}: ${counted(report.page_count, 'page')}, ${counted(report.questions.length, 'question')}, read by ${report.model}`,
    '',
    ...report.metrics.map(formatMetric),
    '',
    ...formatReadings(report),
    ...(report.control_not_measured === undefined
      ? []
      : [`The whole document was not read: ${report.control_not_measured}.`]),
    ...(misses.length === 0
      ? []
      : ['', `${counted(misses.length, 'question')} fell short:`, ...misses.map(formatMiss)]),
    '',
  ].join('\n');
}

/** `Answer F1`. */
export function metricLabel(metric: MetricName): string {
  return LABELS[metric];
}

/** A value of a metric, in its unit. */
export function formatValue(metric: MetricName, value: number): string {
  if (metric === 'latency') return `${value > 0 ? '+' : ''}${value.toFixed(1)} %`;
  return metric === 'pis' ? value.toFixed(2) : value.toFixed(4);
}

/** `≥ 0.92`, or `≤ +15 %`. */
export function formatThreshold({ metric, threshold }: MetricResult): string {
  return metric === 'latency' ? `≤ ${threshold > 0 ? '+' : ''}${threshold} %` : `≥ ${threshold}`;
}

function formatMetric(result: MetricResult): string {
  const { metric, value, is_met: isMet } = result;
  const state = isMet === undefined ? '–   ' : isMet ? 'ok  ' : 'FAIL';
  const shown = value === undefined ? 'not measured' : formatValue(metric, value);
  return `${state} ${LABELS[metric].padEnd(21)} ${shown.padStart(12)}   ${formatThreshold(result)}`;
}

/** The readings that were measured, with their means. */
export function readingsOf(report: ScoreReport): [name: string, means: ReadingMeans][] {
  const { pages, control, first_page: firstPage } = report;
  return [
    ['pages', pages],
    ...(control === undefined ? [] : [['whole document', control] satisfies [string, ReadingMeans]]),
    ...(firstPage === undefined ? [] : [['one page alone', firstPage] satisfies [string, ReadingMeans]]),
  ];
}

/** The figures of a reading: F1, by words, by meaning, exact answers, recall, milliseconds. */
export function readingCells(means: ReadingMeans): string[] {
  return [
    means.f1.toFixed(4),
    means.lexical_f1.toFixed(4),
    means.semantic_f1?.toFixed(4) ?? '–',
    String(means.exact_matches),
    means.recall.toFixed(4),
    means.elapsed_ms.toFixed(1),
  ];
}

function formatReadings(report: ScoreReport): string[] {
  const header = ['', 'F1', 'words', 'semantic', 'exact', 'recall', 'ms'];
  const rows = readingsOf(report).map(([name, means]) => [name, ...readingCells(means)]);
  return [header, ...rows].map(
    ([name = '', ...cells]) => `${name.padEnd(16)}${cells.map((cell) => cell.padStart(10)).join('')}`,
  );
}

function formatMiss(miss: QuestionScore): string {
  return [
    `  line ${miss.line}: ${miss.question}`,
    `    ${reasonsOf(miss).join('; ')}`,
    `    expected: ${quoted(miss.expected)}`,
    `    answered: ${quoted(miss.pages.answer)}`,
  ].join('\n');
}

/** A text on one line in quotes, shortened if long: a model's answer may contain anything. */
export function quoted(text: string): string {
  const line = oneLine(text);
  return JSON.stringify(line.length <= SHOWN_LENGTH ? line : `${line.slice(0, SHOWN_LENGTH).trimEnd()}…`);
}

/** Why a question fell short, in words. */
export function reasonsOf({ pages, missing_passages: passages, misses }: QuestionScore): string[] {
  return [
    ...misses.map(({ from, to, reason }) => `the edge from ${from} to ${to}: the page is ${EDGE_FAULTS[reason]}`),
    ...passages.map((passage) => `not read: ${quoted(passage)}`),
    `F1 ${pages.f1.toFixed(4)} (words ${pages.lexical_f1.toFixed(4)}${pages.semantic_f1 === undefined ? '' : `, semantic ${pages.semantic_f1.toFixed(4)}`})`,
  ];
}

const EDGE_FAULTS = { missing: 'missing', altered: 'changed', 'one-way': 'not leading back' } as const;
