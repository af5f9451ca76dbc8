import { includesDocument, type TermPostings, type WeightedPostings } from '../search-index/postings.js';

/** Words of the docs that stand for words of a query, and count for it. */
export interface RelatedWords {
  /** Words of the query, as they were asked for. */
  readonly phrase: string;
  /** Words of the docs: what the thesaurus calls the phrase, or what is near it in meaning. */
  readonly words: readonly string[];
}

/** Postings of words that stand for words of a query: of one, or of several as those of one. */
export interface RelatedPostings extends WeightedPostings {
  /** Words of the query. */
  readonly phrase: string;
  readonly words: readonly RelatedWord[];
}

interface RelatedWord {
  readonly word: string;
  readonly term: string;
  readonly postings: TermPostings;
}

/** The related words that a chunk, or the title or description of its topic, contains; each phrase once. */
export function relatedWordsIn(related: readonly RelatedPostings[], topic: number, chunk: number): RelatedWords[] {
  return joinRelatedWords(
    related.map(({ phrase, words }) => ({
      phrase,
      words: words.filter(isHeldBy(topic, chunk)).map(({ word }) => word),
    })),
  );
}

/** The same with each phrase once, and each word, with the first phrase that it stands for; without phrases that have none. */
export function joinRelatedWords(lists: readonly RelatedWords[]): RelatedWords[] {
  const joined = new Map<string, Set<string>>();
  const named = new Map<string, string>();
  for (const { phrase, words } of lists) {
    for (const word of words) if (!named.has(word)) named.set(word, phrase);
    const own = words.filter((word) => named.get(word) === phrase);
    if (own.length > 0) joined.set(phrase, new Set([...(joined.get(phrase) ?? []), ...own]));
  }
  return Array.from(joined, ([phrase, words]) => ({ phrase, words: [...words] }));
}

function isHeldBy(topic: number, chunk: number): (word: RelatedWord) => boolean {
  return ({ postings: { chunks, titles, descriptions } }) =>
    includesDocument(chunks, chunk) || includesDocument(titles, topic) || includesDocument(descriptions, topic);
}
