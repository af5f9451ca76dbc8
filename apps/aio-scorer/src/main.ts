import { resolve } from 'node:path';
import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  processIo,
  reportDiagnostics,
  runProgram,
  wholeNumber,
} from '@topicmill/base/cli';
import { type DiagnosticCode, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { DEFAULT_THRESHOLDS, METRICS, type MetricName, type ScoreReport } from '@topicmill/pages/page-scoring/report';
import { InvalidArgumentError, Option } from 'commander';

/**
 * 13: the graph of continuity tokens is broken; 1: a threshold was missed or not measured, or the model failed; 2: wrong
 * usage or an invalid file.
 */
export type ScorerExitCode = ExitCode | 13;

interface ScorerOptions {
  readonly manifest: readonly string[];
  readonly queries: string;
  readonly model: string;
  readonly metrics: readonly MetricName[];
  readonly targetThresholds?: readonly number[];
  readonly embedder: string;
  readonly context?: number;
  readonly answers: string;
  readonly fresh?: true;
  readonly firstPage?: true;
  readonly json?: true;
  readonly junit?: string;
  readonly html?: string;
  readonly history?: string;
  readonly requireConsecutive?: number;
}

const VERSION = '0.1.0';
const BROKEN_GRAPH = 13;
const BAD_FILE_CODES: ReadonlySet<DiagnosticCode> = new Set([
  'EMBEDDER_UNKNOWN',
  'FILE_UNREADABLE',
  'GENERATOR_UNKNOWN',
  'INVALID_OPTION',
  'NOT_UTF8',
  'PAGES_MANIFEST_INVALID',
  'QUERIES_INVALID',
]);

const PROGRAM = {
  name: 'aio-scorer',
  version: VERSION,
  description:
    'Measures whether a model still understands a document after it was split into pages; fails if it does not.',
  examples: [
    ['aio-scorer --manifest pages/chunks.json --queries queries.yaml', 'read offline, without a model'],
    ['aio-scorer --manifest pages/ --queries queries.yaml --model gpt-4o-mini', 'use OpenAI; OPENAI_API_KEY'],
    ['aio-scorer … --model ollama:llama3.2 --context 8192 --html report.html', 'use Ollama, report the misses'],
    ['aio-scorer --manifest pages/* --queries queries.yaml', 'several documents; the worst result decides'],
    ['aio-scorer … --metrics f1,recall --target-thresholds 0.9 0.95', 'two metrics, thresholds in their order'],
    ['aio-scorer … --history scores.jsonl --require-consecutive 3', 'pass after three runs that passed'],
  ],
} as const;

/** Runs `aio-scorer`; see `--help`. Returns the exit code. */
export async function main(args: readonly string[], io: CommandIo = processIo()): Promise<ScorerExitCode> {
  let exitCode: ScorerExitCode = 0;
  const program = createProgram(PROGRAM, io)
    .addHelpText(
      'after',
      `  1 is also the code for a metric that could not be measured.\n  ${BROKEN_GRAPH}: the continuity tokens do not form a chain: one leads nowhere, not back, in a circle or elsewhere than\n      the manifest says, there are two first pages, or a page cannot be reached; no model was asked.`,
    )
    .requiredOption('--manifest <files...>', 'chunks.json of the pages of a document, or their folder')
    .requiredOption('--queries <file>', 'questions with the expected answers and the passages that they need')
    .option(
      '--model <name>',
      'openai:<model>, ollama:<model>, the name of an OpenAI model, or extractive',
      'extractive',
    )
    .addOption(
      new Option('--metrics <list>', 'metrics to measure, each of which must meet its threshold')
        .argParser(metricList)
        .default([...METRICS], METRICS.join(',')),
    )
    .option('--target-thresholds <numbers...>', 'thresholds in the order of --metrics', numbers)
    .option('--embedder <name>', 'embedder that compares answers by meaning; none for words only', 'builtin')
    .option('--context <tokens>', "the model's context, if it is not known", wholeNumber(1))
    .option('--answers <folder>', 'cache of model answers, so that a stopped run can continue', '.topicmill/answers')
    .option('--fresh', 'ask all questions again, without the cache')
    .option('--first-page', 'also read the start page alone, to show the gain from following the tokens')
    .option('--json', 'print the report as JSON')
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as an HTML page')
    .option('--history <file>', 'append the run to this file')
    .option(
      '--require-consecutive <runs>',
      'fail until this many runs in a row have passed; needs --history',
      wholeNumber(1),
    )
    .action(async (options: ScorerOptions) => {
      exitCode = await score(options, io);
    });
  const ended = await runProgram(program, args, io, () => 0);
  return ended === 0 ? exitCode : ended;
}

/** Scores each document, and goes on with the next when one fails; the worst result decides. */
async function score(options: ScorerOptions, io: CommandIo): Promise<ScorerExitCode> {
  const reports: ScoreReport[] = [];
  let worst: ScorerExitCode = 0;
  try {
    const thresholds = thresholdsOf(options);
    checkCombination(options);
    for (const manifest of options.manifest) {
      const ended = await scoreDocument(manifest, { ...options, thresholds }, reports, io);
      worst = worseExitCode(worst, ended);
    }
    await writeReports(reports, options, io);
    return worst;
  } catch (thrown) {
    return worseExitCode(worst, reportFault(thrown, io));
  }
}

const BY_WEIGHT: readonly ScorerExitCode[] = [0, 1, 2, BROKEN_GRAPH];

function worseExitCode(a: ScorerExitCode, b: ScorerExitCode): ScorerExitCode {
  return BY_WEIGHT.indexOf(a) > BY_WEIGHT.indexOf(b) ? a : b;
}

function checkCombination({ manifest, html, history, requireConsecutive = 1 }: ScorerOptions): void {
  if (requireConsecutive > 1 && history === undefined) {
    throw wrongUsage('--require-consecutive needs the history of earlier runs.', 'Name its file with --history.');
  }
  if (html !== undefined && manifest.length > 1) {
    throw wrongUsage('--html shows one document.', 'Leave it out, or run once for each manifest.');
  }
}

async function scoreDocument(
  manifest: string,
  options: ScorerOptions & { readonly thresholds: Partial<Record<MetricName, number>> },
  reports: ScoreReport[],
  io: CommandIo,
): Promise<ScorerExitCode> {
  const { history, requireConsecutive = 1 } = options;
  try {
    const { scorePageSet } = await import('./score-page-set.js');
    const { recordRun } = await import('./score-page-set.js');
    const report = await scorePageSet({
      manifest: resolve(io.cwd, manifest),
      displayManifest: manifest,
      queries: resolve(io.cwd, options.queries),
      displayQueries: options.queries,
      model: options.model,
      thresholds: options.thresholds,
      embedder: options.embedder,
      answersFolder: options.fresh === true ? undefined : resolve(io.cwd, options.answers),
      displayAnswers: options.answers,
      comparesFirstPage: options.firstPage === true,
      settings: { env: io.env },
      contextTokens: options.context,
      onQuestion: io.stderr.isTTY === true ? (done, all) => io.stderr.write(progress(done, all)) : undefined,
    });
    reports.push(report);
    const successes = history === undefined ? 1 : recordRun(resolve(io.cwd, history), history, report);
    if (!report.passed) {
      reportUnmeasured(report, io);
      return 1;
    }
    if (successes >= requireConsecutive) return 0;
    io.stderr.write(`${successes} of ${counted(requireConsecutive, 'run')} in a row passed.\n`);
    return 1;
  } catch (thrown) {
    return reportFault(thrown, io);
  }
}

function reportFault(thrown: unknown, io: CommandIo): ScorerExitCode {
  const diagnostics = diagnosticsOf(thrown);
  reportDiagnostics(diagnostics, io);
  if (diagnostics.some(({ code }) => code.startsWith('CT_'))) return BROKEN_GRAPH;
  return diagnostics.some(({ code }) => BAD_FILE_CODES.has(code)) ? 2 : 1;
}

/** A metric without a value has not passed, which its line in the report alone does not explain. */
function reportUnmeasured({ metrics }: ScoreReport, io: CommandIo): void {
  const unmeasured = metrics.filter(({ value }) => value === undefined).map(({ metric }) => metric);
  if (unmeasured.length === 0) return;
  const others = METRICS.filter((metric) => !unmeasured.includes(metric)).join(',');
  io.stderr.write(`Not passed: ${unmeasured.join(', ')} was not measured. To score without it: --metrics ${others}\n`);
}

async function writeReports(
  reports: readonly ScoreReport[],
  { json, junit, html, manifest }: ScorerOptions,
  io: CommandIo,
): Promise<void> {
  if (reports.length === 0) return;
  const { formatHtmlReport, formatJunit, formatReport } = await import('@topicmill/pages/page-scoring');
  if (junit !== undefined) writeFileIfChanged(resolve(io.cwd, junit), formatJunit(reports), junit);
  if (html !== undefined) writeFileIfChanged(resolve(io.cwd, html), formatHtmlReport(reports[0]!), html);
  if (json !== true) io.stdout.write(reports.map(formatReport).join('\n'));
  else io.stdout.write(indentedJson(manifest.length === 1 ? reports[0] : reports));
}

function thresholdsOf({ metrics, targetThresholds }: ScorerOptions): Partial<Record<MetricName, number>> {
  if (targetThresholds !== undefined && targetThresholds.length !== metrics.length) {
    const message = `${counted(metrics.length, 'metric')} but ${counted(targetThresholds.length, 'threshold')} given.`;
    throw wrongUsage(message, `Give one for each of ${metrics.join(', ')}, in this order.`);
  }
  return Object.fromEntries(
    metrics.map((metric, index) => [metric, targetThresholds?.[index] ?? DEFAULT_THRESHOLDS[metric]]),
  );
}

function progress(done: number, all: number): string {
  return `\r${done} of ${counted(all, 'question')}${done === all ? '\n' : ''}`;
}

function metricList(value: string): MetricName[] {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(METRICS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`${JSON.stringify(unknown)} is not one of ${METRICS.join(', ')}.`);
  if (new Set(names).size < names.length) throw new InvalidArgumentError('A metric is given twice.');
  return names as MetricName[];
}

function numbers(value: string, before: readonly number[] | undefined): number[] {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.');
  return [...(before ?? []), number];
}

function wrongUsage(message: string, remedy: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy });
}
