import { analyzeText } from '@topicmill/search/retrieval';
import { splitSentences } from '@topicmill/text/sentences';
import { type MeanInterval, mean, meanInterval } from '../statistics.js';
import type { ContextQuestion } from './context-set.js';

/** How one way to collect did on one set of docs. */
interface MeasuredWay {
  readonly name: string;
  /** By budget, then by question. */
  readonly scores: readonly (readonly ContextScore[])[];
  /** Tokens of the contexts as shares of the budget, by budget, then by question. */
  readonly used: readonly (readonly number[])[];
}

/** What was measured on one set of docs, ours first. */
export interface MeasuredSet {
  readonly name: string;
  readonly ways: readonly MeasuredWay[];
}

/** What is measured of a context. */
export const MEASURES = [
  { name: 'words', of: ({ words }: ContextScore) => words },
  { name: 'passages', of: ({ passages }: ContextScore) => passages },
] as const;

/** Another way on the questions of a cell, and by how much ours is better, question by question; shares of 1. */
interface ComparedWay {
  readonly name: string;
  readonly mean: number;
  readonly difference: MeanInterval;
}

/** One measure on one set of docs within one budget. */
export interface ContextCell {
  readonly name: string;
  readonly questions: number;
  /** Ours, a share of 1. */
  readonly mean: number;
  /** Tokens of ours as a share of the budget, on average. */
  readonly used: number;
  readonly others: readonly ComparedWay[];
}

/** A cell for each set, measure and budget that has figures. */
export function contextCells(sets: readonly MeasuredSet[], budgets: readonly number[]): ContextCell[] {
  return sets.flatMap(({ name, ways }) =>
    MEASURES.flatMap(({ name: measure, of }) =>
      budgets.flatMap((budget, b) => {
        const [ours, ...others] = ways.map((way) => ({ name: way.name, values: numbers(way.scores[b]!.map(of)) }));
        if (ours!.values.length === 0) return [];
        const compared = others.map((other) => ({
          name: other.name,
          mean: mean(other.values),
          difference: meanInterval(ours!.values.map((value, at) => value - other.values[at]!)),
        }));
        return [
          {
            name: `${name}, ${measure}, ${budget}`,
            questions: ours!.values.length,
            mean: mean(ours!.values),
            used: mean(ways[0]!.used[b]!),
            others: compared,
          },
        ];
      }),
    ),
  );
}

/** The values that there are. */
export function numbers(values: readonly (number | undefined)[]): number[] {
  return values.filter((value): value is number => value !== undefined);
}

/** Whether ours is worse than another way by more than chance makes likely. */
export function isWorse({ difference }: ComparedWay): boolean {
  return difference.high < 0;
}

/** Whether ours is better than another way by more than chance makes likely. */
export function isBetter({ difference }: ComparedWay): boolean {
  return difference.low > 0;
}

/** Shares of 1. */
export interface ContextScore {
  /** Different words of the answers that the context contains, stop words aside. */
  readonly words: number;
  /** Passages that it contains whole, sentence by sentence; `undefined` where answers are no passages. */
  readonly passages: number | undefined;
}

/** Compares a context with what answers the question. White space does not count, since some splitters change it. */
export function scoreContext(context: string, { answers, isExact }: ContextQuestion): ContextScore {
  const held = new Set(analyzeText(context));
  const wanted = [...new Set(answers.flatMap(analyzeText))];
  const words = wanted.length === 0 ? 1 : wanted.filter((word) => held.has(word)).length / wanted.length;
  const written = withoutSpace(context);
  const isHeld = (passage: string): boolean =>
    splitSentences(passage).every((sentence) => written.includes(withoutSpace(sentence)));
  return { words, passages: isExact ? mean(answers.map((passage) => (isHeld(passage) ? 1 : 0))) : undefined };
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
