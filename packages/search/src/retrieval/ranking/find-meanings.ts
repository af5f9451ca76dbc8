import { lowerCase } from '@topicmill/text/words';
import { analyzeText } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { NEAR_WEIGHT } from './near-words.js';
import type { RelatedPostings } from './related-words.js';

/** A word of a query that the docs do not contain, and words of the docs that mean nearly the same. */
export interface Meaning {
  readonly word: string;
  readonly nearWords: readonly string[];
}

interface FoundMeaning extends Meaning {
  readonly sources: readonly RelatedPostings[];
}

/** Of words that were not found. They stay missing: that a chunk means nearly the same does not make it contain the word. */
export async function findMeanings(words: readonly string[], reader: IndexTables): Promise<FoundMeaning[]> {
  const found = await Promise.all(
    words.map(async (phrase) => {
      const near = (await reader.meanings(lowerCase(phrase))) ?? [];
      const loaded = await Promise.all(
        near.map(async ({ word, similarity }) => {
          const term = analyzeText(word)[0] ?? word;
          return { word, term, weight: NEAR_WEIGHT * similarity, postings: await reader.postings(term) };
        }),
      );
      const sources = loaded.flatMap(({ word, term, weight, postings }) =>
        postings === undefined ? [] : [{ postings, weight, phrase, words: [{ word, term, postings }] }],
      );
      return { word: phrase, nearWords: sources.flatMap((each) => each.words.map(({ word }) => word)), sources };
    }),
  );
  return found.filter(({ sources }) => sources.length > 0);
}
