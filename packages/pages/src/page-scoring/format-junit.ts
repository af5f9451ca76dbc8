import { escapeHtml } from '@topicmill/text/html';
import { formatThreshold, formatValue, metricLabel, reasonsOf } from './format-report.js';
import { isMiss, type ScoreReport } from './report.js';

/** Characters that are not allowed in XML. */
const NOT_XML =
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
    ...reports.flatMap(suitesOf),
    '</testsuites>',
    '',
  ].join('\n');
}

function suitesOf(report: ScoreReport): string[] {
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
      failure: fellShort ? reasonsOf(question).join('; ') : undefined,
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
  return escapeHtml(text.replace(NOT_XML, '\uFFFD')).replace(/[\n\r\t]/g, ' ');
}
