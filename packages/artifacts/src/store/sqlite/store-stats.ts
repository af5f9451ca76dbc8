import type { StoreStats } from '../artifact-store.js';
import type { Connection } from './connection.js';
import { readBinding } from './settings.js';
import { byteCount } from './vacuum-store.js';

export function readStats(connection: Connection): StoreStats {
  const { db } = connection;
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const counts = (column: string): Readonly<Record<string, number>> =>
    Object.fromEntries(
      db.prepare<[], [string, number]>(`SELECT ${column}, count(*) FROM artifacts GROUP BY 1 ORDER BY 1`).raw().all(),
    );
  const binding = readBinding(db, 'binding');
  const target = readBinding(db, 'reindex');
  return {
    model: binding?.model ?? null,
    dimensions: binding?.dimensions ?? null,
    artifact_count: count('SELECT count(*) FROM artifacts'),
    chunk_count: count('SELECT count(*) FROM artifact_chunks'),
    token_count: count('SELECT sum(token_count) FROM artifacts'),
    artifact_types: counts('artifact_type'),
    source_systems: counts('source_system'),
    byte_count: byteCount(connection),
    reindex:
      target === undefined
        ? null
        : {
            model: target.model,
            done_count: count(`SELECT count(*) FROM vectors_${target.generation}`),
            total_count: count('SELECT count(*) FROM passages WHERE is_blank = 0'),
          },
  };
}
