import type { Phrases } from './collect-phrases.js';
import { isPhraseBoundary, MAX_PHRASE_PARTS, type PhraseTrie } from './phrase-trie.js';
import { Join, joinOf, wordIdOf } from './token-stream.js';
import type { Vocabulary } from './vocabulary.js';

const MIN_COMPOUND_COUNT = 2;
const MIN_PHRASE_PARTS = 2;

/** Places where phrases of one length occur, in the order of the text. */
interface Matches {
  readonly positions: number[];
  readonly phrases: number[];
}

/** A compound of a topic with the number of its uses. */
export interface CountedCompound {
  readonly term: string;
  readonly count: number;
  readonly headerMultiplier: number;
}

/**
 * Counts the uses of each phrase, the longest first: a part of the text belongs to one compound only. Phrases of equal
 * length take turns from the left. A phrase with fewer than two uses is no compound and leaves its parts to shorter
 * ones.
 *
 * @param taken receives 1 for each part that belongs to a compound
 */
export function countCompounds(
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
