import { analyzeText } from '@topicmill/search/retrieval';
import { cosineSimilarity, hammingDistance, simHash64, simHashOfFeatures } from '@topicmill/topics/similarity';
import { eng } from 'stopword';
import type { Embed } from './read-questions.js';

/** A way to say how far two questions are apart, in bits of 64. */
export interface HashKind {
  readonly name: string;
  /** What it does, for the report. */
  readonly method: string;
  /** Whether a client needs a model to ask. */
  readonly needsModel: boolean;
  /** Prepares texts for comparison and returns how far two of them are apart, by their places. */
  compare(stored: readonly string[], asked: readonly string[]): (storedAt: number, askedAt: number) => number;
}

const BITS = 64;
const STOP_WORDS: ReadonlySet<string> = new Set(eng);
const SHINGLE_LENGTH = 4;
const SEED = 1;

/** @param rarityOf how much finding a term is worth, 0 or more */
export function hashKinds(embed: Embed, rarityOf: (term: string) => number): readonly HashKind[] {
  const planes = hyperplanes(embed('dimension').length);
  return [
    byHash('words', 'SimHash of the words, each once', false, (text) => simHashOfFeatures(wordsOf(text).map(one))),
    byHash(
      'words by length',
      'SimHash of the words by length and of pairs of neighbours: what is published',
      false,
      simHash64,
    ),
    byHash('word pairs', 'SimHash of shingles of two words', false, (text) =>
      simHashOfFeatures(pairsOf(text).map(one)),
    ),
    byHash('letters', 'SimHash of shingles of four letters', false, (text) =>
      simHashOfFeatures(shinglesOf(text).map(one)),
    ),
    byHash('stems', 'SimHash of the stems, no stop words', false, (text) =>
      simHashOfFeatures(analyzeText(text).map(one)),
    ),
    byHash('content words', 'SimHash of the words by length, no stop words', false, (text) =>
      simHashOfFeatures(contentWords(text).map(byLength)),
    ),
    byHash('stems by rarity', 'SimHash of the stems, each by its rarity among the chunks', false, (text) =>
      simHashOfFeatures(analyzeText(text).map((term) => [term, Math.round(10 * rarityOf(term))])),
    ),
    byHash('hyperplanes', 'signs of 64 random projections of the vectors', true, (text) => signs(embed(text), planes)),
    {
      name: 'vectors',
      method: 'the angle between the vectors in 64ths of a half circle: no hash, what hyperplanes estimate',
      needsModel: true,
      compare(stored, asked) {
        const [a, b] = [stored.map(embed), asked.map(embed)];
        return (at, other) => (BITS * Math.acos(cosineSimilarity(a[at]!, b[other]!))) / Math.PI;
      },
    },
  ];
}

function byHash(name: string, method: string, needsModel: boolean, hash: (text: string) => bigint): HashKind {
  return {
    name,
    method,
    needsModel,
    compare(stored, asked) {
      const [a, b] = [stored.map(hash), asked.map(hash)];
      return (at, other) => hammingDistance(a[at]!, b[other]!);
    },
  };
}

const one = (feature: string): readonly [string, number] => [feature, 1];

const byLength = (word: string): readonly [string, number] => [word, Math.min(word.length, 8)];

function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !STOP_WORDS.has(word));
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+[+#]*/gu) ?? []
  );
}

function pairsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.length < 2 ? words : words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

function shinglesOf(text: string): string[] {
  const letters = wordsOf(text).join(' ');
  const count = Math.max(1, letters.length - SHINGLE_LENGTH + 1);
  return Array.from({ length: count }, (_, at) => letters.slice(at, at + SHINGLE_LENGTH));
}

/** Components of 1 and −1 by a linear congruential generator (Numerical Recipes). */
function hyperplanes(dimensions: number): readonly Int8Array[] {
  let state = SEED;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state < 0 ? -1 : 1;
  };
  return Array.from({ length: BITS }, () => Int8Array.from({ length: dimensions }, next));
}

function signs(vector: Float32Array, planes: readonly Int8Array[]): bigint {
  let hash = 0n;
  for (const plane of planes) {
    let sum = 0;
    for (let at = 0; at < vector.length; at++) sum += vector[at]! * plane[at]!;
    hash = (hash << 1n) | (sum > 0 ? 1n : 0n);
  }
  return hash;
}
