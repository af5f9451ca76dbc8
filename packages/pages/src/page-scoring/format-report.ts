import { counted } from '@topicmill/base/diagnostics';
import { escapeHtml } from '@topicmill/text/html';
import { oneLine } from '@topicmill/text/white-space';
import {
  isMiss,
  type MetricName,
  type MetricResult,
  type QuestionScore,
  type ReadingMeans,
  type ScoredAnswer,
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
export function measuredReadings(report: ScoreReport): [name: string, means: ReadingMeans][] {
  const { pages, control, first_page: firstPage } = report;
  return [
    ['pages', pages],
    ...(control === undefined ? [] : [['whole document', control] satisfies [string, ReadingMeans]]),
    ...(firstPage === undefined ? [] : [['one page alone', firstPage] satisfies [string, ReadingMeans]]),
  ];
}

/** The figures of a reading: F1, by words, by meaning, by facts, exact answers, recall, milliseconds. */
export function readingCells(means: ReadingMeans): string[] {
  return [
    means.f1.toFixed(4),
    means.lexical_f1.toFixed(4),
    means.semantic_f1?.toFixed(4) ?? '–',
    means.fact_f1?.toFixed(4) ?? '–',
    String(means.exact_matches),
    means.recall.toFixed(4),
    means.elapsed_ms.toFixed(1),
  ];
}

function formatReadings(report: ScoreReport): string[] {
  const header = ['', 'F1', 'words', 'semantic', 'facts', 'exact', 'recall', 'ms'];
  const rows = measuredReadings(report).map(([name, means]) => [name, ...readingCells(means)]);
  return [header, ...rows].map(
    ([name = '', ...cells]) => `${name.padEnd(16)}${cells.map((cell) => cell.padStart(10)).join('')}`,
  );
}

function formatMiss(miss: QuestionScore): string {
  return [
    `  line ${miss.line}: ${miss.question}`,
    `    ${shortfallReasons(miss).join('; ')}`,
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
export function shortfallReasons({ pages, missing_passages: passages, misses }: QuestionScore): string[] {
  return [
    ...misses.map(({ from, to, reason }) => `the edge from ${from} to ${to}: the page is ${EDGE_FAULTS[reason]}`),
    ...passages.map((passage) => `not read: ${quoted(passage)}`),
    `F1 ${pages.f1.toFixed(4)} (${scoreParts(pages)})`,
  ];
}

function scoreParts({ lexical_f1: lexical, semantic_f1: semantic, fact_f1: facts }: ScoredAnswer): string {
  const parts = [
    ['words', lexical],
    ['semantic', semantic],
    ['facts', facts],
  ] as const;
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value.toFixed(4)}`])).join(', ');
}

const EDGE_FAULTS = { missing: 'missing', altered: 'changed', 'one-way': 'not leading back' } as const;

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

/** Characters that are not allowed in XML. */
const INVALID_XML_CHARACTERS =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly seconds: number;
  /** `undefined` when it passed. */
  readonly failure: string | undefined;
  readonly isSkipped: boolean;
}

/**
 * Reports as JUnit XML: a test case for each metric of a document, and one for each question. Questions that fell short
 * are failures only if the document's run did not pass.
 */
export function formatJunit(reports: readonly ScoreReport[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="aio-scorer">`,
    ...reports.flatMap(testSuites),
    '</testsuites>',
    '',
  ].join('\n');
}

function testSuites(report: ScoreReport): string[] {
  const metrics = report.metrics.map((result): TestCase => {
    const { metric, value, is_met: isMet } = result;
    const shown = value === undefined ? '' : formatValue(metric, value);
    return {
      suite: 'metrics',
      name: `${metricLabel(metric)} ${formatThreshold(result)}`,
      seconds: 0,
      failure: isMet === false ? `${shown}, expected ${formatThreshold(result)}` : undefined,
      isSkipped: isMet === undefined,
    };
  });
  const questions = report.questions.map((question): TestCase => {
    const fellShort = !report.passed && isMiss(question, report);
    return {
      suite: 'questions',
      name: question.question,
      seconds: question.pages.elapsed_ms / 1000,
      failure: fellShort ? shortfallReasons(question).join('; ') : undefined,
      isSkipped: false,
    };
  });
  const name = report.source ?? 'pages';
  return [...suite(`${name}: metrics`, metrics), ...suite(`${name}: questions`, questions)];
}

function suite(name: string, cases: readonly TestCase[]): string[] {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter(({ isSkipped }) => isSkipped).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [`  <testsuite name="${escapeXml(name)}" ${counts}>`, ...cases.map(testCase), '  </testsuite>'];
}

function testCase({ suite: className, name, seconds, failure, isSkipped }: TestCase): string {
  const opening = `    <testcase classname="aio-scorer.${className}" name="${escapeXml(name)}" time="${seconds.toFixed(3)}"`;
  if (isSkipped) return `${opening}><skipped message="not measured"/></testcase>`;
  return failure === undefined ? `${opening}/>` : `${opening}><failure message="${escapeXml(failure)}"/></testcase>`;
}

function escapeXml(text: string): string {
  return escapeHtml(text.replace(INVALID_XML_CHARACTERS, '\uFFFD')).replace(/[\n\r\t]/g, ' ');
}
