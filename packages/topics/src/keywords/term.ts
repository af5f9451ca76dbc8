import { compareCodeUnits } from '@topicmill/base/order';
/** `compound`: several words, or one that is hyphenated or dotted. `single`: one word. */
export type TermType = 'compound' | 'single';

/** A term of one topic, scored by that topic alone. */
export interface LocalTerm {
  /** Lower case, but for stop words that are names in capitals (`WHO`). A compound is written as the topic writes it most often, with spaces, hyphens or dots. */
  readonly term: string;
  readonly type: TermType;
  /** Uses outside code. Those inside a longer compound of the topic count for that compound only. */
  readonly count: number;
  /** 1.5, 1.25 or 1.1 for a compound that a heading of level 1, 2 or deeper contains (the highest counts); else 1. */
  readonly headerMultiplier: number;
  /** count × header multiplier × type multiplier; exact to three decimals. */
  readonly localScore: number;
}

/** A keyword: a term with its weight among all topics. */
export interface Keyword {
  readonly term: string;
  readonly type: TermType;
  readonly count: number;
  readonly headerMultiplier: number;
  readonly typeMultiplier: number;
  /** 2, 1.5 or 1: the rarer among the topics, the higher. */
  readonly globalMultiplier: number;
  /** count × header × type × global multiplier, rounded to three decimals, halves up. */
  readonly score: number;
}

/** 1.5 for a compound, 1 for a single word. */
export function typeMultiplierOf(type: TermType): number {
  return type === 'compound' ? 1.5 : 1;
}

/**
 * The product of a count and multipliers with at most two decimals each, rounded to three decimals, halves up. The
 * arithmetic is on whole numbers, so that the result does not depend on the order of the factors.
 */
export function scoreOf(count: number, header: number, type: number, global: number): number {
  const hundredths = Math.round(header * 100) * Math.round(type * 100) * Math.round(global * 100);
  return Math.round((count * hundredths) / 1000) / 1000;
}

/** Order of terms: by score, highest first, then by term in code units. */
export function byScoreThenTerm(
  a: { readonly term: string; readonly score: number },
  b: { readonly term: string; readonly score: number },
): number {
  if (a.score !== b.score) return b.score - a.score;
  return compareCodeUnits(a.term, b.term);
}

/** The form under which topics share a term: a hyphen is as good as a space. */
export function sharedFormOf(term: string): string {
  return term.replaceAll('-', ' ');
}
