import type { AnalyzedWord } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { TermPostings, WeightedPostings } from '../search-index/postings.js';
import { type NearWords, nearPostings } from './near-words.js';
import { thesaurusPostings } from './thesaurus.js';

/** A query with what the docs contain of it. */
interface FoundQuery {
  readonly query: string;
  readonly analyzed: readonly AnalyzedWord[];
  /** Postings of its terms. */
  readonly found: ReadonlyMap<string, TermPostings>;
}

/** What texts may say in other words than the query. */
export async function relatedPostings(
  { query, analyzed, found }: FoundQuery,
  reader: IndexTables,
  nearWords: NearWords,
): Promise<WeightedPostings[]> {
  const near = await nearPostings(analyzed, found, reader, nearWords);
  const { thesaurus } = nearWords;
  return thesaurus === undefined ? near : [...near, ...(await thesaurusPostings(query, found, reader, thesaurus))];
}
