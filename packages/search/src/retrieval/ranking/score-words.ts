import { lowerCase } from '@topicmill/text/words';
import { analyzeText, analyzeWords } from '../analyze-text.js';
import { idf } from '../bm25.js';
import type { SoughtTerms } from '../find-snippet.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { includesDocument, type TermPostings } from '../search-index/postings.js';
import { neighbourPairs } from '../term-pairs.js';
import { wholeNumbers } from '../whole-numbers.js';
import { asNeeded, describedPostings } from './described-postings.js';
import { findMeanings, type Meaning } from './find-meanings.js';
import { type IsWord, type TitleSlips, wordsOutsideNames } from './likely-spellings.js';
import type { NearWords } from './near-words.js';
import { numberShares } from './number-shares.js';
import { type Relations, relatedPostings } from './related-postings.js';
import { type RelatedPostings, type RelatedWords, relatedWordsIn } from './related-words.js';
import {
  addCompletion,
  addSynonyms,
  type Correction,
  correct,
  findPostings,
  type SoughtWord,
  soughtWord,
  type WordSource,
} from './sought-words.js';
import type { TermDescriptions } from './term-descriptions.js';
import { addScores, addTermScores, type ScoreLists } from './term-scores.js';
import { type Completions, completionsOf, unfinishedWord } from './unfinished-word.js';

/** What a pair of adjacent words counts that is a pair in the chunk, too, in addition to the words themselves. */
const PAIR_WEIGHT = 0.25;

/** BM25 scores of a query's words. */
export interface WordScores extends ScoreLists {
  /** The words, as they were asked for, that no text, title, description or question contains, corrected ones included. */
  readonly missingWords: readonly string[];
  readonly corrections: readonly Correction[];
  /** Only from an index that has words of similar meaning. */
  readonly meanings: readonly Meaning[];
  /** The words, as they were asked for, that a chunk's text contains; of a corrected word, the spelling that it contains. */
  wordsInChunk(chunk: number): string[];
  /** The words that a topic's title contains. */
  wordsInTitle(topic: number): string[];
  /** The words that a topic's description contains. */
  wordsInDescription(topic: number): string[];
  /** What a chunk, or its topic's title or description, contains instead of words of the query. */
  relatedWords(topic: number, chunk: number): RelatedWords[];
  /** Tells the words of a text that are to be marked. */
  readonly soughtTerms: SoughtTerms;
}

/** How the words of a query are looked for. */
export interface WordOptions {
  /** Finds words by their beginning: then the query's last word may go on, and the words that it may become count, too. */
  readonly completions?: Completions | undefined;
  /** Left out, words of similar meaning do not count, but for those that an index has. */
  readonly nearWords?: NearWords | undefined;
  /** Left out, what docs call everyday phrases does not count. */
  readonly thesaurus?: (() => Promise<Relations['thesaurus']>) | undefined;
  /** Left out, terms that the query describes do not count. */
  readonly descriptions?: TermDescriptions | undefined;
  /** Tells words from misspelt ones; left out, words are told by the index. */
  readonly isWord?: IsWord | undefined;
  /** Words that are known to be misspelt: nothing is looked up for them but what they were meant to be. */
  readonly slips?: TitleSlips | undefined;
  /** Questions that do not count for their pages, by number; left out, all do. */
  readonly isMasked?: ((question: number) => boolean) | undefined;
}

/**
 * Scores all chunks and titles for a query. A word counts each time that the query contains it, by each of its different
 * terms; its synonyms count once however often it is there. A word that the docs do not contain counts by the words nearest to
 * it in spelling.
 */
export async function scoreWords(reader: IndexTables, query: string, options: WordOptions = {}): Promise<WordScores> {
  const { completions, isWord, slips = new Map(), isMasked = () => false } = options;
  const analyzed = analyzeWords(query).map((each) => (slips.has(lowerCase(each.word)) ? { ...each, terms: [] } : each));
  const terms = analyzed.flatMap((word) => word.terms);
  const last = completions === undefined ? undefined : unfinishedWord(query);
  const unfinished = last !== undefined && slips.has(last) ? undefined : last;
  const [found, pairs, numbers, completion, known] = await Promise.all([
    findPostings(reader, [...new Set(terms)]),
    findPostings(reader, neighbourPairs(terms)),
    findPostings(reader, [...new Set(wholeNumbers(query))]),
    unfinished === undefined ? undefined : completionsOf(unfinished, reader, completions!),
    options.thesaurus?.(),
  ]);
  const shares = numberShares(analyzed, new Set(numbers.keys()));
  const words = analyzed.map((each, at) => soughtWord(each, found, shares[at]!));
  if (completion !== undefined) addCompletion(words, unfinished!, completion.postings);
  const synonyms = await addSynonyms(words, query, reader);
  const isMissed = ({ word, sources }: SoughtWord): boolean => sources.length === 0 && !slips.has(lowerCase(word));
  const missed = words.filter(isMissed).map(({ word }) => word);
  const [meanings, described, others] = await Promise.all([
    findMeanings(missed, reader),
    describedPostings(analyzed, found, reader, options.descriptions),
    relatedPostings({ query, analyzed, found }, reader, { nearWords: options.nearWords, thesaurus: known }),
  ]);
  const outsideNames = wordsOutsideNames(query);
  const corrected = await correct(words, reader, meanings, { outsideNames, unfinished, isWord, slips });
  const asked = new Set(corrected.words.flatMap(({ sources }) => sources));
  const needed = asNeeded(described, reader.manifest.chunkCount, [...asked], missed.length);
  const related = [...others, ...meanings.flatMap(({ sources }) => sources), ...needed];
  const wholes = Array.from(numbers.values(), (postings): WordSource => ({ postings, weight: 1 }));
  const scores = sumScores(reader, [...asked, ...related, ...wholes], pairs.values(), isMasked);
  const sought = new Set([...terms, ...synonyms, ...corrected.terms]);
  return {
    ...scores,
    missingWords: wordsWhere(corrected.words, ({ sources }) => sources.every(({ spelling }) => spelling !== undefined)),
    corrections: corrected.corrections,
    meanings: meanings.map(({ word, nearWords: own }) => ({ word, nearWords: own })),
    wordsInChunk: (chunk) => wordsHeldBy(corrected.words, 'chunks', chunk),
    wordsInTitle: (topic) => wordsHeldBy(corrected.words, 'titles', topic),
    wordsInDescription: (topic) => wordsHeldBy(corrected.words, 'descriptions', topic),
    relatedWords: (topic, chunk) => relatedWordsIn(related, topic, chunk),
    soughtTerms: soughtTermsOf(marksOf(related, sought), completion?.prefix),
  };
}

/** @param pairs words that are next to each other in the query */
function sumScores(
  reader: IndexTables,
  sources: readonly WordSource[],
  pairs: Iterable<TermPostings>,
  isMasked: (question: number) => boolean,
): ScoreLists {
  const scores = noScores(reader);
  for (const { postings, weight } of sources) addTermScores(scores, postings, weight, reader.core, isMasked);
  for (const { chunks } of pairs) {
    addScores(scores.chunks, chunks, PAIR_WEIGHT * idf(scores.chunks.length, chunks.documents.length));
  }
  return scores;
}

function noScores({ manifest, core }: IndexTables): ScoreLists {
  return {
    chunks: new Float32Array(manifest.chunkCount),
    pages: new Float32Array(manifest.topicCount),
    titles: new Float32Array(manifest.topicCount),
    descriptions: new Float32Array(manifest.topicCount),
    questions: new Float32Array(core.firstPrompts.at(-1)!),
    pageQuestions: new Float32Array(manifest.topicCount),
  };
}

/** What is known of a query before anything is loaded: no scores, and the words to be marked. */
export function unscoredWords(reader: IndexTables, query: string, slips: TitleSlips): WordScores {
  const sought = new Map([query, ...slips.values()].flatMap(analyzeText).map((term) => [term, term]));
  return {
    ...noScores(reader),
    missingWords: [],
    corrections: [],
    meanings: [],
    wordsInChunk: () => [],
    wordsInTitle: () => [],
    wordsInDescription: () => [],
    relatedWords: () => [],
    soughtTerms: soughtTermsOf(sought, unfinishedWord(query)),
  };
}

/** By term, what it is sought for: a term of the query for itself, a related one for a phrase. */
function marksOf(related: readonly RelatedPostings[], sought: Iterable<string>): ReadonlyMap<string, string> {
  const marks = new Map(related.flatMap(({ phrase, words }) => words.map(({ term }) => [term, phrase] as const)));
  for (const term of sought) marks.set(term, term);
  return marks;
}

/**
 * What a word of a text is found for: terms, or the beginning of one.
 *
 * @param sought by term, what it is sought for: all that stand for one phrase count as one in a passage
 */
function soughtTermsOf(sought: ReadonlyMap<string, string>, prefix: string | undefined): SoughtTerms {
  return (word) =>
    analyzeText(word).flatMap((term) => {
      const found = sought.get(term);
      if (found !== undefined) return [found];
      return prefix !== undefined && (term.startsWith(prefix) || word.toLowerCase().startsWith(prefix)) ? [prefix] : [];
    });
}

function wordsHeldBy(words: readonly SoughtWord[], field: keyof TermPostings, document: number): string[] {
  return [
    ...new Set(
      words.flatMap(({ word, sources }) => {
        const source = sources.find(({ postings }) => includesDocument(postings[field], document));
        return source === undefined ? [] : [source.spelling ?? word];
      }),
    ),
  ];
}

function wordsWhere(words: readonly SoughtWord[], accept: (word: SoughtWord) => boolean): string[] {
  return [...new Set(words.filter(accept).map(({ word }) => word))];
}
