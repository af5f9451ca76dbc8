import { contextRecall, integrityScore, latencyDelta, mean } from './metrics.js';
import {
  METRICS,
  type MetricName,
  type MetricResult,
  type QuestionScore,
  type ReadingMeans,
  type ScoredAnswer,
  type ScoreReport,
} from './report.js';

/** The part of a report that describes the run. */
export interface RunDescription {
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
    meansOf(questions.map(pick).filter((read) => read !== undefined));
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
    return threshold === undefined ? [] : [resultOf(metric, measuredValue(metric, questions, pages), threshold)];
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

function resultOf(metric: MetricName, value: number | undefined, threshold: number): MetricResult {
  if (value === undefined) return { metric, threshold };
  return { metric, value, threshold, is_met: metric === 'latency' ? value <= threshold : value >= threshold };
}

function meansOf(reads: readonly Read[]): ReadingMeans | undefined {
  if (reads.length === 0) return undefined;
  const meanOf = (pick: (answer: ScoredAnswer) => number) => mean(reads.map(({ answer }) => pick(answer)))!;
  const sum = (pick: (read: Read) => number) => reads.reduce((total, read) => total + pick(read), 0);
  const isEmbedded = reads[0]!.answer.semantic_f1 !== undefined;
  return {
    f1: meanOf(({ f1 }) => f1),
    lexical_f1: meanOf(({ lexical_f1 }) => lexical_f1),
    ...(isEmbedded ? { semantic_f1: meanOf(({ semantic_f1 }) => semantic_f1 ?? 0) } : {}),
    exact_matches: reads.filter(({ answer }) => answer.exact_match).length,
    recall: contextRecall({
      held: sum(({ heldTokens }) => heldTokens),
      all: sum(({ requiredTokens }) => requiredTokens),
    }),
    elapsed_ms: meanOf(({ elapsed_ms }) => elapsed_ms),
  };
}
