import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Artifact, ArtifactChunk } from './artifact.js';
import { artifactOf, type ChunkRow, chunkOf } from './artifact-rows.js';
import type { ExportOptions } from './artifact-store.js';
import type { Binding } from './binding.js';
import { checkArtifact } from './check-input.js';
import type { StoredArtifact, StoreEngine } from './engine.js';

/** Name and version of the format, in the first line of an export. */
export const EXPORT_FORMAT = 'topicmill-artifacts';
export const EXPORT_VERSION = 2;

/** Looks up the vector of a passage. */
export type VectorOf = (
  passage: Pick<ChunkRow, 'key' | 'content_hash'> & Partial<Pick<ChunkRow, 'vector_hash'>>,
) => Float32Array | undefined;

/** The lines of an export, without line ends. */
export async function* exportArtifacts(engine: StoreEngine, { onDamaged }: ExportOptions): AsyncGenerator<string> {
  if (onDamaged !== undefined) {
    yield* engine.exportIntact(onDamaged);
    return;
  }
  const binding = await engine.readBinding();
  yield headerOf(binding);
  for (let last = ''; ; ) {
    const next = await engine.readNext(last, binding);
    if (next === undefined) return;
    yield* exportLines(next, ({ key }) => next.vectors.get(key));
    last = next.artifact.id;
  }
}

export function headerOf(binding: Binding | undefined): string {
  return JSON.stringify({
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    model: binding?.model ?? null,
    dimensions: binding?.dimensions ?? null,
  });
}

function exportLines({ artifact, chunks }: StoredArtifact, vectorOf: VectorOf): readonly string[] {
  return [
    artifactLine(artifactOf(artifact), artifact.is_chunked === 1 ? undefined : vectorOf(artifact)),
    ...chunks.map((chunk) => chunkLine(chunkOf(chunk, artifact), vectorOf(chunk))),
  ];
}

/** @throws TopicmillError `STORE_DAMAGED` for an artifact that is not as it was stored */
export function intactLines(stored: StoredArtifact, vectorOf: VectorOf, place: string): readonly string[] {
  const documents = stored.chunks.map((chunk) => chunkOf(chunk, stored.artifact));
  const [problem] = checkArtifact(artifactOf(stored.artifact), documents);
  if (problem === undefined) return exportLines(stored, vectorOf);
  throw new TopicmillError('STORE_DAMAGED', problem, {
    file: place,
    remedy: 'See what is intact with `artifact-store verify`.',
  });
}

/** The error of an export whose vectors were replaced meanwhile. */
export function modelChanged(place: string): TopicmillError {
  return new TopicmillError('STORE_BUSY', 'The store got vectors of another model while it was exported.', {
    file: place,
    remedy: 'Export it again.',
  });
}

/** @param vector left out for a document without one */
function artifactLine({ id, content, metadata }: Artifact, vector: Float32Array | undefined): string {
  return JSON.stringify({ collection: 'artifacts', id, content, embedding: exportedNumbers(vector), metadata });
}

function chunkLine({ id, content, metadata }: ArtifactChunk, vector: Float32Array | undefined): string {
  return JSON.stringify({ collection: 'artifact_chunks', id, content, embedding: exportedNumbers(vector), metadata });
}

/** Nine digits bring every float32 back exactly. */
function exportedNumbers(vector: Float32Array | undefined): number[] | undefined {
  return vector && Array.from(vector, (value) => Number(value.toPrecision(9)));
}
