import { lowerCase } from '@topicmill/text/words';
import { type AnalyzedWord, analyzeText, analyzeWords } from '../analyze-text.js';
import { idf } from '../bm25.js';
import type { SoughtTerms } from '../find-snippet.js';
import type { IndexTables } from '../search-index/index-tables.js';
import { includesDocument, type TermPostings } from '../search-index/postings.js';
import { neighbourPairs } from '../term-pairs.js';
import { wholeNumbers } from '../whole-numbers.js';
import { describedPostings, needOfDescribed } from './described-postings.js';
import { findMeanings, type Meaning } from './find-meanings.js';
import {
  type IsWord,
  likelySpellings,
  type SpellingOptions,
  type TitleSlips,
  wordsOutsideNames,
} from './likely-spellings.js';
import type { NearWords } from './near-words.js';
import { numberShares } from './number-shares.js';
import { type Relations, relatedPostings } from './related-postings.js';
import { type RelatedWords, relatedWordsIn } from './related-words.js';
import { synonymTerms } from './synonym-words.js';
import type { TermDescriptions } from './term-descriptions.js';
import { addScores, addTermScores, type ScoreLists } from './term-scores.js';
import { type Completions, completionsOf, unfinishedWord } from './unfinished-word.js';

/** What a pair of adjacent words counts that is a pair in the chunk, too, in addition to the words themselves. */
const PAIR_WEIGHT = 0.25;

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

/** A word of a query with the postings that were found for it, and what it counts. */
interface SoughtWord {
  readonly word: string;
  readonly sources: readonly WordSource[];
}

interface WordSource {
  readonly postings: TermPostings;
  readonly weight: number;
  /** The word of the docs, where it is not the one that was asked for. */
  readonly spelling?: string;
}

/**
 * Scores all chunks and titles for a query. A word counts each time that the query contains it, by each of its different
 * terms; its synonyms count once however often it is there. A word that the docs do not contain counts by the words nearest to
 * it in spelling.
 */
export async function scoreWords(
  reader: IndexTables,
  query: string,
  {
    completions,
    nearWords,
    thesaurus,
    descriptions,
    isWord,
    slips = new Map(),
    isMasked = () => false,
  }: WordOptions = {},
): Promise<WordScores> {
  const analyzed = analyzeWords(query).map((each) => (slips.has(lowerCase(each.word)) ? { ...each, terms: [] } : each));
  const terms = analyzed.flatMap((word) => word.terms);
  const last = completions === undefined ? undefined : unfinishedWord(query);
  const unfinished = last !== undefined && slips.has(last) ? undefined : last;
  const [found, pairs, numbers, completion, known] = await Promise.all([
    findPostings(reader, [...new Set(terms)]),
    findPostings(reader, neighbourPairs(terms)),
    findPostings(reader, [...new Set(wholeNumbers(query))]),
    unfinished === undefined ? undefined : completionsOf(unfinished, reader, completions!),
    thesaurus?.(),
  ]);
  const shares = numberShares(analyzed, new Set(numbers.keys()));
  const words = analyzed.map((each, at) => soughtWord(each, found, shares[at]!));
  if (completion !== undefined) addCompletion(words, unfinished!, completion.postings);
  const synonyms = await addSynonyms(words, query, reader);
  const missing = words.filter(({ word, sources }) => sources.length === 0 && !slips.has(lowerCase(word)));
  const missed = missing.map(({ word }) => word);
  const [meanings, described, others] = await Promise.all([
    findMeanings(missed, reader),
    descriptions === undefined ? [] : describedPostings(analyzed, found, reader, descriptions),
    relatedPostings({ query, analyzed, found }, reader, { nearWords, thesaurus: known }),
  ]);
  const outsideNames = wordsOutsideNames(query);
  const corrected = await correct(words, reader, meanings, { outsideNames, unfinished, isWord, slips });
  const asked = new Set(corrected.words.flatMap(({ sources }) => sources));
  const need = described.length === 0 ? 0 : needOfDescribed(reader.manifest.chunkCount, [...asked], missed.length);
  const related = [
    ...others,
    ...meanings.flatMap(({ sources }) => sources),
    ...described.map((each) => ({ ...each, weight: need * each.weight })).filter(({ weight }) => weight > 0),
  ];
  const wholes = Array.from(numbers.values(), (postings): WordSource => ({ postings, weight: 1 }));
  const scores = sumScores(reader, [...asked, ...related, ...wholes], pairs.values(), isMasked);
  const sought = new Set([...terms, ...synonyms, ...corrected.terms]);
  const marks = new Map(related.flatMap(({ phrase, words: own }) => own.map(({ term }) => [term, phrase] as const)));
  for (const term of sought) marks.set(term, term);
  return {
    ...scores,
    missingWords: wordsWhere(corrected.words, ({ sources }) => sources.every(({ spelling }) => spelling !== undefined)),
    corrections: corrected.corrections,
    meanings: meanings.map(({ word, nearWords: own }) => ({ word, nearWords: own })),
    wordsInChunk: (chunk) => wordsHeldBy(corrected.words, 'chunks', chunk),
    wordsInTitle: (topic) => wordsHeldBy(corrected.words, 'titles', topic),
    wordsInDescription: (topic) => wordsHeldBy(corrected.words, 'descriptions', topic),
    relatedWords: (topic, chunk) => relatedWordsIn(related, topic, chunk),
    soughtTerms: soughtTermsOf(marks, completion?.prefix),
  };
}

function soughtWord(
  { word, terms }: AnalyzedWord,
  found: ReadonlyMap<string, TermPostings>,
  weight: number,
): SoughtWord {
  const sources = [...new Set(terms)].flatMap((term): WordSource[] => {
    const postings = found.get(term);
    return postings === undefined ? [] : [{ postings, weight }];
  });
  return { word, sources };
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

function addCompletion(words: SoughtWord[], unfinished: string, postings: TermPostings): void {
  const at = words.findLastIndex(({ word }) => word.toLowerCase() === unfinished);
  const known = words[at];
  const weight = known !== undefined && known.sources.length > 0 ? COMPLETION_WEIGHT : 1;
  const completed = { word: known?.word ?? unfinished, sources: [...(known?.sources ?? []), { postings, weight }] };
  // A stop word may become another word.
  if (known === undefined) words.push(completed);
  else words[at] = completed;
}

/** A word with a synonym that the docs contain is found by it. Returns the terms of synonyms. */
async function addSynonyms(words: SoughtWord[], query: string, reader: IndexTables): Promise<string[]> {
  const found = synonymTerms(query, await reader.synonyms());
  const postings = await findPostings(reader, [...new Set(found.flatMap(({ terms }) => terms))]);
  for (const { words: asked, terms } of found) {
    const sources = terms.flatMap((term) => {
      const own = postings.get(term);
      return own === undefined ? [] : [{ postings: own, weight: SYNONYM_WEIGHT }];
    });
    const isAsked = ({ word }: SoughtWord): boolean => asked.includes(word);
    // A phrase may consist of stop words.
    if (!words.some(isAsked)) words.push({ word: asked.join(' '), sources: [] });
    for (const [at, each] of words.entries()) {
      if (!isAsked(each) && each.word !== asked.join(' ')) continue;
      words[at] = { ...each, sources: [...each.sources, ...sources] };
    }
  }
  return [...postings.keys()];
}

async function correct(
  words: readonly SoughtWord[],
  reader: IndexTables,
  meanings: readonly Meaning[],
  { slips, ...options }: SpellingOptions & { readonly slips: TitleSlips },
): Promise<{ words: SoughtWord[]; corrections: Correction[]; terms: string[] }> {
  const corrections: Correction[] = [];
  const terms: string[] = [];
  const correctedWords: SoughtWord[] = [];
  for (const each of words) {
    // A word whose meaning is known is not a mistake.
    const isKnown = each.sources.length > 0 || meanings.some(({ word }) => word === each.word);
    const meant = slips.get(lowerCase(each.word));
    const likely = isKnown || meant !== undefined ? [] : await likelySpellings(each.word, reader, options);
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

async function findPostings(reader: IndexTables, terms: readonly string[]): Promise<ReadonlyMap<string, TermPostings>> {
  const found = new Map<string, TermPostings>();
  for (const [at, postings] of (await Promise.all(terms.map((term) => reader.postings(term)))).entries()) {
    if (postings !== undefined) found.set(terms[at]!, postings);
  }
  return found;
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
