import { counted } from '@topicmill/base/diagnostics';
import { escapeHtml, htmlPage } from '@topicmill/text/html';
import {
  formatThreshold,
  formatValue,
  measuredReadings,
  metricLabel,
  readingCells,
  shortfallReasons,
} from './format-report.js';
import { isMiss, type MetricResult, type QuestionScore, type ScoredAnswer, type ScoreReport } from './report.js';

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** The report as a self-contained HTML page: metrics, readings, and each question that fell short. */
export function formatHtmlReport(report: ScoreReport): string {
  const misses = report.questions.filter((question) => isMiss(question, report));
  const title = `${report.passed ? 'Passed' : 'Failed'}: ${report.source ?? 'pages'}`;
  const body = [
    '<main>',
    `<h1><span class="${report.passed ? 'met' : 'missed'}">${report.passed ? 'Passed' : 'Failed'}</span> ${escapeShown(report.source ?? 'pages')}</h1>`,
    `<p>${counted(report.page_count, 'page')}, ${counted(report.questions.length, 'question')}, read by <code>${escapeShown(report.model)}</code>${report.embedder === undefined ? '' : `, answers compared by <code>${escapeShown(report.embedder)}</code>`}.</p>`,
    `<ul class="metrics">${report.metrics.map(metric).join('')}</ul>`,
    '<h2>Readings</h2>',
    readings(report),
    `<h2>Questions that fell short: ${misses.length}</h2>`,
    ...(misses.length === 0 ? ['<p>None.</p>'] : misses.map(missedQuestion)),
    '<h2>All questions</h2>',
    allQuestions(report),
    '</main>',
  ];
  return htmlPage({ language: 'en', title: escapeShown(title), style: REPORT_STYLE, body });
}

function metric(result: MetricResult): string {
  const { metric: name, value, is_met: isMet } = result;
  const state = isMet === undefined ? 'open' : isMet ? 'met' : 'missed';
  const words = isMet === undefined ? 'not measured' : isMet ? 'met' : 'missed';
  const shown = value === undefined ? '–' : formatValue(name, value);
  return `<li class="${state}"><span>${metricLabel(name)}</span><strong>${shown}</strong><span>${formatThreshold(result)}, ${words}</span></li>`;
}

function readings(report: ScoreReport): string {
  const rows = measuredReadings(report).map(
    ([name, means]) =>
      `<tr><th scope="row">${name}</th>${readingCells(means)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  );
  const note =
    report.control_not_measured === undefined
      ? ''
      : `<p>The whole document was not read: ${escapeShown(report.control_not_measured)}.</p>`;
  return `<div class="wide"><table class="numbers"><thead><tr><td></td>${[
    'F1',
    'by words',
    'semantic',
    'facts',
    'exact',
    'recall',
    'ms',
  ]
    .map((name) => `<th scope="col">${name}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>${note}`;
}

function missedQuestion(question: QuestionScore): string {
  const { expected, pages, control, first_page: firstPage, missing_passages: passages } = question;
  return [
    `<article><h3>${escapeShown(question.question)}</h3>`,
    `<p class="reasons">Line ${question.line}. ${shortfallReasons(question).map(escapeShown).join('; ')}.</p>`,
    '<dl>',
    `<dt>Expected</dt><dd>${escapeShown(expected)}</dd>`,
    answer('From the pages', pages),
    control === undefined ? '' : answer('From the whole document', control),
    firstPage === undefined ? '' : answer('From one page alone', firstPage),
    ...passages.map((passage) => `<dt>Not read</dt><dd><pre>${escapeShown(passage)}</pre></dd>`),
    `<dt>Pages read</dt><dd>${readPageIds(question)}</dd>`,
    '</dl></article>',
  ].join('\n');
}

function answer(name: string, { answer: text, f1 }: ScoredAnswer): string {
  const shown = text === '' ? '<em>no answer</em>' : escapeShown(text);
  return `<dt>${name}<br><small>F1 ${f1.toFixed(4)}</small></dt><dd>${shown}</dd>`;
}

/** Ids of the pages read, with the start page marked. */
function readPageIds({ pages_read: ids, start_page: start }: QuestionScore): string {
  if (ids.length === 0) return '<em>none</em>';
  return ids
    .map((id) => (id === start ? `<mark title="start">${escapeShown(id)}</mark>` : escapeShown(id)))
    .join(' → ');
}

function allQuestions(report: ScoreReport): string {
  const rows = report.questions.map(
    (question) =>
      `<tr${isMiss(question, report) ? ' class="short"' : ''}><td>${question.line}</td><td>${escapeShown(question.question)}</td><td>${question.pages.f1.toFixed(4)}</td><td>${question.held_tokens}/${question.required_tokens}</td><td>${question.hits}/${question.hits + question.misses.length}</td><td>${question.pages.elapsed_ms.toFixed(1)}</td></tr>`,
  );
  return `<div class="wide"><table class="numbers questions"><thead><tr>${[
    'line',
    'question',
    'F1',
    'tokens',
    'edges',
    'ms',
  ]
    .map((name) => `<th scope="col">${name}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Text as HTML, the control characters that no page may contain replaced. */
function escapeShown(text: string): string {
  return escapeHtml(text.replace(CONTROL, '\uFFFD'));
}

/** Style of the HTML report; follows the reader's preference for light or dark. */
const REPORT_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d9de, #3a4048); --soft: light-dark(#f5f6f8, #1d2126);
  --good: light-dark(#146c36, #6fd08c); --bad: light-dark(#a8201a, #ff8f87); --text: light-dark(#1b1f24, #e4e7eb);
  --quiet: light-dark(#57606a, #9aa4ae); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #14171a); }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
h1 .met, .met strong { color: var(--good); }
h1 .missed, .missed strong { color: var(--bad); }
code, pre { font: .9em/1.45 ui-monospace, monospace; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.metrics { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .75rem; padding: 0; margin: 1.25rem 0; list-style: none; }
.metrics li { border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; display: grid; }
.metrics strong { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.metrics span { color: var(--quiet); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.numbers td, .numbers thead th { text-align: right; font-variant-numeric: tabular-nums; }
.questions td:nth-child(2), .questions th:nth-child(2) { text-align: left; }
.short td { background: light-dark(#fdecea, #3a1d1c); }
article { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; padding: .75rem 1rem; margin: 0 0 1rem; }
.reasons { color: var(--quiet); margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: .5rem 1rem; margin: 0; }
dt { color: var(--quiet); font-size: .9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
mark { background: light-dark(#fff1b8, #5a4a10); color: inherit; padding: 0 .2em; border-radius: 3px; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin-bottom: .5rem; } }
`;
