import type { ChunkItem, ChunkSetIndex } from '@topicmill/topics/formats';

/** What the chunks of a document are compared with. */
export type Baseline = 'conceptual' | 'technical';

/** Similarity of a chunk to a baseline; 0 for one that the model refused. */
export function similarityTo(baseline: Baseline, item: ChunkItem): number {
  return (baseline === 'technical' ? item.similarity_technical : undefined) ?? item.similarity_conceptual ?? 0;
}

export function orderOf(baseline: Baseline, chunks: ChunkSetIndex): readonly number[] {
  return (baseline === 'technical' ? chunks.stripe_order_technical : undefined) ?? chunks.stripe_order;
}

export function baselineIndex(baseline: Baseline, chunks: ChunkSetIndex): number {
  return (baseline === 'technical' ? chunks.baseline_technical : undefined) ?? chunks.baseline_conceptual;
}

/**
 * The stripes of an order. Each runs from near to far, so that a new one begins wherever the order comes nearer again; at
 * equal similarity, where the index falls.
 */
export function splitIntoStripes(baseline: Baseline, chunks: ChunkSetIndex): number[][] {
  const stripes: number[][] = [];
  let previous: ChunkItem | undefined;
  for (const index of orderOf(baseline, chunks)) {
    const item = chunks.items[index]!;
    const step = previous === undefined ? 1 : similarityTo(baseline, item) - similarityTo(baseline, previous);
    if (step > 0 || (step === 0 && index < previous!.index)) stripes.push([]);
    stripes.at(-1)!.push(index);
    previous = item;
  }
  return stripes;
}
