import { lowerCase } from '@topicmill/text/words';
import { type AnalyzedWord, analyzeText } from '../analyze-text.js';
import { idf } from '../bm25.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { otherDocuments, type TermPostings } from '../search-index/postings.js';
import { likelySpellings, type SpellingOptions, type TitleSlips } from './likely-spellings.js';
import { synonymTerms } from './synonym-words.js';

/** What words that only begin like the last one of an unfinished query count, if there is a word like it. */
const COMPLETION_WEIGHT = 0.5;
/** What a synonym of a word counts compared with it. */
const SYNONYM_WEIGHT = 0.8;
/** What a word counts that is found by another spelling. */
const CORRECTION_WEIGHT = 0.8;

/** A word of a query that the docs do not contain, and the one that was searched for instead. */
export interface Correction {
  readonly word: string;
  readonly spelling: string;
}

/** A word of a query with the postings that were found for it, and what it counts. */
export interface QueryWord {
  readonly word: string;
  readonly sources: readonly WordSource[];
}

/** Postings by which a word is found. */
export interface WordSource {
  readonly postings: TermPostings;
  readonly weight: number;
  /** The word of the docs, where it is not the one that was asked for. */
  readonly spelling?: string;
}

/** A word with the postings of its terms. */
export function queryWord(
  { word, terms }: AnalyzedWord,
  found: ReadonlyMap<string, TermPostings>,
  weight: number,
): QueryWord {
  const sources = [...new Set(terms)].flatMap((term): WordSource[] => {
    const postings = found.get(term);
    return postings === undefined ? [] : [{ postings, weight }];
  });
  return { word, sources };
}

/**
 * Adds what the last word of a query may become. A document that has the word as it is gains nothing by that, since the last word
 * says no more than any other; and what may be meant is at most as rare as what was typed.
 */
export function addCompletion(
  words: QueryWord[],
  unfinished: string,
  completions: TermPostings,
  chunkCount: number,
): void {
  const at = words.findLastIndex(({ word }) => word.toLowerCase() === unfinished);
  const known = words[at];
  // A stop word after words that are found is what it is; alone, it may become another word.
  if (known === undefined && words.some(({ sources }) => sources.length > 0)) return;
  const own = known?.sources ?? [];
  const postings = own.reduce((others, source) => otherDocuments(others, source.postings), completions);
  const rareness = ({ chunks }: TermPostings): number => idf(chunkCount, chunks.documents.length);
  const most = Math.max(...own.map((source) => rareness(source.postings)));
  const weight = own.length > 0 ? COMPLETION_WEIGHT * Math.min(1, most / rareness(postings)) : 1;
  const completed = { word: known?.word ?? unfinished, sources: [...own, { postings, weight }] };
  if (known === undefined) words.push(completed);
  else words[at] = completed;
}

/** A word with a synonym that the docs contain is found by it. Returns the terms of synonyms. */
export async function addSynonyms(words: QueryWord[], query: string, reader: IndexTables): Promise<string[]> {
  const found = synonymTerms(query, await reader.synonyms());
  const postings = await findPostings(reader, [...new Set(found.flatMap(({ terms }) => terms))]);
  for (const { words: asked, terms } of found) {
    const sources = terms.flatMap((term) => {
      const own = postings.get(term);
      return own === undefined ? [] : [{ postings: own, weight: SYNONYM_WEIGHT }];
    });
    const isAsked = ({ word }: QueryWord): boolean => asked.includes(word);
    // A phrase may consist of stop words.
    if (!words.some(isAsked)) words.push({ word: asked.join(' '), sources: [] });
    for (const [at, each] of words.entries()) {
      if (!isAsked(each) && each.word !== asked.join(' ')) continue;
      words[at] = { ...each, sources: [...each.sources, ...sources] };
    }
  }
  return [...postings.keys()];
}

/** Words that were not found, by the spellings nearest to them. */
export async function correctSpellings(
  words: readonly QueryWord[],
  reader: IndexTables,
  { slips, ...options }: SpellingOptions & { readonly slips: TitleSlips },
): Promise<{ words: QueryWord[]; corrections: Correction[]; terms: string[] }> {
  const corrections: Correction[] = [];
  const terms: string[] = [];
  const correctedWords: QueryWord[] = [];
  for (const each of words) {
    const meant = slips.get(lowerCase(each.word));
    const likely =
      each.sources.length > 0 || meant !== undefined ? [] : await likelySpellings(each.word, reader, options);
    const sources: WordSource[] = [];
    for (const spelling of meant === undefined ? likely.map((near) => near.spelling) : [meant]) {
      const [term] = analyzeText(spelling);
      const postings = term === undefined ? undefined : await reader.postings(term);
      if (term === undefined || postings === undefined) continue;
      if (sources.length === 0) corrections.push({ word: each.word, spelling });
      sources.push({ postings, weight: CORRECTION_WEIGHT, spelling });
      terms.push(term);
    }
    correctedWords.push(sources.length > 0 ? { word: each.word, sources } : each);
  }
  return { words: correctedWords, corrections, terms };
}

/** Postings of those terms that the docs have. */
export async function findPostings(
  reader: IndexTables,
  terms: readonly string[],
): Promise<ReadonlyMap<string, TermPostings>> {
  const found = new Map<string, TermPostings>();
  for (const [at, postings] of (await Promise.all(terms.map((term) => reader.postings(term)))).entries()) {
    if (postings !== undefined) found.set(terms[at]!, postings);
  }
  return found;
}
