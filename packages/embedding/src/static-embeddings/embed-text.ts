import { hashTerm } from '@topicmill/text/hashes';
import { KnownTerms } from './known-terms.js';
import type { WordVectors } from './load-word-vectors.js';
import { CODE_ZERO } from './word-table-format.js';

const WORD_DIMENSIONS = 100;
const HASH_DIMENSIONS = 512;

/** Length of a vector that the bundled table gives: 100 components from words, then 512 from hashed terms. */
export const EMBEDDING_DIMENSIONS = WORD_DIMENSIONS + HASH_DIMENSIONS;

/**
 * Name of the bundled table together with this algorithm. It is part of cache keys: whatever changes a vector changes
 * this name.
 */
export const MODEL_REVISION = 'builtin-v1';

/** Share of the word vectors in the dot product of two texts; the hashed terms have the rest. */
const WORD_SHARE = 0.25;

/** Number of occurrences at which a term weighs half of what endless repetition would give it. */
const HALF_SATURATION = 6;
const SATURATION_STEPS = 64;

/**
 * One vector of unit length for a text of any length, script and markup.
 *
 * The first components are a weighted sum of word vectors, the last 512 are hashed terms; each part is scaled to its
 * share (¼ and ¾ of the squared length), so that the dot product of two texts is ¼ the cosine of their words' meaning
 * plus ¾ the cosine of their terms. A text without a word of the table consists of hashed terms alone.
 *
 * - Weight of the word of frequency rank r: `r / (r + 150)`. That is SIF, a / (a + p) with a = 0.0005 (Arora, Liang
 *   and Ma, "A simple but tough-to-beat baseline for sentence embeddings", 2017), where Zipf's law gives p ≈ 1 / 13r.
 *   Words that are not in the table weigh 1.
 * - n occurrences count as `7n / (n + 6)`, the saturation of BM25 without its length term. Headings count three times.
 * - Hashed terms: the lower 9 bits of a term's hash are its component, the highest bit its sign (Weinberger et al.,
 *   "Feature hashing for large scale multitask learning", 2009).
 *
 * Bits are the same on every machine and for every order of the words: up to the two lengths only integers below 2^53
 * are added, and what follows is additions in fixed order, divisions and square roots, all of which IEEE 754 fixes.
 * Case, normal forms and scripts come from the engine's Unicode tables, which differ for newly assigned characters only.
 *
 * White space alone gives the vector of the empty term: never zero, never NaN.
 *
 * @param text markdown or plain text
 * @returns `vectors.wordDimensions + 512` components
 */
export function embedText(vectors: WordVectors, text: string): Float32Array {
  const before = lastEmbedded.get(vectors);
  if (before?.text === text) return before.vector.slice();
  const vector = vectorOf(vectors, text);
  lastEmbedded.set(vectors, { text, vector });
  return vector.slice();
}

/** A query is compared with chunks and with questions, and is embedded for both. */
const lastEmbedded = new WeakMap<WordVectors, { readonly text: string; readonly vector: Float32Array }>();

function vectorOf(vectors: WordVectors, text: string): Float32Array {
  const wordSums = new Float64Array(vectors.wordDimensions);
  const hashSums = new Float64Array(HASH_DIMENSIONS);
  const terms = knownTermsOf(vectors).count(text);
  for (const { row, weight, count } of terms) {
    if (row !== undefined) addWord(wordSums, vectors, row, weight * saturated(count));
  }
  for (const { hash, weight, count } of new Set(terms.map(({ stem }) => stem))) {
    addHashed(hashSums, hash, weight * saturated(count));
  }
  return joinParts(wordSums, hashSums);
}

const knownTerms = new WeakMap<WordVectors, KnownTerms>();

function knownTermsOf(vectors: WordVectors): KnownTerms {
  const known = knownTerms.get(vectors) ?? new KnownTerms(vectors.rows);
  knownTerms.set(vectors, known);
  return known;
}

function saturated(count: number): number {
  return Math.round((SATURATION_STEPS * (HALF_SATURATION + 1) * count) / (HALF_SATURATION + count));
}

function addWord(sums: Float64Array, vectors: WordVectors, row: number, weight: number): void {
  const { codes } = vectors;
  const factor = vectors.scales[row]! * weight;
  const rowLength = sums.length >> 1;
  let from = row * rowLength;
  for (let at = 0; at < sums.length; at += 2) {
    const pair = codes[from++]!;
    sums[at] = sums[at]! + factor * ((pair & 15) - CODE_ZERO);
    sums[at + 1] = sums[at + 1]! + factor * ((pair >> 4) - CODE_ZERO);
  }
}

function addHashed(sums: Float64Array, hash: number, weight: number): void {
  sums[hash % HASH_DIMENSIONS]! += hash >>> 31 === 1 ? weight : -weight;
}

function joinParts(wordSums: Float64Array, hashSums: Float64Array): Float32Array {
  const wordLength = lengthOf(wordSums);
  if (lengthOf(hashSums) === 0 && wordLength === 0) addHashed(hashSums, hashTerm(''), 1);
  const hashLength = lengthOf(hashSums);
  const wordShare = wordLength === 0 ? 0 : hashLength === 0 ? 1 : WORD_SHARE;
  const joined = new Float32Array(wordSums.length + hashSums.length);
  writeScaled(joined, 0, wordSums, wordLength, wordShare);
  writeScaled(joined, wordSums.length, hashSums, hashLength, 1 - wordShare);
  return joined;
}

function writeScaled(target: Float32Array, start: number, part: Float64Array, length: number, share: number): void {
  if (share === 0) return;
  const factor = Math.sqrt(share) / length;
  for (let at = 0; at < part.length; at++) target[start + at] = part[at]! * factor;
}

function lengthOf(values: Float64Array): number {
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += values[at]! * values[at]!;
  return Math.sqrt(squares);
}
