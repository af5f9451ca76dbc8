import { stemWord } from '@topicmill/text/words';
import { termsOfWord, wordsOf } from '../analyze-text.js';
import { idf } from '../bm25.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { TermPostings } from '../search-index/postings.js';
import { mergeTermPostings } from '../search-index/prefixes.js';
import type { Thesaurus, ThesaurusEntry } from '../search-index/thesaurus.js';
import type { RelatedPostings } from './related-words.js';
import { synonymTerms } from './synonym-words.js';

/** What all terms of an entry together count, compared with the words of the query. */
const ENTRY_WEIGHT = 0.6;

/** An entry at a place in a query, in words. */
interface Match {
  readonly entry: ThesaurusEntry;
  readonly start: number;
  readonly end: number;
}

/**
 * Postings of what docs call the everyday phrases of a query: those of all terms of an entry as of one term, so that an entry
 * with many terms counts no more than one with few. It is at most as rare as the rarest word of the phrase. A phrase for which
 * the docs have synonyms of their own has nothing else.
 *
 * @param found postings of the query's own terms, which are left out
 * @param thesaurus left out, nothing is called otherwise
 */
export async function thesaurusPostings(
  query: string,
  found: ReadonlyMap<string, TermPostings>,
  reader: IndexTables,
  thesaurus: Thesaurus | undefined,
): Promise<RelatedPostings[]> {
  if (thesaurus === undefined) return [];
  const asked = wordsOf(query);
  const own = new Set(asked.flatMap(termsOfWord));
  const explained = new Set(synonymTerms(query, await reader.synonyms()).flatMap(({ words }) => words));
  const matches = longestMatches(asked, thesaurus).filter(
    ({ start, end }) => !asked.slice(start, end).some((word) => explained.has(word)),
  );
  const { chunkCount } = reader.manifest;
  const idfOf = (postings: TermPostings | undefined): number => idf(chunkCount, postings?.chunks.documents.length ?? 0);
  const loaded = await Promise.all(
    matches.map(async ({ entry, start, end }) => {
      const terms = entry.terms.filter(({ term }) => !own.has(term));
      const loaded = await Promise.all(
        terms.map(async (each) => ({ ...each, postings: await reader.postings(each.term) })),
      );
      const words = loaded.flatMap(({ postings, ...each }) => (postings === undefined ? [] : [{ ...each, postings }]));
      if (words.length === 0) return [];
      const postings = mergeTermPostings(words.map((each) => each.postings));
      const phrase = asked.slice(start, end);
      const phraseTerms = phrase.flatMap(termsOfWord);
      // A phrase may consist of stop words.
      const rareness =
        phraseTerms.length === 0
          ? Number.POSITIVE_INFINITY
          : Math.max(...phraseTerms.map((term) => idfOf(found.get(term))));
      const weight = ENTRY_WEIGHT * Math.min(1, rareness / idfOf(postings));
      return [{ postings, weight, phrase: phrase.join(' '), words }];
    }),
  );
  return loaded.flat();
}

/** The entries whose phrases a query has, each once; "put online" leaves out "online" at the same place. */
export function longestMatches(words: readonly string[], thesaurus: Thesaurus): Match[] {
  const stems = words.map((word) => stemWord(word.toLowerCase()));
  const matches = new Map<ThesaurusEntry, Match>();
  let reached = 0;
  for (const [start, stem] of stems.entries()) {
    const entry = thesaurus(stem)
      .filter(({ phrase }) => phrase.every((each, offset) => stems[start + offset] === each))
      .reduce<ThesaurusEntry | undefined>(
        (longest, each) => (longest !== undefined && longest.phrase.length >= each.phrase.length ? longest : each),
        undefined,
      );
    if (entry === undefined || start + entry.phrase.length <= reached) continue;
    reached = start + entry.phrase.length;
    matches.set(entry, { entry, start, end: reached });
  }
  return [...matches.values()];
}
