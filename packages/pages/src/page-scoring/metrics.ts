import type { TokenCounter } from '@topicmill/text/tokens';
import { oneLine } from '@topicmill/text/white-space';
import {
  METRICS,
  type MetricName,
  type MetricResult,
  type QuestionScore,
  type ReadingMeans,
  type ScoredAnswer,
  type ScoreReport,
} from './report.js';

/** Tokens of required passages, and of those that were read. */
interface RequiredTokens {
  readonly held: number;
  readonly all: number;
}

/**
 * Counts the tokens of the required passages, and of those contained in one of the texts. A passage counts as a whole or
 * not at all; differences in white space are ignored.
 */
export function requiredTokens(
  required: readonly string[],
  texts: readonly string[],
  counter: Pick<TokenCounter, 'count'>,
): RequiredTokens {
  const lines = texts.map(oneLine);
  let held = 0;
  let all = 0;
  for (const passage of required) {
    const tokenCount = counter.count(passage);
    all += tokenCount;
    if (lines.some((line) => line.includes(oneLine(passage)))) held += tokenCount;
  }
  return { held, all };
}

/** Context recall: required tokens that were read over all required tokens, from 0 to 1. 1 when none is required. */
export function contextRecall({ held, all }: RequiredTokens): number {
  return all === 0 ? 1 : held / all;
}

/**
 * Pagination integrity score: hits over hits and misses, in percent; 100 when no edge was followed.
 *
 * @param hits edges that led to a page that exists, is unchanged and leads back
 */
export function integrityScore(hits: number, misses: number): number {
  return hits + misses === 0 ? 100 : (hits / (hits + misses)) * 100;
}

/**
 * Additional time for the pages compared with the whole document, in percent; negative when they are faster. `undefined`
 * when the control took no time.
 */
export function latencyDelta(pagesMs: number, controlMs: number): number | undefined {
  return controlMs <= 0 ? undefined : ((pagesMs - controlMs) / controlMs) * 100;
}

/** Mean of values; `undefined` for none. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ARTICLES = /\b(?:a|an|the)\b/g;

/**
 * An answer as SQuAD 1.1's evaluation script compares it: in lower case, without ASCII punctuation and the words a, an
 * and the, white space collapsed.
 */
export function normalizeAnswer(answer: string): string {
  const words = answer.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLES, ' ');
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

/** Whether two answers are the same when normalised. */
export function isExactMatch(answer: string, expected: string): boolean {
  return normalizeAnswer(answer) === normalizeAnswer(expected);
}

/**
 * SQuAD's F1 of two answers: the harmonic mean of precision and recall of their normalised words, with repetitions. From
 * 0 to 1; two empty answers give 1.
 */
export function answerF1(answer: string, expected: string): number {
  const words = normalizedWords(answer);
  const expectedWords = normalizedWords(expected);
  if (words.length === 0 || expectedWords.length === 0) return words.length === expectedWords.length ? 1 : 0;
  const shared = sharedCount(words, expectedWords);
  if (shared === 0) return 0;
  const precision = shared / words.length;
  const recall = shared / expectedWords.length;
  return (2 * precision * recall) / (precision + recall);
}

function normalizedWords(answer: string): string[] {
  const normalized = normalizeAnswer(answer);
  return normalized === '' ? [] : normalized.split(' ');
}

/** Number of items that two lists share: for each item, the lower of its two counts. */
function sharedCount(items: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  let shared = 0;
  for (const item of items) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    left.set(item, count - 1);
    shared++;
  }
  return shared;
}

/** The part of a report that describes the run. */
interface RunDescription {
  readonly source: string | undefined;
  readonly set: string | undefined;
  readonly model: string;
  readonly embedder: string | undefined;
  readonly pageCount: number;
  readonly thresholds: Partial<Readonly<Record<MetricName, number>>>;
  readonly controlNotMeasured: string | undefined;
}

/** One reading of a question. */
interface Read {
  readonly answer: ScoredAnswer;
  readonly heldTokens: number;
  readonly requiredTokens: number;
}

/**
 * The report of scored questions. Recall is over the tokens of all questions, integrity over all followed edges, latency
 * over the mean times of the questions with a control. A metric that was not measured has not passed.
 *
 * @param questions at least one
 */
export function summarize(questions: readonly QuestionScore[], run: RunDescription): ScoreReport {
  const readings = (pick: (question: QuestionScore) => Read | undefined): ReadingMeans | undefined =>
    readingMeans(questions.map(pick).filter((read) => read !== undefined));
  const pages = readings((each) => ({
    answer: each.pages,
    heldTokens: each.held_tokens,
    requiredTokens: each.required_tokens,
  }))!;
  const control = readings(({ control: answer, required_tokens: all }) =>
    answer === undefined ? undefined : { answer, heldTokens: all, requiredTokens: all },
  );
  const firstPage = readings(({ first_page: answer, required_tokens: all }) =>
    answer === undefined ? undefined : { answer, heldTokens: answer.held_tokens, requiredTokens: all },
  );
  const metrics = METRICS.flatMap((metric) => {
    const threshold = run.thresholds[metric];
    return threshold === undefined ? [] : [metricResult(metric, measuredValue(metric, questions, pages), threshold)];
  });
  return {
    version: 1,
    ...(run.source === undefined ? {} : { source: run.source }),
    ...(run.set === undefined ? {} : { set: run.set }),
    model: run.model,
    ...(run.embedder === undefined ? {} : { embedder: run.embedder }),
    page_count: run.pageCount,
    passed: metrics.every(({ is_met }) => is_met === true),
    metrics,
    pages,
    ...(control === undefined ? {} : { control }),
    ...(run.controlNotMeasured === undefined ? {} : { control_not_measured: run.controlNotMeasured }),
    ...(firstPage === undefined ? {} : { first_page: firstPage }),
    questions,
  };
}

function measuredValue(
  metric: MetricName,
  questions: readonly QuestionScore[],
  pages: ReadingMeans,
): number | undefined {
  switch (metric) {
    case 'f1':
      return pages.f1;
    case 'recall':
      return pages.recall;
    case 'pis': {
      const count = (pick: (question: QuestionScore) => number) => questions.reduce((sum, each) => sum + pick(each), 0);
      return integrityScore(
        count(({ hits }) => hits),
        count(({ misses }) => misses.length),
      );
    }
    default: {
      const timed = questions.filter(({ control }) => control !== undefined);
      const pagesMs = mean(timed.map((each) => each.pages.elapsed_ms));
      const controlMs = mean(timed.map((each) => each.control!.elapsed_ms));
      return pagesMs === undefined || controlMs === undefined ? undefined : latencyDelta(pagesMs, controlMs);
    }
  }
}

function metricResult(metric: MetricName, value: number | undefined, threshold: number): MetricResult {
  if (value === undefined) return { metric, threshold };
  return { metric, value, threshold, is_met: metric === 'latency' ? value <= threshold : value >= threshold };
}

function readingMeans(reads: readonly Read[]): ReadingMeans | undefined {
  if (reads.length === 0) return undefined;
  const meanOf = (pick: (answer: ScoredAnswer) => number) => mean(reads.map(({ answer }) => pick(answer)))!;
  const sum = (pick: (read: Read) => number) => reads.reduce((total, read) => total + pick(read), 0);
  const isEmbedded = reads[0]!.answer.semantic_f1 !== undefined;
  const factF1 = mean(reads.map(({ answer }) => answer.fact_f1).filter((value) => value !== undefined));
  return {
    f1: meanOf(({ f1 }) => f1),
    lexical_f1: meanOf(({ lexical_f1 }) => lexical_f1),
    ...(isEmbedded ? { semantic_f1: meanOf(({ semantic_f1 }) => semantic_f1 ?? 0) } : {}),
    ...(factF1 === undefined ? {} : { fact_f1: factF1 }),
    exact_matches: reads.filter(({ answer }) => answer.exact_match).length,
    recall: contextRecall({
      held: sum(({ heldTokens }) => heldTokens),
      all: sum(({ requiredTokens }) => requiredTokens),
    }),
    elapsed_ms: meanOf(({ elapsed_ms }) => elapsed_ms),
  };
}
