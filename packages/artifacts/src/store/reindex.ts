import type { Embedder } from '@topicmill/text/embedder';
import type { ReindexOptions, ReindexReport } from './artifact-store.js';
import type { Binding } from './binding.js';
import { fromColumn } from './column-values.js';
import { ALL_CHUNKS, type StoreEngine } from './engine.js';
import { isSplitSo, prepareIngest, type StoreContext, storeText } from './ingest.js';
import { embedPassages, prepareText, splitRules } from './passages.js';
import { wholeText } from './read-artifacts.js';

/** Texts embedded, and then stored, at once: what an interruption costs at most. */
const BATCH_SIZE = 256;

/**
 * Brings a store to another model, and to the sizes by which its splitter works.
 *
 * @param embedder without one, the model stays
 */
export async function reindexStore(
  context: StoreContext,
  embedder: Embedder | undefined,
  options: ReindexOptions,
): Promise<ReindexReport> {
  const { engine, sizes } = context;
  const report = embedder && (await changeModel(engine, embedder, options));
  const isSplitAlike = sizes === undefined || (await engine.readSizes()) === splitRules(sizes);
  if (report !== undefined && isSplitAlike) return { ...report, resplit_count: 0 };
  const chosen = embedder ?? (await context.embedder());
  const split = await splitAnew({ ...context, embedder: async () => chosen }, options);
  return {
    model: chosen.model,
    dimensions: (await engine.readBinding())?.dimensions ?? 0,
    embedded_count: (report?.embedded_count ?? 0) + split.embeddedCount,
    resumed_count: report?.resumed_count ?? 0,
    resplit_count: split.count,
  };
}

/** Texts that are read at once. */
const PAGE_SIZE = 100;

/** Splits all texts as an ingest would now; those that this changes are written anew, each with its id. */
async function splitAnew(
  context: StoreContext,
  options: ReindexOptions,
): Promise<{ count: number; embeddedCount: number }> {
  const { engine, sizes } = context;
  const done = { count: 0, embeddedCount: 0 };
  for (let after = ''; ; ) {
    const page = await engine.list({}, after, PAGE_SIZE);
    for (const { id } of page) {
      options.signal?.throwIfAborted();
      const stored = await engine.readArtifact(id, ALL_CHUNKS);
      if (stored === undefined) continue;
      const { artifact_type: artifactType, source_system: sourceSystem, source_id: sourceId } = stored.artifact;
      const facts = { title: undefined, sensitivity: undefined, ts: undefined, attributes: undefined };
      const input = { content: wholeText(stored), artifactType, sourceSystem, sourceId, ...facts };
      const prepared = await prepareIngest(context, input, stored.artifact.content_hash);
      if (isSplitSo(stored, prepared.text)) continue;
      const { embedded_count } = await storeText(context, { ...prepared, isSplitAnew: true }, options);
      done.count += 1;
      done.embeddedCount += embedded_count;
    }
    if (page.length < PAGE_SIZE) break;
    after = page.at(-1)!.id;
  }
  if (sizes !== undefined) await engine.writeSizes(splitRules(sizes));
  return done;
}

/**
 * Makes vectors of another model in tables of their own, and swaps them in when none is missing. Artifacts may come and
 * go meanwhile.
 */
async function changeModel(
  { reindexing }: StoreEngine,
  embedder: Embedder,
  { signal, onProgress }: ReindexOptions,
): Promise<Omit<ReindexReport, 'resplit_count'>> {
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
    const passages = missing.flatMap(({ content, preface, token_count: tokenCount }) => {
      const text = fromColumn(content);
      const chunks = [{ startChar: 0, endChar: text.length, tokenCount, preface }];
      return prepareText(text, { tokenCount, chunks }).passages;
    });
    const vectors = await embedPassages({ passages, known: new Map() }, embedder, { signal });
    const dimensions = vectors.values().next().value!.length;
    target = await reindexing.store(target, { model: embedder.model, dimensions, passages: missing, vectors }, signal);
    afterKey = missing.at(-1)!.key;
    doneCount += missing.length;
  }
  return {
    model: embedder.model,
    dimensions: expectedDimensions(target, embedder),
    embedded_count: doneCount - resumedCount,
    resumed_count: resumedCount,
  };
}

/** An empty store has no vector to tell the length by. */
function expectedDimensions(target: Binding | undefined, embedder: Embedder): number {
  return target?.dimensions ?? embedder.dimensions ?? 0;
}
