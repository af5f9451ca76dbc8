import type { VacuumReport } from '../artifact-store.js';
import type { Connection } from './connection.js';

/** Writes the file anew, without what deleted and replaced rows left in it. */
export function vacuumStore(connection: Connection): Promise<VacuumReport> {
  const { db } = connection;
  return connection.maintain(() => {
    const before = byteCount(connection);
    db.exec("INSERT INTO passage_terms (passage_terms) VALUES ('optimize')");
    db.exec('VACUUM');
    db.pragma('wal_checkpoint(TRUNCATE)');
    return { bytes_before: before, bytes_after: byteCount(connection) };
  });
}

/** Size of the store's pages, in bytes. */
export function byteCount({ db }: Connection): number {
  return db
    .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
    .pluck()
    .get()!;
}
