import { hasText } from '../artifact-facts.js';
import type { ArtifactRow } from '../artifact-rows.js';
import { type Binding, checkBound } from '../binding.js';
import type { VectorsByHash } from '../embed-passages.js';
import type { ArtifactWithVectors, StoredIds, StoreEngine, TextWriting } from '../engine.js';
import { modelChanged } from '../export-artifacts.js';
import type { Connection } from './connection.js';
import { removeArtifact, removeMatching } from './delete-artifact.js';
import { exportIntact } from './export-intact.js';
import { filterCondition } from './filter-keys.js';
import { findArtifact, findByIdentity, findChunkIds, findChunks } from './find-rows.js';
import { sqliteReindexing } from './reindex-target.js';
import { searchPassages } from './search-passages.js';
import { readBinding, writeBinding } from './settings.js';
import { readStats } from './store-stats.js';
import { vacuumStore } from './vacuum-store.js';
import { createVectorTables, openVectorTables, type VectorTables } from './vector-tables.js';
import { verifyStore } from './verify-store.js';
import { type WrittenRow, writeArtifact, writeKnown } from './write-artifact.js';

/** Artifacts in one SQLite file. The file answers at once, so that a call is done when its promise is made. */
export function sqliteEngine(connection: Connection): StoreEngine {
  const { db, place, read, write } = connection;
  const idsOf = (artifact: ArtifactRow): StoredIds => ({ artifact, chunkIds: findChunkIds(db, artifact.key) });
  const withIds = ({ artifact, outcome }: WrittenRow) => ({ ...idsOf(artifact), outcome });
  return {
    place,
    readBinding: (signal) => read(() => readBinding(db, 'binding'), signal),
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
function bindVectors({ db, place }: Connection, { embedder, vectors }: TextWriting): VectorTables {
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
