import { embedText, type WordVectors } from '@topicmill/embedding/static-embeddings';
import { countPlainWords } from './plain-words.js';

/** Scores every chunk for a question, in the order of the chunks. */
export type Ranker = (question: string) => Float64Array;

/** Turns a text into components; the dot product of two texts is their likeness. */
export type Embedding = (text: string) => Float32Array;

const K1 = 1.2;
const B = 0.75;

/** BM25 (Robertson and Zaragoza, 2009) over plain words, headings counted three times. */
export function bm25Ranker(texts: readonly string[]): Ranker {
  const documents = texts.map(countPlainWords);
  const lengths = documents.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  return (question) => {
    const scores = new Float64Array(texts.length);
    for (const word of countPlainWords(question).keys()) {
      const holders = documents.filter((counts) => counts.has(word)).length;
      const rarity = Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
      documents.forEach((counts, at) => {
        const count = counts.get(word) ?? 0;
        scores[at]! += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[at]!) / meanLength));
      });
    }
    return scores;
  };
}

export function vectorRanker(texts: readonly string[], embed: Embedding): Ranker {
  const vectors = texts.map(embed);
  return (question) => {
    const asked = embed(question);
    return Float64Array.from(vectors, (vector) => vector.reduce((sum, value, at) => sum + value * asked[at]!, 0));
  };
}

/** Half and half, each ranker's scores first stretched to 0–1. */
export function mixedRanker(first: Ranker, second: Ranker): Ranker {
  return (question) => {
    const others = stretched(second(question));
    return stretched(first(question)).map((score, at) => (score + others[at]!) / 2);
  };
}

function stretched(scores: Float64Array): Float64Array {
  const least = Math.min(...scores);
  const span = Math.max(...scores) - least;
  return scores.map((score) => (span === 0 ? 0 : (score - least) / span));
}

/** One part of the built-in vector alone: the word vectors, or the hashed terms. */
export function partOf(vectors: WordVectors, part: 'words' | 'terms'): Embedding {
  return (text) => {
    const vector = embedText(vectors, text);
    const cut = vectors.wordDimensions;
    return unit(part === 'words' ? vector.subarray(0, cut) : vector.subarray(cut));
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}
