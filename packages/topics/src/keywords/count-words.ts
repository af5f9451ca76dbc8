import { Join, joinOf, wordIdOf } from './token-stream.js';
import type { Vocabulary } from './vocabulary.js';

const PAIR_BASE = 2 ** 26;

/** A single word of a topic with the number of its uses. */
export interface CountedWord {
  readonly term: string;
  readonly count: number;
}

/**
 * Counts the words that no compound has taken. A part of a hyphenated word is no word; a part of a dotted name is one.
 * Han text has no spaces: there each pair of neighbouring characters counts as a word.
 *
 * @param taken 1 for each part that belongs to a compound
 * @param minCount words used less often are left out
 */
export function countWords(
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
