import { TopicmillError } from '@topicmill/base/diagnostics';
import { mergeOverlaps } from '@topicmill/chunking';
import type { Artifact, ArtifactChunk } from '../artifact.js';
import type { ArtifactPage, ChunkIndexRange, ListOptions } from '../artifact-store.js';
import { joinChunks } from '../join-chunks.js';
import { checkCount, checkNeighborCount } from '../search-options.js';
import type { ContextOptions } from '../search-types.js';
import { type ArtifactRow, artifactOf, chunkOf, findArtifact, findChunks, placedTextOf } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { filterCondition } from './filter-keys.js';
import type { StoreContext } from './ingest.js';
import { fromColumn } from './text-column.js';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 10_000;

export function readArtifact({ db }: Connection, artifactId: string): Artifact | undefined {
  const row = findArtifact(db, artifactId);
  return row && artifactOf(row);
}

/** The whole text, from its chunks where it has some. */
export function readText({ db }: Connection, artifactId: string): string | undefined {
  const row = findArtifact(db, artifactId);
  if (row === undefined) return undefined;
  return row.is_chunked === 1 ? mergeOverlaps(findChunks(db, row.key).map(placedTextOf)) : fromColumn(row.content);
}

export function readChunks({ db }: Connection, artifactId: string, range?: ChunkIndexRange): ArtifactChunk[] {
  const artifact = findArtifact(db, artifactId);
  if (artifact === undefined) return [];
  return findChunks(db, artifact.key, range?.from, range?.to).map((row) => chunkOf(row, artifact));
}

/** @throws TopicmillError `ARTIFACT_UNKNOWN`, `INVALID_OPTION` */
export function readContext(
  { connection: { db }, onEvent }: StoreContext,
  artifactId: string,
  chunkIndex: number,
  { neighborCount = 1, joining = 'boundary' }: ContextOptions,
): string {
  checkNeighborCount(neighborCount);
  const artifact = findArtifact(db, artifactId);
  const chunks =
    artifact === undefined ? [] : findChunks(db, artifact.key, chunkIndex - neighborCount, chunkIndex + neighborCount);
  if (!chunks.some(({ chunk_index }) => chunk_index === chunkIndex)) {
    onEvent?.({ level: 'warn', event: 'chunk_not_found', artifact_id: artifactId, chunk_index: chunkIndex });
    throw unknownChunk(artifact, artifactId, chunkIndex);
  }
  return joinChunks(chunks.map(placedTextOf), joining);
}

export function listArtifacts({ db }: Connection, options: ListOptions): ArtifactPage {
  const { sql, parameters } = filterCondition(options.filter ?? {});
  const limit = options.limit ?? DEFAULT_PAGE;
  checkCount('limit', limit, 1, LARGEST_PAGE);
  const rows = db
    .prepare<unknown[], ArtifactRow>(`SELECT * FROM artifacts WHERE id > ? AND ${sql} ORDER BY id LIMIT ?`)
    .all(options.after ?? '', ...parameters, limit + 1);
  const page = rows.slice(0, limit);
  return { artifacts: page.map(artifactOf), next: rows.length > limit ? page.at(-1)?.id : undefined };
}

function unknownChunk(artifact: ArtifactRow | undefined, artifactId: string, chunkIndex: number): TopicmillError {
  const message =
    artifact === undefined
      ? `The store has no artifact ${JSON.stringify(artifactId)}.`
      : `The artifact ${artifactId} has ${artifact.num_chunks} chunks, and no chunk ${chunkIndex}.`;
  return new TopicmillError('ARTIFACT_UNKNOWN', message, { remedy: 'See `artifact-store list` for what there is.' });
}
