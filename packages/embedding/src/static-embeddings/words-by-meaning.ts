import { compareCodeUnits } from '@topicmill/base/order';
import { dotProduct, setBitCount } from '@topicmill/text/vectors';
import type { WordVectors } from './load-word-vectors.js';
import type { NearWord } from './near-words.js';
import { unitRow } from './unit-row.js';

/** The most frequent words of the table; rarer ones are names, mostly. */
const ASKED_WORDS = 12_000;
const MIN_LENGTH = 3;
const MAX_NEAR = 2;
/** An angle of 60° is a third of the signs on average: beyond this share hardly any pair of words has the cosine asked for. */
const MAX_SIGNS_APART = 0.44;

interface Rows {
  readonly words: readonly string[];
  readonly vectors: readonly Float32Array[];
  readonly signs: readonly Uint32Array[];
}

/**
 * For each everyday word that a list does not contain, the words of the list whose meaning is nearest: by the signs of
 * the vectors' components first, then by cosine. Takes a second for each thousand words of the list, about.
 *
 * @param among words in lower case
 * @param minSimilarity least cosine
 * @returns two words at most for each, the nearest first; only words that have any, sorted by code unit
 */
export function wordsByMeaning(
  vectors: WordVectors,
  among: readonly string[],
  minSimilarity: number,
): ReadonlyMap<string, readonly NearWord[]> {
  const listed = new Set(among);
  const rows = readRows(
    vectors,
    [...listed].filter((word) => word.length >= MIN_LENGTH && vectors.rows.has(word)),
  );
  const asked: string[] = [];
  for (const word of vectors.rows.words().slice(0, ASKED_WORDS)) {
    if (word.length >= MIN_LENGTH && /^\p{L}+$/u.test(word) && !listed.has(word)) asked.push(word);
  }
  const maxApart = MAX_SIGNS_APART * vectors.wordDimensions;
  return new Map(
    asked.sort().flatMap((word) => {
      const near = nearestTo(unitRow(vectors, vectors.rows.get(word)!), rows, { maxApart, minSimilarity });
      return near.length === 0 ? [] : [[word, near] as const];
    }),
  );
}

function readRows(table: WordVectors, words: readonly string[]): Rows {
  const vectors = words.map((word) => unitRow(table, table.rows.get(word)!));
  return { words, vectors, signs: vectors.map(signsOf) };
}

function nearestTo(
  vector: Float32Array,
  { words, vectors, signs }: Rows,
  { maxApart, minSimilarity }: { readonly maxApart: number; readonly minSimilarity: number },
): NearWord[] {
  const own = signsOf(vector);
  const near: NearWord[] = [];
  for (let at = 0; at < words.length; at++) {
    if (bitsApart(own, signs[at]!) > maxApart) continue;
    const similarity = dotProduct(vector, vectors[at]!);
    if (similarity >= minSimilarity) near.push({ word: words[at]!, similarity });
  }
  return near.sort((a, b) => b.similarity - a.similarity || compareCodeUnits(a.word, b.word)).slice(0, MAX_NEAR);
}

function signsOf(vector: Float32Array): Uint32Array {
  const signs = new Uint32Array(Math.ceil(vector.length / 32));
  for (let at = 0; at < vector.length; at++) if (vector[at]! > 0) signs[at >> 5]! |= 1 << (at & 31);
  return signs;
}

function bitsApart(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < a.length; at++) count += setBitCount(a[at]! ^ b[at]!);
  return count;
}
