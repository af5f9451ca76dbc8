import { lowerCase } from '@topicmill/text/words';
import { analyzeText } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { TermPostings } from '../search-index/postings.js';
import { NEAR_WEIGHT } from './near-words.js';

/** A word of a query that the docs do not contain, and words of the docs that mean nearly the same. */
export interface Meaning {
  readonly word: string;
  readonly nearWords: readonly string[];
}

interface FoundMeaning extends Meaning {
  readonly terms: readonly string[];
  readonly sources: readonly { readonly postings: TermPostings; readonly weight: number }[];
}

/** Of words that were not found. They stay missing: that a chunk means nearly the same does not make it contain the word. */
export async function findMeanings(words: readonly string[], reader: IndexTables): Promise<FoundMeaning[]> {
  const found = await Promise.all(
    words.map(async (word) => {
      const near = (await reader.meanings(lowerCase(word))) ?? [];
      const loaded = await Promise.all(
        near.map(async ({ word: nearWord, similarity }) => {
          const term = analyzeText(nearWord)[0] ?? nearWord;
          return { nearWord, term, weight: NEAR_WEIGHT * similarity, postings: await reader.postings(term) };
        }),
      );
      const sources = loaded.flatMap(({ postings, ...other }) =>
        postings === undefined ? [] : [{ ...other, postings }],
      );
      return {
        word,
        nearWords: sources.map(({ nearWord }) => nearWord),
        terms: sources.map(({ term }) => term),
        sources,
      };
    }),
  );
  return found.filter(({ sources }) => sources.length > 0);
}
