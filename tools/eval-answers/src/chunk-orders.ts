import { cosineSimilarity, stripeOrder } from '@topicmill/topics/similarity';
import { seededRandom, shuffled } from './seeded-random.js';

/** A way to hand out the chunks of a topic; the baseline, chunk 0, is given beforehand and left out. */
export interface ChunkOrder {
  readonly name: string;
  /** The orders to measure, by their mean: one, or several of a random way. Indices of chunks. */
  orders(vectors: readonly Float32Array[]): readonly (readonly number[])[];
}

const RANDOM_ORDERS = 200;
/** What nearness to the baseline counts in MMR; the rest is distance from what was chosen. */
const MMR_RELEVANCE = 0.5;

/** Stripes beside what they replace. */
export const CHUNK_ORDERS: readonly ChunkOrder[] = [
  { name: 'stripes', orders: (vectors) => [stripeOrder(similarities(vectors), 0, 'up')] },
  { name: 'document order', orders: (vectors) => [othersOf(vectors)] },
  { name: 'pure similarity', orders: (vectors) => [bySimilarity(vectors)] },
  { name: 'run-time MMR', orders: (vectors) => [maximalMarginalRelevance(vectors)] },
  { name: 'random (mean of 200)', orders: randomOrders },
];

function similarities(vectors: readonly Float32Array[]): number[] {
  return vectors.map((vector) => cosineSimilarity(vectors[0]!, vector));
}

function othersOf(vectors: readonly Float32Array[]): number[] {
  return [...vectors.keys()].slice(1);
}

function bySimilarity(vectors: readonly Float32Array[]): number[] {
  const near = similarities(vectors);
  return othersOf(vectors).sort((a, b) => near[b]! - near[a]! || a - b);
}

/** Carbonell and Goldstein (1998): each time the chunk near the baseline and far from those chosen. */
function maximalMarginalRelevance(vectors: readonly Float32Array[]): number[] {
  const near = similarities(vectors);
  const rest = new Set(othersOf(vectors));
  const chosen: number[] = [];
  while (rest.size > 0) {
    const value = (index: number): number => {
      const nearest = chosen.map((other) => cosineSimilarity(vectors[index]!, vectors[other]!));
      return MMR_RELEVANCE * near[index]! - (1 - MMR_RELEVANCE) * Math.max(0, ...nearest);
    };
    const best = [...rest].reduce((winner, index) => (value(index) > value(winner) ? index : winner));
    chosen.push(best);
    rest.delete(best);
  }
  return chosen;
}

function randomOrders(vectors: readonly Float32Array[]): number[][] {
  const random = seededRandom(1);
  return Array.from({ length: RANDOM_ORDERS }, () => shuffled(othersOf(vectors), random));
}
