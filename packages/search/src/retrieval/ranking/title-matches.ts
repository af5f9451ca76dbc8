import type { TopicTitles } from '../search-index/titles.js';
import { sharedLength } from '../shared-length.js';
import type { WordScores } from './score-words.js';

/** What a title counts, as a share of the best score of words: the query itself, its beginning, or words in it. */
const EXACT = 1.2;
const BEGINNING = 0.6;
const INSIDE = 0.3;
/** What a title counts that the query begins with one mistake, or with its words corrected, against the same without. */
const NEAR = 0.8;
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
    pages: titles.map(({ title }) => comparable(title)),
    sections: titles.flatMap(({ chunks }) => chunks.map(({ title }) => comparable(title))),
    topicOfSection: titles.flatMap(({ chunks }, topic) => chunks.map(() => topic)),
  };
}

/** A query as it was typed, and what it may have been meant to be. */
export interface TypedQuery {
  readonly query: string;
  /** With its misspelt words corrected, where there are any. */
  readonly corrected?: string | undefined;
  /** Whether a title also counts that begins with the query but for one mistake, if none has it as it is. */
  readonly mayBeMistyped?: boolean;
}

/**
 * Adds to the scores of pages and sections whose titles contain the query as it is typed so far, stop words included:
 * somebody who types a title looks for what it is the title of. The more of a title is typed, the more it counts.
 *
 * @returns whether any title contains the query as it is typed
 */
export function addTitleMatches(scores: WordScores, titles: ComparableTitles, typed: TypedQuery): boolean {
  const sought = comparable(typed.query);
  if (sought.length < MIN_LENGTH) return false;
  const isAny = [titles.pages, titles.sections].some((all) => all.some((title) => titleMatch(title, sought) > 0));
  const corrected = typed.corrected === undefined ? undefined : comparable(typed.corrected);
  const isNearSought = typed.mayBeMistyped === true && !isAny && sought.length >= MIN_NEAR_LENGTH;
  if (!isAny && !isNearSought && corrected === undefined) return false;
  const matchOf = (title: string): number =>
    Math.max(
      titleMatch(title, sought),
      corrected === undefined ? 0 : NEAR * titleMatch(title, corrected),
      isNearSought ? NEAR * nearTitleMatch(title, sought) : 0,
    );
  const best = Math.max(1, largest(scores.chunks), largest(scores.titles));
  addMatches(scores.titles, titles.pages, (title) => PAGE_WEIGHT * best * matchOf(title));
  addMatches(scores.chunks, titles.sections, (title) => SECTION_WEIGHT * best * matchOf(title));
  addBeginnings(scores.titles, titles, sought, best);
  return isAny;
}

/**
 * Any title that begins so may be the one that is meant, the likelier the less of it is missing: the page that has most of
 * them comes first. A title that is typed to its end is meant before all others.
 */
function addBeginnings(scores: Float32Array, titles: ComparableTitles, sought: string, best: number): void {
  const likelihoods = new Float32Array(titles.pages.length);
  const exact = new Set<number>();
  const known = new Set<string>();
  const add = (title: string, topic: number): void => {
    if (!title.startsWith(sought) || known.has(`${topic} ${title}`)) return;
    known.add(`${topic} ${title}`);
    likelihoods[topic]! += sought.length / title.length;
    if (title === sought) exact.add(topic);
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

/** Whether no title contains the query, and one begins with it but for one mistake. */
export function isMistypedTitle({ pages, sections }: ComparableTitles, query: string): boolean {
  const sought = comparable(query);
  const lists = [pages, sections];
  return (
    sought.length >= MIN_NEAR_LENGTH &&
    !lists.some((titles) => titles.some((title) => titleMatch(title, sought) > 0)) &&
    lists.some((titles) => titles.some((title) => nearTitleMatch(title, sought) > 0))
  );
}

function addMatches(scores: Float32Array, titles: readonly string[], worthOf: (title: string) => number): void {
  for (let at = 0; at < titles.length; at++) scores[at]! += worthOf(titles[at]!);
}

function titleMatch(title: string, sought: string): number {
  const at = title.indexOf(sought);
  if (at < 0) return 0;
  if (at === 0) return beginningMatch(title, sought.length);
  return title[at - 1] === ' ' || title.includes(` ${sought}`) ? INSIDE : 0;
}

/** @param length of the part of the title that is typed */
function beginningMatch(title: string, length: number): number {
  return BEGINNING + (EXACT - BEGINNING) * (length / title.length);
}

/** The match of a title that begins with a text but for one letter too many, too few or wrong, or two swapped ones. */
function nearTitleMatch(title: string, sought: string): number {
  const at = sharedLength(title, sought);
  const goesOn = (inTitle: number, inSought: number): boolean => title.startsWith(sought.slice(inSought), inTitle);
  const isSwap = title[at] === sought[at + 1] && title[at + 1] === sought[at];
  if (isSwap && goesOn(at + 2, at + 2)) return beginningMatch(title, sought.length);
  if (goesOn(at + 1, at + 1)) return beginningMatch(title, Math.min(title.length, sought.length));
  if (goesOn(at + 1, at)) return beginningMatch(title, sought.length + 1);
  return goesOn(at, at + 1) ? beginningMatch(title, sought.length - 1) : 0;
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
