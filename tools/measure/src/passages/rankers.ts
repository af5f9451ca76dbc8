import { addTo } from '@topicmill/base/groups';
import { sum } from '@topicmill/base/sums';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { cosineSimilarity } from '@topicmill/topics/similarity';

/** Positions of texts, the best first. */
export type Rank = (question: string) => readonly number[];

/** A way to search texts. */
export interface Ranker {
  readonly name: string;
  index(texts: readonly string[]): Rank;
}

const K1 = 1.2;
const B = 0.75;
const WORD = /[\p{L}\p{N}]+/gu;

/** Added to a rank before its reciprocal is taken (Cormack et al., "Reciprocal Rank Fusion", SIGIR 2009). */
const FUSION_CONSTANT = 60;

/** BM25, the built-in embedding, and the sum of the reciprocal ranks of the two. */
export function rankers(): Ranker[] {
  const vectors = bundledWordVectors();
  const byEmbedding = (texts: readonly string[]) => byVectors(texts, (text) => embedText(vectors, text));
  return [
    { name: 'BM25', index: bm25 },
    { name: 'vectors', index: byEmbedding },
    { name: 'both', index: (texts) => fused(bm25(texts), byEmbedding(texts)) },
  ];
}

function fused(...ranks: readonly Rank[]): Rank {
  return (question) => {
    const orders = ranks.map((rank) => rank(question));
    const scores = new Float64Array(orders[0]!.length);
    for (const order of orders) {
      order.forEach((at, place) => {
        scores[at]! += 1 / (FUSION_CONSTANT + place + 1);
      });
    }
    return best(scores);
  };
}

function bm25(texts: readonly string[]): Rank {
  const occurrences = new Map<string, (readonly [at: number, count: number])[]>();
  const lengths = texts.map((text, at) => {
    const counts = countWords(text);
    for (const [word, count] of counts) addTo(occurrences, word, [at, count] as const);
    return sum([...counts.values()]);
  });
  const meanLength = sum(lengths) / texts.length;
  return (question) => {
    const scores = new Float64Array(texts.length);
    for (const word of countWords(question).keys()) {
      const found = occurrences.get(word) ?? [];
      const idf = Math.log(1 + (texts.length - found.length + 0.5) / (found.length + 0.5));
      found.forEach(([at, count]) => {
        scores[at]! += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[at]!) / meanLength));
      });
    }
    return best(scores);
  };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    const singular = word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
    counts.set(singular, (counts.get(singular) ?? 0) + 1);
  }
  return counts;
}

function byVectors(texts: readonly string[], embed: (text: string) => Float32Array): Rank {
  const vectors = texts.map(embed);
  return (question) => {
    const asked = embed(question);
    return best(vectors.map((vector) => cosineSimilarity(vector, asked)));
  };
}

function best(scores: ArrayLike<number>): number[] {
  return Array.from(scores, (_, at) => at).sort((a, b) => scores[b]! - scores[a]! || a - b);
}
