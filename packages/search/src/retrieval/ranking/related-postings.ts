import type { AnalyzedWord } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { TermPostings } from '../search-index/postings.js';
import type { Thesaurus } from '../search-index/thesaurus.js';
import { type NearWords, nearPostings } from './near-words.js';
import type { RelatedPostings } from './related-words.js';
import { thesaurusPostings } from './thesaurus.js';

/** A query with what the docs contain of it. */
interface FoundQuery {
  readonly query: string;
  readonly analyzed: readonly AnalyzedWord[];
  /** Postings of its terms. */
  readonly found: ReadonlyMap<string, TermPostings>;
}

/** What tells related words. */
export interface Relations {
  readonly nearWords: NearWords | undefined;
  readonly thesaurus: Thesaurus | undefined;
}

/** What texts may say in other words than the query. */
export async function relatedPostings(
  { query, analyzed, found }: FoundQuery,
  reader: IndexTables,
  { nearWords, thesaurus }: Relations,
): Promise<RelatedPostings[]> {
  const near = nearWords === undefined ? [] : await nearPostings(analyzed, found, reader, nearWords);
  return thesaurus === undefined ? near : [...near, ...(await thesaurusPostings(query, found, reader, thesaurus))];
}
