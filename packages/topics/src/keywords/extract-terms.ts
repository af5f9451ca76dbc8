import { splitFrontMatter } from '@topicmill/text/markdown';
import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import {
  collectPhrases,
  isPhraseBoundary,
  MAX_PHRASE_PARTS,
  type Phrases,
  type PhraseTrie,
} from './collect-phrases.js';
import { byScoreThenTerm, type LocalTerm, scoreOf, type TermType, typeMultiplierOf } from './term.js';
import { Join, joinOf, wordIdOf } from './token-stream.js';
import { tokenize } from './tokenize.js';
import { Vocabulary } from './vocabulary.js';

const MIN_COMPOUND_COUNT = 2;
const MIN_PHRASE_PARTS = 2;

/** Places where phrases of one length occur, in the order of the text. */
interface Matches {
  readonly positions: number[];
  readonly phrases: number[];
}

/** A compound of a topic with the number of its uses. */
interface CountedCompound {
  readonly term: string;
  readonly count: number;
  readonly headerMultiplier: number;
}

/**
 * Counts the uses of each phrase, the longest first: a part of the text belongs to one compound only. Phrases of equal
 * length take turns from the left. A phrase with fewer than two uses is not a compound and leaves its parts to shorter
 * ones.
 *
 * @param taken receives 1 for each part that belongs to a compound
 */
function countCompounds(
  parts: readonly number[],
  phrases: Phrases,
  vocabulary: Vocabulary,
  taken: Uint8Array,
): CountedCompound[] {
  const compounds: CountedCompound[] = [];
  const matchesByLength = findMatches(parts, phrases.trie);
  for (let length = MAX_PHRASE_PARTS; length >= MIN_PHRASE_PARTS; length--) {
    for (const [phrase, count] of takeMatches(matchesByLength[length]!, length, phrases.trie.size, taken)) {
      const start = phrases.starts[phrase]!;
      const term = writtenForm(parts, start, start + length, vocabulary);
      compounds.push({ term, count, headerMultiplier: phrases.headerMultipliers[phrase]! });
    }
  }
  return compounds;
}

function findMatches(parts: readonly number[], trie: PhraseTrie): Matches[] {
  const matchesByLength: Matches[] = [];
  for (let length = 0; length <= MAX_PHRASE_PARTS; length++) matchesByLength.push({ positions: [], phrases: [] });
  for (let start = 0; start < parts.length; start++) {
    if (!isPhraseBoundary(parts[start])) continue;
    let node = trie.startAt(parts[start]!);
    for (let end = start + 1; node !== -1 && end < parts.length; end++) {
      node = trie.step(node, parts[end]!);
      if (node === -1) break;
      const phrase = trie.phraseAt(node);
      if (phrase === -1 || !isPhraseBoundary(parts[end + 1])) continue;
      const matches = matchesByLength[end + 1 - start]!;
      matches.positions.push(start);
      matches.phrases.push(phrase);
    }
  }
  return matchesByLength;
}

/**
 * Marks the parts of the remaining matches as taken and returns their number by phrase. No stretch taken before is
 * shorter than `length`, so that a match is free when both its ends are.
 */
function takeMatches(matches: Matches, length: number, phraseCount: number, taken: Uint8Array): Map<number, number> {
  const { positions, phrases } = matches;
  const counts = new Map<number, number>();
  if (positions.length === 0) return counts;
  const isFree = (start: number) => taken[start] === 0 && taken[start + length - 1] === 0;
  const freeUses = countFreeUses(matches, length, phraseCount, isFree);
  const hits: number[] = [];
  for (const [i, phrase] of phrases.entries()) {
    const start = positions[i]!;
    if (freeUses[phrase]! < MIN_COMPOUND_COUNT || !isFree(start)) continue;
    taken.fill(1, start, start + length);
    counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    hits.push(i);
  }
  for (const i of hits) {
    if (counts.get(phrases[i]!)! < MIN_COMPOUND_COUNT) taken.fill(0, positions[i]!, positions[i]! + length);
  }
  for (const [phrase, count] of counts) if (count < MIN_COMPOUND_COUNT) counts.delete(phrase);
  return counts;
}

/** By phrase, its free uses that do not overlap one another; other phrases may claim some of them. */
function countFreeUses(
  { positions, phrases }: Matches,
  length: number,
  phraseCount: number,
  isFree: (start: number) => boolean,
): Uint32Array {
  const counts = new Uint32Array(phraseCount);
  const nextStarts = new Uint32Array(phraseCount);
  for (const [i, phrase] of phrases.entries()) {
    const start = positions[i]!;
    if (start < nextStarts[phrase]! || !isFree(start)) continue;
    counts[phrase]!++;
    nextStarts[phrase] = start + length;
  }
  return counts;
}

const JOINERS: Readonly<Record<number, string>> = { [Join.Space]: ' ', [Join.Hyphen]: '-', [Join.Dot]: '.' };

function writtenForm(parts: readonly number[], start: number, end: number, vocabulary: Vocabulary): string {
  let form = vocabulary.wordOf(wordIdOf(parts[start]!));
  for (let i = start + 1; i < end; i++) {
    form += (JOINERS[joinOf(parts[i]!)] ?? '') + vocabulary.wordOf(wordIdOf(parts[i]!));
  }
  return form;
}

const PAIR_BASE = 2 ** 26;

/** A single word of a topic with the number of its uses. */
interface CountedWord {
  readonly term: string;
  readonly count: number;
}

/**
 * Counts the words that no compound has taken. A part of a hyphenated word is not a word; a part of a dotted name is one.
 * Han text has no spaces: there each pair of neighbouring characters counts as a word.
 *
 * @param taken 1 for each part that belongs to a compound
 * @param minCount words used less often are left out
 */
function countWords(
  parts: readonly number[],
  vocabulary: Vocabulary,
  taken: Uint8Array,
  minCount: number,
): CountedWord[] {
  const counts = new Uint32Array(vocabulary.size);
  for (let i = 0; i < parts.length; i++) {
    if (taken[i] === 0 && !isHyphenated(parts, i)) counts[wordIdOf(parts[i]!)]!++;
  }
  const words: CountedWord[] = [];
  for (const [id, count] of counts.entries()) {
    if (count >= minCount && vocabulary.isTerm(id)) words.push({ term: vocabulary.wordOf(id), count });
  }
  return words.concat(countPairs(parts, vocabulary, taken, minCount));
}

function isHyphenated(parts: readonly number[], index: number): boolean {
  return joinOf(parts[index]!) === Join.Hyphen || joinOf(parts[index + 1] ?? Join.Break) === Join.Hyphen;
}

function countPairs(
  parts: readonly number[],
  vocabulary: Vocabulary,
  taken: Uint8Array,
  minCount: number,
): CountedWord[] {
  const counts = new Map<number, number>();
  for (let i = 1; i < parts.length; i++) {
    if (joinOf(parts[i]!) !== Join.Adjacent || taken[i] === 1 || taken[i - 1] === 1) continue;
    const first = wordIdOf(parts[i - 1]!);
    const second = wordIdOf(parts[i]!);
    if (!isPairable(first, vocabulary) || !isPairable(second, vocabulary)) continue;
    const key = first * PAIR_BASE + second;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const pairs: CountedWord[] = [];
  for (const [key, count] of counts) {
    if (count < minCount) continue;
    const first = Math.floor(key / PAIR_BASE);
    pairs.push({ term: vocabulary.wordOf(first) + vocabulary.wordOf(key % PAIR_BASE), count });
  }
  return pairs;
}

function isPairable(id: number, vocabulary: Vocabulary): boolean {
  return vocabulary.isHan(id) && !vocabulary.isStop(id);
}

/** A term counts in its topic from this local score on: three uses of a word, two of a compound. */
const MIN_LOCAL_SCORE = 3;

/**
 * The terms of one topic that count: those with local score = count × header × type ≥ 3.0.
 *
 * Compounds are phrases of the topic's own headings, hyphenated words, and dotted words of headings, used at least
 * twice; the longest match takes its words, and a hyphen is equal to a space. Single words are counted where no
 * compound contains them. Header (compounds only) is 1.5, 1.25 or 1.1 for the highest heading, of level 1, 2 or deeper,
 * that contains the term, else 1; type is 1.5 for a compound, 1 for a single word. Code does not count. Linear in the
 * length of the text.
 *
 * @param text a markdown document as read; its front matter is left out
 * @param stopWords lower-case words that end phrases and do not count as terms (see `stopWordsOf`)
 * @returns by local score, highest first, then by term
 */
export function extractTerms(text: string, stopWords: ReadonlySet<string> = ENGLISH_STOP_WORDS): LocalTerm[] {
  return readTerms(text, stopWords).terms;
}

/** The terms of a topic, and what its words say about its language. */
export interface ReadTerms {
  readonly terms: LocalTerm[];
  /** Share of stop words among all words of the text; 1 for a text without words. */
  readonly stopWordShare: number;
}

/** `extractTerms`, with what is found out on the way. */
export function readTerms(text: string, stopWords: ReadonlySet<string>): ReadTerms {
  const vocabulary = new Vocabulary(stopWords);
  const stream = tokenize(text, vocabulary, splitFrontMatter(text).bodyOffset);
  const taken = new Uint8Array(stream.parts.length);
  const compounds = countCompounds(stream.parts, collectPhrases(stream, vocabulary), vocabulary, taken);
  const terms = compounds.map(({ term, count, headerMultiplier }) =>
    scoredTerm(term, 'compound', count, headerMultiplier),
  );
  const words = countWords(stream.parts, vocabulary, taken, MIN_LOCAL_SCORE);
  for (const { term, count } of words) terms.push(scoredTerm(term, 'single', count, 1));
  const counting = terms.filter(({ score }) => score >= MIN_LOCAL_SCORE).sort(byScoreThenTerm);
  return {
    terms: counting.map(({ score, ...term }) => ({ ...term, localScore: score })),
    stopWordShare: stopWordShare(stream.parts, vocabulary),
  };
}

function stopWordShare(parts: readonly number[], vocabulary: Vocabulary): number {
  let count = 0;
  for (const part of parts) if (vocabulary.isStop(wordIdOf(part))) count++;
  return parts.length === 0 ? 1 : count / parts.length;
}

function scoredTerm(term: string, type: TermType, count: number, headerMultiplier: number) {
  return { term, type, count, headerMultiplier, score: scoreOf(count, headerMultiplier, typeMultiplierOf(type), 1) };
}
