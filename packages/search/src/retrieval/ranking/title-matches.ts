import { lowerCase, UNSPACED, withoutAccents } from '@topicmill/text/words';
import type { TopicTitles } from '../search-index/titles.js';
import { sharedLength } from '../shared-length.js';
import type { WordScores } from './score-words.js';

/** What a title counts, as a share of the best score of words: the query itself, its beginning, or words in it. */
const EXACT = 1.2;
const BEGINNING = 0.6;
const INSIDE = 0.3;
/** What a title counts that the query begins with one mistake, or with its words corrected, against the same without. */
const NEAR_MATCH_WEIGHT = 0.8;
/** Shorter queries with a mistake begin too many titles. In UTF-16 units. */
const MIN_NEAR_LENGTH = 4;
/** What titles of pages and of sections count: a section's has to outweigh pages that use its words often. */
const PAGE_WEIGHT = 1.5;
const SECTION_WEIGHT = 2;
/** What a page counts that has a title which begins with the query, and how much more the one that is likeliest meant. */
const BEGINS_WEIGHT = 2;
const LIKELIEST_WEIGHT = 3;
/** Shorter queries begin too many titles. In UTF-16 units. */
const MIN_LENGTH = 2;

/** Titles as they are compared. */
export interface ComparableTitles {
  /** By topic number. */
  readonly pages: readonly string[];
  /** By chunk number. */
  readonly sections: readonly string[];
  /** Number of the topic of each chunk. */
  readonly topicOfSection: readonly number[];
}

export function comparableTitles(titles: readonly TopicTitles[]): ComparableTitles {
  return {
    pages: titles.map(({ title }) => comparableTitle(title)),
    sections: titles.flatMap(({ chunks }) => chunks.map(({ title }) => comparableTitle(title))),
    topicOfSection: titles.flatMap(({ chunks }, topic) => chunks.map(() => topic)),
  };
}

/** How the titles match a query as it is typed so far. */
export interface TitleMatches {
  /** The query as it is compared. */
  readonly typed: string;
  /** Whether any title contains it or, if none does, begins with it but for one mistake. */
  readonly kind: 'contained' | 'mistyped' | 'none';
  /** By topic number, and by chunk number: how well each title matches. */
  readonly pages: Float32Array;
  readonly sections: Float32Array;
}

/** Compares all titles with a query as it is typed so far, stop words included. */
export function matchTitles(titles: ComparableTitles, query: string): TitleMatches {
  const typed = comparableTitle(query);
  const pages = new Float32Array(titles.pages.length);
  const sections = new Float32Array(titles.sections.length);
  const fill = (matchOf: (title: string, typed: string) => number): boolean => {
    const lists = [
      fillMatches(pages, titles.pages, typed, matchOf),
      fillMatches(sections, titles.sections, typed, matchOf),
    ];
    return lists.includes(true);
  };
  const kind =
    typed.length >= MIN_LENGTH && fill(titleMatch)
      ? 'contained'
      : typed.length >= MIN_NEAR_LENGTH && fill(nearTitleMatch)
        ? 'mistyped'
        : 'none';
  return { typed, kind, pages, sections };
}

/**
 * Adds to the scores of pages and sections whose titles match the query: somebody who types a title looks for what it is the
 * title of. The more of a title is typed, the more it counts.
 *
 * @param corrected the query with its misspelt words corrected, where there are any
 */
export function addTitleMatches(
  scores: Pick<WordScores, 'chunks' | 'titles'>,
  titles: ComparableTitles,
  matches: TitleMatches,
  corrected?: string | undefined,
): void {
  const { typed, kind } = matches;
  const meant = corrected === undefined || typed.length < MIN_LENGTH ? undefined : comparableTitle(corrected);
  if (kind === 'none' && meant === undefined) return;
  const share = kind === 'mistyped' ? NEAR_MATCH_WEIGHT : 1;
  const best = Math.max(1, largest(scores.chunks), largest(scores.titles));
  const add = (own: Float32Array, all: readonly string[], known: Float32Array, weight: number): void => {
    for (let at = 0; at < all.length; at++) {
      const match = share * known[at]!;
      own[at]! +=
        weight *
        best *
        (meant === undefined ? match : Math.max(match, NEAR_MATCH_WEIGHT * titleMatch(all[at]!, meant)));
    }
  };
  add(scores.titles, titles.pages, matches.pages, PAGE_WEIGHT);
  add(scores.chunks, titles.sections, matches.sections, SECTION_WEIGHT);
  addBeginnings(scores.titles, titles, typed, best);
}

/**
 * Any title that begins so may be the one that is meant, the likelier the less of it is missing: the page that has most of
 * them comes first. A title that is typed to its end is meant before all others.
 */
function addBeginnings(scores: Float32Array, titles: ComparableTitles, typed: string, best: number): void {
  const likelihoods = new Float32Array(titles.pages.length);
  const exact = new Set<number>();
  const known = new Set<string>();
  const add = (title: string, topic: number): void => {
    if (!title.startsWith(typed) || known.has(`${topic} ${title}`)) return;
    known.add(`${topic} ${title}`);
    likelihoods[topic]! += typed.length / title.length;
    if (title === typed) exact.add(topic);
  };
  for (const [topic, title] of titles.pages.entries()) add(title, topic);
  for (const [chunk, title] of titles.sections.entries()) add(title, titles.topicOfSection[chunk]!);
  const most = largest(likelihoods);
  for (let topic = 0; topic < likelihoods.length; topic++) {
    if (likelihoods[topic] === 0) continue;
    const share = exact.has(topic) ? 1 : likelihoods[topic]! / most;
    scores[topic]! += best * (BEGINS_WEIGHT + LIKELIEST_WEIGHT * share);
  }
}

/** @returns whether any title matches */
function fillMatches(
  matches: Float32Array,
  titles: readonly string[],
  typed: string,
  matchOf: (title: string, typed: string) => number,
): boolean {
  let isAny = false;
  for (let at = 0; at < titles.length; at++) {
    matches[at] = matchOf(titles[at]!, typed);
    if (matches[at]! > 0) isAny = true;
  }
  return isAny;
}

function titleMatch(title: string, typed: string): number {
  const at = title.indexOf(typed);
  if (at < 0) return 0;
  if (at === 0) return beginningMatch(title, typed.length);
  return title[at - 1] === ' ' || title.includes(` ${typed}`) || UNSPACED.test(typed.charAt(0)) ? INSIDE : 0;
}

/** @param length of the part of the title that is typed */
function beginningMatch(title: string, length: number): number {
  return BEGINNING + (EXACT - BEGINNING) * (length / title.length);
}

/** The match of a title that begins with a text but for one letter too many, too few or wrong, or two swapped ones. */
function nearTitleMatch(title: string, typed: string): number {
  const at = sharedLength(title, typed);
  const goesOn = (inTitle: number, inTyped: number): boolean => title.startsWith(typed.slice(inTyped), inTitle);
  const isSwap = title[at] === typed[at + 1] && title[at + 1] === typed[at];
  if (isSwap && goesOn(at + 2, at + 2)) return beginningMatch(title, typed.length);
  if (goesOn(at + 1, at + 1)) return beginningMatch(title, Math.min(title.length, typed.length));
  if (goesOn(at + 1, at)) return beginningMatch(title, typed.length + 1);
  return goesOn(at, at + 1) ? beginningMatch(title, typed.length - 1) : 0;
}

function largest(values: Float32Array): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) if (values[at]! > most) most = values[at]!;
  return most;
}

/** A title as it is compared: neither case, accents nor marks make a difference. */
export function comparableTitle(text: string): string {
  return withoutAccents(titleText(text));
}

/** A title without case, marks and signs between its words. */
export function titleText(text: string): string {
  return lowerCase(text)
    .replace(/[`*]/g, '')
    .replace(/[\s\-_/]+/g, ' ')
    .trim();
}
