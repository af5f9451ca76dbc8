import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Embedder } from '@topicmill/text/embedder';
import type { IngestOptions } from './artifact-store.js';
import { checkedUnitVector } from './checked-unit-vector.js';
import type { Passage } from './prepare-artifact.js';

/** Vectors of unit length by the hash of their text. */
export type VectorsByHash = ReadonlyMap<string, Float32Array>;

/** The passages of one text, and the vectors that exist already. */
export interface PassageTexts {
  readonly passages: readonly Passage[];
  readonly sourceSha256?: string | undefined;
  readonly known: VectorsByHash;
}

/**
 * Vectors of unit length for passages that have none; equal texts are embedded once.
 *
 * @throws TopicmillError `EMBEDDER_BAD_RESPONSE`, `EMBEDDER_BAD_VECTOR`, and what the embedder throws
 */
export async function embedPassages(
  { passages, sourceSha256, known }: PassageTexts,
  embedder: Embedder,
  { signal, onProgress }: IngestOptions,
): Promise<VectorsByHash> {
  const missing = new Map<string, { readonly text: string; readonly label: string }>();
  for (const [index, { content, contentSha256, isBlank }] of passages.entries()) {
    if (isBlank || known.has(contentSha256) || missing.has(contentSha256)) continue;
    missing.set(contentSha256, { text: content, label: passages.length === 1 ? 'the artifact' : `chunk ${index}` });
  }
  if (missing.size === 0) return new Map();
  const texts = [...missing.values()];
  let doneCount = 0;
  onProgress?.({ phase: 'embedding', doneCount, totalCount: texts.length });
  const vectors = await embedder.embed(
    texts.map(({ text }) => text),
    {
      labels: texts.map(({ label }) => label),
      sourceSha256,
      signal,
      onBatch(_firstIndex, batch) {
        doneCount += batch.length;
        onProgress?.({ phase: 'embedding', doneCount, totalCount: texts.length });
      },
    },
  );
  if (vectors.length !== texts.length) {
    throw new TopicmillError('EMBEDDER_BAD_RESPONSE', `${texts.length} texts got ${vectors.length} vectors.`, {
      remedy: 'Check the embedding server; it must return one vector per text.',
    });
  }
  const length = known.values().next().value?.length ?? vectors[0]!.length;
  const hashes = [...missing.keys()];
  return new Map(vectors.map((vector, at) => [hashes[at]!, checkedUnitVector(vector, length, texts[at]!.label)]));
}
