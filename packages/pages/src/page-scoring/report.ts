import type { MissedEdge } from './reading-way.js';

export const METRICS = ['f1', 'recall', 'pis', 'latency'] as const;

/**
 * f1: mean answer F1, 0 to 1. recall: context recall, 0 to 1. pis: pagination integrity score, 0 to 100. latency:
 * additional time for pages compared with the whole document, in percent; the only one that must not exceed its
 * threshold.
 */
export type MetricName = (typeof METRICS)[number];

/** The thresholds for compliance. */
export const DEFAULT_THRESHOLDS: Readonly<Record<MetricName, number>> = {
  f1: 0.92,
  recall: 0.97,
  pis: 98,
  latency: 15,
};

/** An answer and its comparison with the expected one. */
export interface ScoredAnswer {
  readonly answer: string;
  /** The higher of `lexical_f1` and `semantic_f1`, but no more than `fact_f1`. */
  readonly f1: number;
  /** Whether the answers are equal after SQuAD's normalisation. */
  readonly exact_match: boolean;
  /** F1 of normalised words, as SQuAD computes it. */
  readonly lexical_f1: number;
  /** Cosine of the answers' embeddings, at least 0; absent without an embedder. */
  readonly semantic_f1?: number;
  /** F1 of numbers, names and code; absent if the expected answer has none that the question does not name. */
  readonly fact_f1?: number;
  readonly elapsed_ms: number;
}

/** The scores of one question. */
export interface QuestionScore {
  readonly question: string;
  readonly expected: string;
  /** Line of the question in its file. */
  readonly line: number;
  readonly start_page: string;
  /** Ids of the pages that were read, in the order of the document. */
  readonly pages_read: readonly string[];
  readonly required_tokens: number;
  readonly held_tokens: number;
  readonly missing_passages: readonly string[];
  readonly hits: number;
  readonly misses: readonly MissedEdge[];
  readonly pages: ScoredAnswer;
  /** The answer from the whole document; absent when not requested or when the document exceeds the context. */
  readonly control?: ScoredAnswer;
  /** The answer from the start page alone, and the required tokens on it; absent when not requested. */
  readonly first_page?: ScoredAnswer & { readonly held_tokens: number };
}

/** One metric over all questions. */
export interface MetricResult {
  readonly metric: MetricName;
  /** Absent when it was not measured. */
  readonly value?: number;
  readonly threshold: number;
  /** Absent when it was not measured. */
  readonly is_met?: boolean;
}

/** Means of one kind of reading over the questions. */
export interface ReadingMeans {
  readonly f1: number;
  readonly lexical_f1: number;
  readonly semantic_f1?: number;
  /** Over the questions with facts; absent without such. */
  readonly fact_f1?: number;
  readonly exact_matches: number;
  readonly recall: number;
  readonly elapsed_ms: number;
}

/** The result of a run. */
export interface ScoreReport {
  readonly version: 1;
  readonly source?: string;
  /** Hash of the set of pages. */
  readonly set?: string;
  readonly model: string;
  /** Embedder of the semantic F1. */
  readonly embedder?: string;
  readonly page_count: number;
  /** Whether every metric was measured and met its threshold. */
  readonly passed: boolean;
  readonly metrics: readonly MetricResult[];
  readonly pages: ReadingMeans;
  readonly control?: ReadingMeans;
  /** Reason for the missing control. */
  readonly control_not_measured?: string;
  readonly first_page?: ReadingMeans;
  readonly questions: readonly QuestionScore[];
}

/** Whether a question fell short: a passage or an edge is missing, or the answer is below the threshold. */
export function isMiss(question: QuestionScore, report: ScoreReport): boolean {
  const f1 = report.metrics.find(({ metric }) => metric === 'f1')?.threshold;
  return (
    question.missing_passages.length > 0 || question.misses.length > 0 || (f1 !== undefined && question.pages.f1 < f1)
  );
}

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
