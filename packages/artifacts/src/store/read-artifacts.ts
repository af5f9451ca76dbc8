import { TopicmillError } from '@topicmill/base/diagnostics';
import { mergeOverlaps } from '@topicmill/chunking/artifacts';
import type { Artifact, ArtifactChunk } from './artifact.js';
import { artifactOf, chunkOf, joinChunks, placedTextOf } from './artifact-rows.js';
import type { ArtifactPage, ChunkIndexRange, ListOptions } from './artifact-store.js';
import { fromColumn } from './column-values.js';
import { ALL_CHUNKS, type StoredArtifact, type StoreEngine } from './engine.js';
import type { StoreContext } from './ingest.js';
import { type ContextOptions, checkCount, checkNeighborCount } from './search-options.js';

const DEFAULT_PAGE = 100;
const MAX_PAGE_SIZE = 10_000;

export async function readArtifact(engine: StoreEngine, artifactId: string): Promise<Artifact | undefined> {
  const stored = await engine.readArtifact(artifactId);
  return stored && artifactOf(stored.artifact);
}

/** The whole text, from its chunks where it has some. */
export async function readText(engine: StoreEngine, artifactId: string): Promise<string | undefined> {
  const stored = await engine.readArtifact(artifactId, ALL_CHUNKS);
  return stored && wholeText(stored);
}

/** @param stored with all chunks */
export function wholeText({ artifact, chunks }: StoredArtifact): string {
  return artifact.is_chunked === 1 ? mergeOverlaps(chunks.map(placedTextOf)) : fromColumn(artifact.content);
}

export async function readChunks(
  engine: StoreEngine,
  artifactId: string,
  range: ChunkIndexRange = ALL_CHUNKS,
): Promise<readonly ArtifactChunk[]> {
  const stored = await engine.readArtifact(artifactId, range);
  return stored?.chunks.map((row) => chunkOf(row, stored.artifact)) ?? [];
}

/** @throws TopicmillError `ARTIFACT_UNKNOWN`, `INVALID_OPTION` */
export async function readContext(
  { engine, onEvent }: StoreContext,
  artifactId: string,
  chunkIndex: number,
  { neighborCount = 1, joining = 'boundary' }: ContextOptions,
): Promise<string> {
  checkNeighborCount(neighborCount);
  const range = { from: chunkIndex - neighborCount, to: chunkIndex + neighborCount };
  const stored = await engine.readArtifact(artifactId, range);
  const chunks = stored?.chunks ?? [];
  if (!chunks.some(({ chunk_index }) => chunk_index === chunkIndex)) {
    onEvent?.({ level: 'warn', event: 'chunk_not_found', artifact_id: artifactId, chunk_index: chunkIndex });
    throw unknownChunk(stored?.artifact.num_chunks, artifactId, chunkIndex);
  }
  return joinChunks(chunks, joining);
}

export async function listArtifacts(engine: StoreEngine, options: ListOptions): Promise<ArtifactPage> {
  const limit = options.limit ?? DEFAULT_PAGE;
  checkCount('limit', limit, 1, MAX_PAGE_SIZE);
  const rows = await engine.list(options.filter ?? {}, options.after ?? '', limit + 1);
  const page = rows.slice(0, limit);
  return { artifacts: page.map(artifactOf), next: rows.length > limit ? page.at(-1)?.id : undefined };
}

function unknownChunk(chunkCount: number | undefined, artifactId: string, chunkIndex: number): TopicmillError {
  const message =
    chunkCount === undefined
      ? `The store has no artifact ${JSON.stringify(artifactId)}.`
      : `The artifact ${artifactId} has ${chunkCount} chunks, and no chunk ${chunkIndex}.`;
  return new TopicmillError('ARTIFACT_UNKNOWN', message, { remedy: 'See `artifact-store list` for what there is.' });
}
