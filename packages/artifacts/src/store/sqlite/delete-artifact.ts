import { TopicmillError } from '@topicmill/base/diagnostics';
import { isUnfiltered } from '../check-filter.js';
import type { ArtifactFilter } from '../search-types.js';
import { type ArtifactRow, findArtifact } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { filterCondition } from './filter-keys.js';
import { currentVectors, type StoreContext } from './ingest.js';
import { removePassages } from './write-passages.js';

/** Removes an artifact. */
export async function deleteArtifact(context: StoreContext, artifactId: string): Promise<boolean> {
  const { connection } = context;
  const ids = await connection.write(() => {
    const artifact = findArtifact(connection.db, artifactId);
    return remove(connection, artifact === undefined ? [] : [artifact]);
  });
  tidy(context, ids);
  return ids.length > 0;
}

/** Removes what fits a filter, all at once. */
export async function deleteMatching(context: StoreContext, filter: ArtifactFilter): Promise<readonly string[]> {
  const { connection } = context;
  if (isUnfiltered(filter)) {
    throw new TopicmillError('INVALID_OPTION', 'This filter matches everything.', {
      remedy: 'Say what to delete; to delete everything, remove the file of the store.',
    });
  }
  const { sql, parameters } = filterCondition(filter);
  const ids = await connection.write(() => {
    const select = connection.db.prepare<unknown[], ArtifactRow>(`SELECT * FROM artifacts WHERE ${sql} ORDER BY id`);
    return remove(connection, select.all(...parameters));
  });
  tidy(context, ids);
  return ids;
}

function remove(connection: Connection, artifacts: readonly ArtifactRow[]): readonly string[] {
  const { db } = connection;
  if (artifacts.length > 0) removePassages(db, currentVectors(connection), artifacts);
  const removeArtifact = db.prepare('DELETE FROM artifacts WHERE key = ?');
  for (const { key } of artifacts) removeArtifact.run(key);
  return artifacts.map(({ id }) => id);
}

/** The log of recent writes still has what was deleted; while others read, it is emptied later, when they have gone. */
function tidy({ connection, onEvent }: StoreContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  connection.db.pragma('wal_checkpoint(TRUNCATE)');
  for (const id of ids) onEvent?.({ level: 'info', event: 'artifact_deleted', artifact_id: id });
}
