import { type ArtifactRow, hasText } from '../artifact-rows.js';
import type { ArtifactStore, StoreStats, VacuumReport } from '../artifact-store.js';
import { type Binding, checkBound } from '../binding.js';
import type { ArtifactToWrite, ArtifactWithVectors, StoredIds, StoreEngine } from '../engine.js';
import { engineStore } from '../engine-store.js';
import { modelChanged } from '../export-artifacts.js';
import type { VectorsByHash } from '../passages.js';
import { checkStoreOptions, lazyEmbedder, type StoreOptions } from '../store-options.js';
import { type Connection, openConnection } from './connection.js';
import { filterCondition, findArtifact, findByIdentity, findChunkIds, findChunks } from './find-rows.js';
import { sqliteReindexing } from './reindex-target.js';
import { exportIntact } from './salvage.js';
import { searchPassages } from './search-passages.js';
import { readBinding, readSizes, writeBinding, writeSizes } from './settings.js';
import { isDamage } from './sqlite-library.js';
import { createVectorTables, openVectorTables, type VectorTables } from './vector-tables.js';
import { verifyStore } from './verify-store.js';
import { removeArtifact, removeMatching, type WrittenRow, writeArtifact, writeKnown } from './write-artifact.js';

export interface SqliteStoreOptions extends StoreOptions {
  /** The file; `:memory:` for a store that ends with the process. */
  readonly path: string;
  /**
   * Open a file that is damaged so much that it cannot be used, too: for `verify` and for `exportLines` with
   * `onDamaged`, which read what is left of it. Default: false.
   */
  readonly toleratesDamage?: boolean | undefined;
}

/**
 * Opens an artifact store in one SQLite file.
 *
 * @throws TopicmillError `INVALID_OPTION`, `STORE_ENGINE_MISSING`, `STORE_MISSING`, `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`,
 *   `STORE_FULL`, `STORE_UNREADABLE`
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<ArtifactStore> {
  const { create, busyTimeoutMs, now } = checkStoreOptions(options, ['path', 'toleratesDamage'], 'openSqliteStore');
  const { path, splitter, sizes, onEvent, toleratesDamage } = options;
  const connection = await openConnection({ path, create, busyTimeoutMs, toleratesDamage });
  try {
    const embedder = lazyEmbedder(options, () => boundModel(connection));
    return engineStore({ engine: sqliteEngine(connection), embedder, splitter, sizes, now, onEvent });
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
}

/** Of a store with damaged settings none: what it still contains can be read without. */
function boundModel({ db, readLoosely }: Connection): Promise<string | undefined> {
  return readLoosely(() => {
    try {
      return readBinding(db, 'binding')?.model;
    } catch (thrown) {
      if (isDamage(thrown)) return undefined;
      throw thrown;
    }
  });
}

/** Artifacts in one SQLite file. The file answers at once, so that a call is done when its promise is made. */
export function sqliteEngine(connection: Connection): StoreEngine {
  const { db, place, read, write } = connection;
  const idsOf = (artifact: ArtifactRow): StoredIds => ({ artifact, chunkIds: findChunkIds(db, artifact.key) });
  const withIds = ({ artifact, outcome }: WrittenRow) => ({ ...idsOf(artifact), outcome });
  return {
    place,
    readBinding: (signal) => read(() => readBinding(db, 'binding'), signal),
    readSizes: () => read(() => readSizes(db)),
    writeSizes: (sizes) => write(() => writeSizes(db, sizes)),
    findStored: (identity, signal) =>
      read(() => {
        const artifact = findByIdentity(db, identity);
        return artifact && idsOf(artifact);
      }, signal),
    readVectors: (hashes) =>
      read(() => {
        const binding = readBinding(db, 'binding');
        return { binding, vectors: knownVectors(binding && openVectorTables(db, binding), hashes) };
      }),
    writeFacts: (input, contentSha256, signal) =>
      write(() => {
        const { sourceSystem, sourceId } = input;
        const old = findByIdentity(db, { sourceSystem, sourceId, contentSha256 });
        if (old === undefined || !hasText(old, input, contentSha256)) return undefined;
        return withIds(writeKnown(db, old, input));
      }, signal),
    writeText: (writing, signal) =>
      write(() => withIds(writeArtifact(db, bindVectors(connection, writing), writing)), signal),
    search: (query, checked, embedder) =>
      read(() => searchPassages(connection, query, checked, embedder), checked.options.signal),
    readArtifact: (id, range) =>
      read(() => {
        const artifact = findArtifact(db, id);
        return (
          artifact && {
            artifact,
            chunks: range === undefined ? [] : findChunks(db, artifact.key, range.from, range.to),
          }
        );
      }),
    list: (filter, after, limit) => {
      const { sql, parameters } = filterCondition(filter);
      const select = `SELECT * FROM artifacts WHERE id > ? AND ${sql} ORDER BY id LIMIT ?`;
      return read(() => db.prepare<unknown[], ArtifactRow>(select).all(after, ...parameters, limit));
    },
    remove: (id) => removeArtifact(connection, id),
    removeMatching: (filter) => removeMatching(connection, filter),
    reindexing: sqliteReindexing(connection),
    readNext: (afterId, binding) => read(() => readNext(connection, afterId, binding)),
    exportIntact: (onDamaged) => exportIntact(connection, onDamaged),
    verify: () => verifyStore(connection),
    stats: () => read(() => readStats(connection)),
    advice: async () => undefined,
    vacuum: () => vacuumStore(connection),
    close: async () => connection.close(),
  };
}

function knownVectors(tables: VectorTables | undefined, hashes: readonly string[]): VectorsByHash {
  const known = new Map<string, Float32Array>();
  for (const hash of tables === undefined ? [] : hashes) {
    const vector = tables?.findByText(hash);
    if (vector !== undefined) known.set(hash, vector);
  }
  return known;
}

/** The tables for an ingest's vectors; the first one binds the store to its model. */
function bindVectors({ db, place }: Connection, { embedder, vectors }: ArtifactToWrite): VectorTables {
  const bound = readBinding(db, 'binding');
  const dimensions = vectors.values().next().value!.length;
  checkBound(bound, embedder, dimensions, place);
  if (bound !== undefined) return openVectorTables(db, bound);
  const binding: Binding = { model: embedder.model, dimensions, generation: 1 };
  writeBinding(db, 'binding', binding);
  createVectorTables(db, binding);
  return openVectorTables(db, binding);
}

function readNext(
  { db, place }: Connection,
  afterId: string,
  binding: Binding | undefined,
): ArtifactWithVectors | undefined {
  const artifact = db
    .prepare<[string], ArtifactRow>('SELECT * FROM artifacts WHERE id > ? ORDER BY id LIMIT 1')
    .get(afterId);
  if (artifact === undefined) return undefined;
  if (binding !== undefined && readBinding(db, 'binding')?.generation !== binding.generation) throw modelChanged(place);
  const tables = binding && openVectorTables(db, binding);
  const chunks = findChunks(db, artifact.key);
  const vectors = new Map<number, Float32Array>();
  for (const { key } of [artifact, ...chunks]) {
    const vector = tables?.get(key);
    if (vector !== undefined) vectors.set(key, vector);
  }
  return { artifact, chunks, vectors };
}

function readStats(connection: Connection): StoreStats {
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

/** Writes the file anew, without what deleted and replaced rows left in it. */
function vacuumStore(connection: Connection): Promise<VacuumReport> {
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
function byteCount({ db }: Connection): number {
  return db
    .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
    .pluck()
    .get()!;
}
