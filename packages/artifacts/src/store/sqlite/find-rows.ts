import type { Database } from 'better-sqlite3';
import type { ArtifactIdentity } from '../artifact-id.js';
import type { ArtifactRow, ChunkRow } from '../artifact-rows.js';

export function findArtifact(db: Database, id: string): ArtifactRow | undefined {
  return db.prepare<[string], ArtifactRow>('SELECT * FROM artifacts WHERE id = ?').get(id);
}

/** The artifact that an identity has already. */
export function findByIdentity(db: Database, identity: ArtifactIdentity): ArtifactRow | undefined {
  const { sourceSystem, sourceId, contentSha256 } = identity;
  return sourceId === null
    ? db
        .prepare<[string, string], ArtifactRow>(
          'SELECT * FROM artifacts WHERE source_id IS NULL AND source_system = ? AND content_hash = ?',
        )
        .get(sourceSystem, contentSha256)
    : db
        .prepare<[string, string], ArtifactRow>(
          'SELECT * FROM artifacts WHERE source_id IS NOT NULL AND source_system = ? AND source_id = ?',
        )
        .get(sourceSystem, sourceId);
}

/** Chunks of an artifact in order, from one index up to and including another. */
export function findChunks(db: Database, artifactKey: number, from = 0, to = Number.MAX_SAFE_INTEGER): ChunkRow[] {
  return db
    .prepare<[number, number, number], ChunkRow>(
      'SELECT * FROM artifact_chunks WHERE artifact_key = ? AND chunk_index BETWEEN ? AND ? ORDER BY chunk_index',
    )
    .all(artifactKey, from, to);
}

/** Ids of the chunks of an artifact, in order. */
export function findChunkIds(db: Database, artifactKey: number): string[] {
  return db
    .prepare<[number], string>('SELECT id FROM artifact_chunks WHERE artifact_key = ? ORDER BY chunk_index')
    .pluck()
    .all(artifactKey);
}
