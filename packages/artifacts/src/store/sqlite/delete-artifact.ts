import { TopicmillError } from '@topicmill/base/diagnostics';
import { isUnfiltered } from '../check-filter.js';
import type { ArtifactFilter } from '../search-types.js';
import { findArtifact } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { filterCondition } from './filter-keys.js';
import { currentVectors, type StoreContext } from './ingest.js';
import { removePassages } from './write-passages.js';

/** Removes an artifact. */
export async function deleteArtifact(context: StoreContext, artifactId: string): Promise<boolean> {
  const { connection } = context;
  const isDeleted = await connection.write(() => remove(connection, artifactId));
  if (isDeleted) tidy(context, [artifactId]);
  return isDeleted;
}

/** Removes what fits a filter, all at once. */
export async function deleteMatching(context: StoreContext, filter: ArtifactFilter): Promise<readonly string[]> {
  const { connection } = context;
  if (isUnfiltered(filter)) {
    throw new TopicmillError('INVALID_OPTION', 'This filter lets everything through.', {
      remedy: 'Name what is to be deleted; to be rid of all of it, remove the file of the store.',
    });
  }
  const { sql, parameters } = filterCondition(filter);
  const ids = await connection.write(() => {
    const found = connection.db
      .prepare<unknown[], string>(`SELECT id FROM artifacts WHERE ${sql} ORDER BY id`)
      .pluck()
      .all(...parameters);
    for (const id of found) remove(connection, id);
    return found;
  });
  if (ids.length > 0) tidy(context, ids);
  return ids;
}

function remove(connection: Connection, artifactId: string): boolean {
  const { db } = connection;
  const artifact = findArtifact(db, artifactId);
  if (artifact === undefined) return false;
  removePassages(db, currentVectors(connection), artifact);
  db.prepare('DELETE FROM artifacts WHERE key = ?').run(artifact.key);
  return true;
}

/** The log of recent writes still has what was deleted; while others read, it is emptied later, when they have gone. */
function tidy({ connection, onEvent }: StoreContext, ids: readonly string[]): void {
  connection.db.pragma('wal_checkpoint(TRUNCATE)');
  for (const id of ids) onEvent?.({ level: 'info', event: 'artifact_deleted', artifact_id: id });
}
