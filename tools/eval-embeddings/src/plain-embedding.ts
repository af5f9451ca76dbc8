import type { WordVectors } from '@topicmill/embedding/static-embeddings';
import { countPlainWords } from './plain-words.js';
import type { Embedding } from './rankers.js';

const HASH_DIMENSIONS = 512;

/** Rank of the word that weighs half: SIF with a = 0.001. */
const HALF_WEIGHT_RANK = 75;

/**
 * The embedder to beat: lower-case words without stems, parts or saturation, weighted by rank; the mean of their word
 * vectors and 512 hashed words, half each.
 */
export function plainEmbedding(vectors: WordVectors): Embedding {
  const { wordDimensions, rows, scales, codes } = vectors;
  return (text) => {
    const words = new Float32Array(wordDimensions);
    const hashed = new Float32Array(HASH_DIMENSIONS);
    for (const [word, count] of countPlainWords(text)) {
      const row = rows.get(word);
      const weight = row === undefined ? count : (count * (row + 1)) / (row + 1 + HALF_WEIGHT_RANK);
      const hash = [...word].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193), 0x811c9dc5);
      hashed[(hash >>> 8) % HASH_DIMENSIONS]! += hash & 1 ? weight : -weight;
      if (row === undefined) continue;
      for (let at = 0; at < wordDimensions; at++) {
        const pair = codes[(row * wordDimensions + at) >> 1]!;
        words[at]! += weight * scales[row]! * ((at % 2 === 0 ? pair & 15 : pair >> 4) - 8);
      }
    }
    return Float32Array.from([...halved(words), ...halved(hashed)]);
  };
}

function halved(part: Float32Array): Float32Array {
  const squares = part.reduce((sum, value) => sum + value * value, 0);
  return squares === 0 ? part : part.map((value) => value * Math.sqrt(0.5 / squares));
}
