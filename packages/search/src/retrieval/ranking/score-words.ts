import { type AnalyzedWord, analyzeWords } from '../analyze-text.js';
import { MAX_IMPACT, rarity } from '../bm25.js';
import type { IndexReader } from '../search-index/index-reader.js';
import { holds, type Postings, type TermPostings } from '../search-index/postings.js';
import { neighbourPairs } from '../term-pairs.js';

/** What two neighbours that stand together in a chunk, too, count beside the words themselves. */
const PAIR_WEIGHT = 0.25;

/** BM25 scores of a query's words. */
export interface WordScores {
  /** By chunk number: its text. */
  readonly chunks: Float32Array;
  /** By topic number: its title, among all titles. */
  readonly titles: Float32Array;
  /** The words, as they were asked for, that no text and no title holds. */
  readonly missingWords: readonly string[];
  /** The words, as they were asked for, that a chunk's text holds. */
  wordsInChunk(chunk: number): string[];
  /** The words that a topic's title holds. */
  wordsInTitle(topic: number): string[];
}

/** Scores all chunks and titles for a query. Each different term counts once. */
export async function scoreWords(reader: IndexReader, query: string): Promise<WordScores> {
  const words = analyzeWords(query);
  const terms = words.flatMap((word) => word.terms);
  const [found, pairs] = await Promise.all([
    findPostings(reader, [...new Set(terms)]),
    findPostings(reader, neighbourPairs(terms)),
  ]);
  const chunks = new Float32Array(reader.manifest.chunkCount);
  const titles = new Float32Array(reader.manifest.topicCount);
  for (const postings of found.values()) {
    addScores(chunks, postings.chunks, 1);
    addScores(titles, postings.titles, 1);
  }
  for (const postings of pairs.values()) addScores(chunks, postings.chunks, PAIR_WEIGHT);
  return {
    chunks,
    titles,
    missingWords: wordsWhere(words, ({ terms }) => !terms.some((term) => found.has(term))),
    wordsInChunk: (chunk) => wordsHeldBy(words, (term) => found.get(term)?.chunks, chunk),
    wordsInTitle: (topic) => wordsHeldBy(words, (term) => found.get(term)?.titles, topic),
  };
}

async function findPostings(reader: IndexReader, terms: readonly string[]): Promise<ReadonlyMap<string, TermPostings>> {
  const found = new Map<string, TermPostings>();
  for (const [at, postings] of (await Promise.all(terms.map((term) => reader.postings(term)))).entries()) {
    if (postings !== undefined) found.set(terms[at]!, postings);
  }
  return found;
}

function addScores(scores: Float32Array, { documents, impacts }: Postings, weight: number): void {
  const worth = (weight * rarity(scores.length, documents.length)) / MAX_IMPACT;
  for (let at = 0; at < documents.length; at++) scores[documents[at]!]! += worth * impacts[at]!;
}

function wordsHeldBy(
  words: readonly AnalyzedWord[],
  postingsOf: (term: string) => Postings | undefined,
  document: number,
): string[] {
  const isHeld = (term: string): boolean => {
    const postings = postingsOf(term);
    return postings !== undefined && holds(postings, document);
  };
  return wordsWhere(words, ({ terms }) => terms.some(isHeld));
}

function wordsWhere(words: readonly AnalyzedWord[], accept: (word: AnalyzedWord) => boolean): string[] {
  return [...new Set(words.filter(accept).map(({ word }) => word))];
}
