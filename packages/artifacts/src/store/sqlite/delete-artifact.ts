import { findArtifact } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { currentVectors } from './ingest.js';
import { removePassages } from './write-passages.js';

/** Removes an artifact in the caller's transaction. */
export function deleteArtifact(connection: Connection, artifactId: string): boolean {
  const { db } = connection;
  const artifact = findArtifact(db, artifactId);
  if (artifact === undefined) return false;
  removePassages(db, currentVectors(connection), artifact);
  db.prepare('DELETE FROM artifacts WHERE key = ?').run(artifact.key);
  return true;
}
