import type { Database } from 'better-sqlite3';
import type { ArtifactRow } from '../artifact-rows.js';
import type { ArtifactFilter } from '../search-types.js';
import type { Connection } from './connection.js';
import { filterCondition } from './filter-keys.js';
import { findArtifact } from './find-rows.js';
import { currentVectors } from './vector-tables.js';
import { removePassages } from './write-passages.js';

/** Removes an artifact; ids of what was removed. */
export async function removeArtifact(connection: Connection, artifactId: string): Promise<readonly string[]> {
  const { db } = connection;
  const ids = await connection.write(() => {
    const artifact = findArtifact(db, artifactId);
    return remove(db, artifact === undefined ? [] : [artifact]);
  });
  tidy(db, ids);
  return ids;
}

/** Removes what fits a filter, all at once. */
export async function removeMatching(connection: Connection, filter: ArtifactFilter): Promise<readonly string[]> {
  const { db } = connection;
  const { sql, parameters } = filterCondition(filter);
  const ids = await connection.write(() => {
    const select = db.prepare<unknown[], ArtifactRow>(`SELECT * FROM artifacts WHERE ${sql} ORDER BY id`);
    return remove(db, select.all(...parameters));
  });
  tidy(db, ids);
  return ids;
}

function remove(db: Database, artifacts: readonly ArtifactRow[]): readonly string[] {
  if (artifacts.length > 0) removePassages(db, currentVectors(db), artifacts);
  const removeRow = db.prepare('DELETE FROM artifacts WHERE key = ?');
  for (const { key } of artifacts) removeRow.run(key);
  return artifacts.map(({ id }) => id);
}

/** The log of recent writes still has what was deleted; while others read, it is emptied later, when they have gone. */
function tidy(db: Database, ids: readonly string[]): void {
  if (ids.length > 0) db.pragma('wal_checkpoint(TRUNCATE)');
}
