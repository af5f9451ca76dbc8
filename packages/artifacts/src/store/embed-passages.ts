import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Embedder } from '@topicmill/text/embedder';
import { unitVector, vectorLength } from '@topicmill/text/vectors';
import type { IngestOptions } from './artifact-store.js';
import { embeddedText, type Passage } from './passages.js';

/** Vectors of unit length by the hash of the text that was embedded. */
export type VectorsByHash = ReadonlyMap<string, Float32Array>;

/** The passages of one text, and the vectors that exist already. */
interface PassageTexts {
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
  for (const [index, { vectorSha256, isBlank, ...passage }] of passages.entries()) {
    if (isBlank || known.has(vectorSha256) || missing.has(vectorSha256)) continue;
    const label = passages.length === 1 ? 'the artifact' : `chunk ${index}`;
    missing.set(vectorSha256, { text: embeddedText(passage), label });
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

/**
 * The vector at length 1, once it is known to be one that can be searched.
 *
 * @param dimensions number of components that it must have
 * @param label what an error calls its text
 * @throws TopicmillError `EMBEDDER_BAD_VECTOR`
 */
export function checkedUnitVector(vector: Float32Array, dimensions: number, label: string): Float32Array {
  if (vector.length !== dimensions || dimensions === 0) {
    throw badVector(`The vector of ${label} has ${vector.length} numbers instead of ${dimensions}.`);
  }
  const length = vectorLength(vector);
  if (!(length > 0) || !Number.isFinite(length)) throw badVector(`The vector of ${label} is zero or not finite.`);
  // A vector of unit length stays as it is, bit for bit: it is read, exported and imported again.
  return Math.abs(length - 1) < 1e-6 ? vector : unitVector(vector);
}

function badVector(message: string): TopicmillError {
  return new TopicmillError('EMBEDDER_BAD_VECTOR', message, {
    remedy: 'Check that the model is an embedding model and that its server works.',
  });
}
