import type { Embedder } from '@topicmill/text/embedder';
import type { ReindexOptions, ReindexReport } from './artifact-store.js';
import type { Binding } from './binding.js';
import { fromColumn } from './column-values.js';
import { embedPassages } from './embed-passages.js';
import type { StoreEngine } from './engine.js';
import { prepareText } from './passages.js';

/** Texts embedded, and then stored, at once: what an interruption costs at most. */
const BATCH_SIZE = 256;

/**
 * Makes vectors of another model in tables of their own, and swaps them in when none is missing. Artifacts may come and
 * go meanwhile.
 */
export async function reindexStore(
  { reindexing }: StoreEngine,
  embedder: Embedder,
  { signal, onProgress }: ReindexOptions,
): Promise<ReindexReport> {
  let { target, doneCount, totalCount } = await reindexing.find(embedder, signal);
  const resumedCount = doneCount;
  let afterKey = 0;
  for (;;) {
    signal?.throwIfAborted();
    onProgress?.({ phase: 'embedding', doneCount, totalCount });
    const missing = await reindexing.findMissing(target, afterKey, BATCH_SIZE, signal);
    if (missing.length === 0) {
      if (await reindexing.swap(target, signal)) break;
      // Something was added after we had passed.
      afterKey = 0;
      continue;
    }
    const passages = missing.flatMap(({ content, token_count }) => {
      return prepareText(fromColumn(content), { tokenCount: token_count, chunks: [] }).passages;
    });
    const vectors = await embedPassages({ passages, known: new Map() }, embedder, { signal });
    const dimensions = vectors.values().next().value!.length;
    target = await reindexing.store(target, { model: embedder.model, dimensions, passages: missing, vectors }, signal);
    afterKey = missing.at(-1)!.key;
    doneCount += missing.length;
  }
  return {
    model: embedder.model,
    dimensions: dimensionsOf(target, embedder),
    embedded_count: doneCount - resumedCount,
    resumed_count: resumedCount,
  };
}

/** An empty store has no vector to tell the length by. */
function dimensionsOf(target: Binding | undefined, embedder: Embedder): number {
  return target?.dimensions ?? embedder.dimensions ?? 0;
}
