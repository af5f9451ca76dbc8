import { type AnalyzedWord, analyzeText } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { NearMeaning } from '../search-index/meanings.js';
import type { TermPostings } from '../search-index/postings.js';
import type { Thesaurus } from '../search-index/thesaurus.js';
import type { RelatedPostings } from './related-words.js';
import type { TermDescriptions } from './term-descriptions.js';

/**
 * Gives those of some words whose meaning is near that of another one, the nearest first; none where the meaning of the
 * word is not known. All are in lower case. The list is the same object as long as the docs are the same.
 */
export interface NearWords {
  (word: string, among: readonly string[]): readonly NearMeaning[];
  /** Whether a word is one that people use: the docs may be silent on it, but it is no typing mistake. */
  readonly isWord?: ((word: string) => boolean) | undefined;
  /** What docs call everyday phrases. */
  readonly thesaurus?: Thesaurus | undefined;
  /** What docs may call the things that people describe. */
  readonly descriptions?: TermDescriptions | undefined;
}

/** What a word of similar meaning counts, times its similarity, compared with the word of the query. */
export const NEAR_WEIGHT = 0.6;
/** A word that a greater share of the chunks contains finds enough by itself. */
const RARE_SHARE = 0.02;
const MIN_SIMILARITY = 0.5;
/** Different words that may replace one. */
const MAX_NEAR = 3;
/** Shorter ones have too many meanings. In UTF-16 units. */
const MIN_LENGTH = 3;

/**
 * Postings of words that mean nearly the same as those of a query that the docs hardly use, each term once. They say what a
 * chunk may be about, not that it contains the words.
 *
 * @param found postings of the query's own terms
 */
export async function nearPostings(
  words: readonly AnalyzedWord[],
  found: ReadonlyMap<string, TermPostings>,
  reader: IndexTables,
  nearWords: NearWords,
): Promise<RelatedPostings[]> {
  const maxCount = RARE_SHARE * reader.manifest.chunkCount;
  const rare = words.filter(({ word, terms }) => {
    const count = found.get(terms[0]!)?.chunks.documents.length ?? 0;
    return word.length >= MIN_LENGTH && terms.length === 1 && count <= maxCount;
  });
  if (rare.length === 0) return [];
  const { spellings } = await reader.words();
  const best = new Map<string, { readonly phrase: string; readonly word: string; readonly weight: number }>();
  const own = new Set(words.flatMap(({ terms }) => terms));
  for (const { word: phrase } of rare) {
    const near = new Set<string>();
    for (const { word, similarity } of nearWords(phrase.toLowerCase(), spellings)) {
      const [term] = analyzeText(word);
      if (similarity < MIN_SIMILARITY || near.size === MAX_NEAR) break;
      if (term === undefined || own.has(term) || near.has(term)) continue;
      near.add(term);
      const weight = NEAR_WEIGHT * similarity;
      if (weight > (best.get(term)?.weight ?? 0)) best.set(term, { phrase, word, weight });
    }
  }
  const loaded = await Promise.all(
    Array.from(best, async ([term, each]) => ({ ...each, term, postings: await reader.postings(term) })),
  );
  return loaded.flatMap(({ phrase, word, weight, term, postings }) =>
    postings === undefined ? [] : [{ postings, weight, phrase, words: [{ word, term, postings }] }],
  );
}
