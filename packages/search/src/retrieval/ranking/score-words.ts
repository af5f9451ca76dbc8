import { isOneLetter, lowerCase, withoutAccents, withoutArticle } from '@topicmill/text/words';
import { type AnalyzedWord, analyzeText, analyzeWords, isStopWordName } from '../analyze-text.js';
import { idf } from '../bm25.js';
import type { QueryTermMatcher } from '../find-snippet.js';
import { missingSigns } from '../operators.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { includesDocument, type Postings, type TermPostings, type WeightedPostings } from '../search-index/postings.js';
import type { Thesaurus } from '../search-index/thesaurus.js';
import { isNumber, neighbourPairs } from '../term-pairs.js';
import { MAX_NUMBER_LENGTH } from '../whole-numbers.js';
import { wholeTermsOfQuery } from '../whole-terms.js';
import { type IsWord, type TitleSlips, wordsOutsideNames } from './likely-spellings.js';
import {
  addCompletion,
  addSynonyms,
  type Correction,
  correctSpellings,
  findPostings,
  type QueryWord,
  queryWord,
  type WordSource,
} from './query-words.js';
import { type RelatedPostings, type RelatedWords, relatedWordsIn } from './related-words.js';
import type { TermDescriptions } from './term-descriptions.js';
import { addScores, addTermScores, type ScoreLists } from './term-scores.js';
import { thesaurusPostings } from './thesaurus.js';

/** What the term counts, compared with a word of the query, that descriptions point to most. */
const DESCRIBED_WEIGHT = 0.8;
/** Terms that are looked up in the docs, and those of them that count. */
const MAX_LOOKED_UP = 40;
const MAX_DESCRIBED = 12;
/** Written questions have people's words: there, what docs call these would only lead to other pages. */
const NO_POSTINGS: Postings = { documents: new Uint32Array(0), impacts: new Uint8Array(0) };

/**
 * Postings of the terms of docs that a query describes. One counts by what descriptions say for it, compared with the one that they
 * say most for, and is at most as rare as the rarest word by which it was found.
 *
 * @param words of the query
 * @param found postings of their terms
 * @param describe left out, nothing is described
 */
async function describedPostings(
  words: readonly AnalyzedWord[],
  found: ReadonlyMap<string, TermPostings>,
  reader: IndexTables,
  describe: TermDescriptions | undefined,
): Promise<RelatedPostings[]> {
  if (describe === undefined) return [];
  const { chunkCount } = reader.manifest;
  const idfOf = (postings: TermPostings | undefined): number => idf(chunkCount, postings?.chunks.documents.length ?? 0);
  const all = await describe([...new Set(words.flatMap(({ terms }) => terms))]);
  const described = all.slice(0, MAX_LOOKED_UP).filter(({ isAbsent }) => isAbsent !== true);
  // Where it is known what the docs have, no more is looked up than counts.
  const sought = described.some(({ isAbsent }) => isAbsent === false) ? described.slice(0, MAX_DESCRIBED) : described;
  const lookedUp = await Promise.all(
    sought.map(async (each) => ({ ...each, postings: await reader.postings(each.term) })),
  );
  const inDocs = lookedUp.flatMap(({ postings, ...each }) => (postings === undefined ? [] : [{ ...each, postings }]));
  const most = inDocs[0]?.votes;
  return inDocs.slice(0, MAX_DESCRIBED).map(({ term, word, votes, from, postings }) => {
    const rareness = Math.max(...from.map((each) => idfOf(found.get(each))));
    const weight = DESCRIBED_WEIGHT * (votes / most!) * Math.min(1, rareness / idfOf(postings));
    const phrase = words.filter(({ terms }) => terms.some((each) => from.includes(each))).map((each) => each.word);
    return {
      postings: { ...postings, questions: NO_POSTINGS },
      weight,
      phrase: [...new Set(phrase)].join(' '),
      words: [{ term, word, postings }],
    };
  });
}

/** How much faster than the share of a query that no chunk has, what it describes comes to count in full. */
const NEED_RATIO = 3;
/** Shares are sums of 32 bits. */
const ROUNDING = 1e-3;

/**
 * Described terms as far as they are needed: not at all if there is a chunk with all of the query's own words, which count by their
 * rareness.
 */
function neededDescriptions(described: readonly RelatedPostings[], heldShare: number): RelatedPostings[] {
  const need = Math.min(1, NEED_RATIO * (1 - heldShare));
  return need === 0 ? [] : described.map((each) => ({ ...each, weight: need * each.weight }));
}

/**
 * What the words of a query weigh, and the share of it that the chunk has that has most of it.
 *
 * @param own postings of the words of the query
 * @param missingCount how many words the docs do not contain
 */
function weighQuery(
  chunkCount: number,
  own: readonly WeightedPostings[],
  missingCount: number,
): { readonly queryWeight: number; readonly heldShare: number } {
  const held = new Float32Array(chunkCount);
  let queryWeight = missingCount * idf(chunkCount, 0);
  for (const { postings, weight } of own) {
    const worth = weight * idf(chunkCount, postings.chunks.documents.length);
    queryWeight += worth;
    const { documents } = postings.chunks;
    for (let at = 0; at < documents.length; at++) held[documents[at]!]! += worth;
  }
  let most = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) most = Math.max(most, held[chunk]!);
  return { queryWeight, heldShare: queryWeight === 0 ? 0 : Math.min(1, most / queryWeight) };
}

/** Too many shorter beginnings are those of stop words. In UTF-16 units. */
const MIN_STOP_WORD_PREFIX = 2;

/** Postings of all words that begin with some letters, as those of one. */
type Completions = (prefix: string) => Promise<{ readonly postings: TermPostings } | undefined>;

/** The last word of a query, in lower case, unless something was typed after it. */
function unfinishedWord(query: string): string | undefined {
  const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_'-]*$/u.exec(query.normalize('NFKC'))?.[0].toLowerCase();
  return word !== undefined && (word.length >= MIN_STOP_WORD_PREFIX || analyzeText(word).length > 0) ? word : undefined;
}

interface Completion {
  readonly prefix: string;
  readonly postings: TermPostings;
}

/** The words that an unfinished one may become: by its letters, or by its stem if that is a word: `queries` is found by `query`, `headiing` is not by `headi`. */
async function findCompletions(
  word: string,
  reader: IndexTables,
  completions: Completions,
): Promise<Completion | undefined> {
  const plain = withoutArticle(withoutAccents(word));
  for (const prefix of new Set([plain, ...analyzeText(word)])) {
    if (prefix !== plain && (await reader.postings(prefix)) === undefined) continue;
    const found = await completions(prefix);
    if (found !== undefined) return { prefix, postings: found.postings };
  }
  return undefined;
}

/** What a pair of adjacent words counts that is a pair in the chunk, too, in addition to the words themselves. */
const PAIR_WEIGHT = 0.25;

/** BM25 scores of a query's words. */
export interface WordScores extends ScoreLists {
  /** Inverse document frequencies of the query's words, summed; those that the docs do not contain count as the rarest. */
  readonly queryWeight: number;
  /** Whether one chunk has all words of the query that say something. */
  readonly areInOneChunk: boolean;
  /** The words, as they were asked for, that no text, title, description or question contains, corrected ones included. */
  readonly missingWords: readonly string[];
  readonly corrections: readonly Correction[];
  /** The words, as they were asked for, that a chunk's text contains; of a corrected word, the spelling that it contains. */
  wordsInChunk(chunk: number): string[];
  /** The words that a topic's title contains. */
  wordsInTitle(topic: number): string[];
  /** The words that a topic's description contains. */
  wordsInDescription(topic: number): string[];
  /** What a chunk, or its topic's title or description, contains instead of words of the query. */
  relatedWords(topic: number, chunk: number): RelatedWords[];
  /** Tells the words of a text that are to be marked. */
  readonly queryTerms: QueryTermMatcher;
}

/** How the words of a query are looked for. */
export interface WordOptions {
  /** Finds words by their beginning: then the query's last word may go on, and the words that it may become count, too. */
  readonly completions?: Completions | undefined;
  /** Left out, what docs call everyday phrases does not count. */
  readonly thesaurus?: (() => Promise<Thesaurus | undefined>) | undefined;
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
  const [found, pairs, wholes, completion, known] = await Promise.all([
    findPostings(reader, [...new Set(terms)]),
    findPostings(reader, neighbourPairs(terms)),
    findPostings(reader, [...new Set(wholeTermsOfQuery(query))]),
    unfinished === undefined ? undefined : findCompletions(unfinished, reader, completions!),
    options.thesaurus?.(),
  ]);
  const shares = numberShares(analyzed, new Set(wholes.keys()));
  const words = analyzed
    .map((each, at) => queryWord(each, found, shares[at]!))
    .filter(({ word, sources }) => sources.length > 0 || !isStopWordName(word));
  if (completion !== undefined) addCompletion(words, unfinished!, completion.postings, reader.manifest.chunkCount);
  const synonyms = await addSynonyms(words, query, reader);
  const isMissed = ({ word, sources }: QueryWord): boolean => sources.length === 0 && !slips.has(lowerCase(word));
  const missedCount = words.filter(isMissed).length;
  const [described, called] = await Promise.all([
    describedPostings(analyzed, found, reader, options.descriptions),
    thesaurusPostings(query, found, reader, known),
  ]);
  const outsideNames = wordsOutsideNames(query);
  const corrected = await correctSpellings(words, reader, { outsideNames, unfinished, isWord, slips });
  const asked = new Set(corrected.words.flatMap(({ sources }) => sources));
  const { queryWeight, heldShare } = weighQuery(reader.manifest.chunkCount, [...asked], missedCount);
  const needed = neededDescriptions(described, heldShare);
  const related = [...called, ...needed];
  const ofWholes = Array.from(wholes.values(), (postings): WordSource => ({ postings, weight: 1 }));
  const scores = sumScores(reader, [...asked, ...related, ...ofWholes], pairs.values(), isMasked);
  const queryTerms = new Set([...terms, ...synonyms, ...corrected.terms]);
  return {
    ...scores,
    queryWeight,
    areInOneChunk: heldShare > 1 - ROUNDING,
    missingWords: [
      ...wordsWhere(
        corrected.words,
        ({ word, sources }) => sources.every(({ spelling }) => spelling !== undefined) && !FUNCTION_WORD.test(word),
      ),
      ...(wholes.size === 0 ? missingSigns(query) : []),
    ],
    corrections: corrected.corrections,
    wordsInChunk: (chunk) => wordsHeldBy(corrected.words, 'chunks', chunk),
    wordsInTitle: (topic) => wordsHeldBy(corrected.words, 'titles', topic),
    wordsInDescription: (topic) => wordsHeldBy(corrected.words, 'descriptions', topic),
    relatedWords: (topic, chunk) => relatedWordsIn(related, topic, chunk),
    queryTerms: queryTermMatcher(markedTerms(related, queryTerms), completion?.prefix),
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

/** What is known about a query before anything is loaded: no scores, and the words to be marked. */
export function unscoredWords(reader: IndexTables, query: string, slips: TitleSlips): WordScores {
  const queryTerms = new Map([query, ...slips.values()].flatMap(analyzeText).map((term) => [term, term]));
  return {
    ...noScores(reader),
    queryWeight: 0,
    areInOneChunk: false,
    missingWords: [],
    corrections: [],
    wordsInChunk: () => [],
    wordsInTitle: () => [],
    wordsInDescription: () => [],
    relatedWords: () => [],
    queryTerms: queryTermMatcher(queryTerms, withoutAccents(unfinishedWord(query) ?? '') || undefined),
  };
}

/** By term, what it stands for: a term of the query for itself, a related one for a phrase. */
function markedTerms(related: readonly RelatedPostings[], queryTerms: Iterable<string>): ReadonlyMap<string, string> {
  const marks = new Map(related.flatMap(({ phrase, words }) => words.map(({ term }) => [term, phrase] as const)));
  for (const term of queryTerms) marks.set(term, term);
  return marks;
}

/**
 * What a word of a text is found for: terms, or the beginning of one.
 *
 * @param queryTerms by term, what it stands for: all that stand for one phrase count as one in a passage
 * @param typed beginning of a word that is being typed
 */
function queryTermMatcher(queryTerms: ReadonlyMap<string, string>, typed: string | undefined): QueryTermMatcher {
  const prefix = typed !== undefined && isOneLetter(typed) ? undefined : typed;
  return (word) =>
    analyzeText(word).flatMap((term) => {
      const found = queryTerms.get(term);
      if (found !== undefined) return [found];
      return prefix !== undefined && (term.startsWith(prefix) || withoutAccents(word.toLowerCase()).startsWith(prefix))
        ? [prefix]
        : [];
    });
}

function wordsHeldBy(words: readonly QueryWord[], field: keyof TermPostings, document: number): string[] {
  return [
    ...new Set(
      words.flatMap(({ word, sources }) => {
        const source = sources.find(({ postings }) => includesDocument(postings[field], document));
        return source === undefined ? [] : [source.spelling ?? word];
      }),
    ),
  ];
}

/** "Why", forms of auxiliary verbs and what is before and after their apostrophes, as far as they are not stop words: nobody misses them. */
const FUNCTION_WORD =
  /^(?:why|do(?:es|ing|ne)|(?:do|does|did|is|are|was|were|has|have|had|could|should|would|wo)n|t|s|re|ll|ve|d|m)$/i;

function wordsWhere(words: readonly QueryWord[], accept: (word: QueryWord) => boolean): string[] {
  return [...new Set(words.filter(accept).map(({ word }) => word))];
}

/**
 * What each word of a query counts: 1, or of a number with dots that the docs have as a whole, its share of the number. It is one
 * thing that is asked for: were each of its parts a word of its own, texts that repeat these would come before the one that has
 * the number.
 *
 * @param words of the query, in order
 * @param numbers of the query that the docs have
 */
export function numberShares(words: readonly Pick<AnalyzedWord, 'word'>[], numbers: ReadonlySet<string>): number[] {
  const shares = words.map(() => 1);
  if (numbers.size === 0) return shares;
  for (const [first, { word }] of words.entries()) {
    // The first part may have the `v` of a version.
    let number = word.replace(/^v(?=\p{N})/iu, '');
    for (let next = first + 1; next < words.length && isNumber(words[next]!.word); next++) {
      number += `.${words[next]!.word}`;
      if (number.length > MAX_NUMBER_LENGTH) break;
      const count = next + 1 - first;
      if (numbers.has(number)) for (let at = first; at <= next; at++) shares[at] = Math.min(shares[at]!, 1 / count);
    }
  }
  return shares;
}
