import type { TopicTitles } from '../search-index/titles.js';
import type { WordScores } from './score-words.js';

/** What a title counts, as a share of the best score of words: the query itself, its beginning, or words in it. */
const EXACT = 1.2;
const BEGINNING = 0.6;
const INSIDE = 0.3;
/** A page's title against a section's. */
const PAGE_WEIGHT = 1.5;
/** Shorter queries begin too many titles. In UTF-16 units. */
const MIN_LENGTH = 2;

/** Titles as they are compared. */
export interface ComparableTitles {
  /** By topic number. */
  readonly pages: readonly string[];
  /** By chunk number. */
  readonly sections: readonly string[];
}

export function comparableTitles(titles: readonly TopicTitles[]): ComparableTitles {
  return {
    pages: titles.map(({ title }) => comparable(title)),
    sections: titles.flatMap(({ chunks }) => chunks.map(({ title }) => comparable(title))),
  };
}

/**
 * Adds to the scores of pages and sections whose titles contain the query as it is typed so far, stop words included:
 * somebody who types a title looks for what it is the title of.
 *
 * @returns whether any title contains it
 */
export function addTitleMatches(scores: WordScores, titles: ComparableTitles, query: string): boolean {
  const sought = comparable(query);
  if (sought.length < MIN_LENGTH) return false;
  const best = Math.max(1, largest(scores.chunks), largest(scores.titles));
  const isInPages = addMatches(scores.titles, titles.pages, sought, PAGE_WEIGHT * best);
  return addMatches(scores.chunks, titles.sections, sought, best) || isInPages;
}

function addMatches(scores: Float32Array, titles: readonly string[], sought: string, weight: number): boolean {
  let isAny = false;
  for (let at = 0; at < titles.length; at++) {
    const match = titleMatch(titles[at]!, sought);
    if (match === 0) continue;
    scores[at]! += weight * match;
    isAny = true;
  }
  return isAny;
}

function titleMatch(title: string, sought: string): number {
  const at = title.indexOf(sought);
  if (at < 0) return 0;
  if (at === 0) return title.length === sought.length ? EXACT : BEGINNING;
  return title[at - 1] === ' ' || title.includes(` ${sought}`) ? INSIDE : 0;
}

function largest(values: Float32Array): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) if (values[at]! > most) most = values[at]!;
  return most;
}

function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[\s\-_/]+/g, ' ')
    .trim();
}
