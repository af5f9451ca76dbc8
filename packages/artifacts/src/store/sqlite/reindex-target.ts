import type { Embedder } from '@topicmill/text/embedder';
import type { Database } from 'better-sqlite3';
import { type Binding, otherReindex } from '../binding.js';
import type { MadeVectors, MissingPassage, Reindexing, ReindexState } from '../engine.js';
import type { Connection } from './connection.js';
import { readBinding, writeBinding } from './settings.js';
import { createVectorTables, dropVectorTables, openVectorTables } from './vector-tables.js';

/** The way of a store in a file to another model. */
export function sqliteReindexing(connection: Connection): Reindexing {
  const { db, read, write } = connection;
  return {
    find: (embedder, signal) => read(() => findTarget(db, embedder), signal),
    findMissing: (target, afterKey, limit, signal) =>
      read(() => {
        checkTarget(connection, target);
        return findMissing(db, target, afterKey, limit);
      }, signal),
    store: (target, made, signal) =>
      write(() => {
        checkTarget(connection, target);
        const binding = beginReindex(db, target, made);
        storeBatch(db, binding, made);
        return binding;
      }, signal),
    swap: (target, signal) => write(() => swapIfComplete(connection, target), signal),
  };
}

/** A reindex to this model that was begun, if there is one, and how far it is. */
function findTarget(db: Database, { model, dimensions }: Embedder): ReindexState {
  const begun = readBinding(db, 'reindex');
  const fits = begun?.model === model && (dimensions === undefined || begun.dimensions === dimensions);
  const target = fits ? begun : undefined;
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get()!;
  return {
    target,
    doneCount: target === undefined ? 0 : count(`SELECT count(*) FROM vectors_${target.generation}`),
    totalCount: count('SELECT count(*) FROM passages WHERE is_blank = 0'),
  };
}

/**
 * Checks that the target is still worked towards, or is in force already because another process was first.
 *
 * @throws TopicmillError `STORE_BUSY`
 */
function checkTarget({ db, place }: Connection, target: Binding | undefined): void {
  if (target === undefined || isInForce(db, target)) return;
  if (readBinding(db, 'reindex')?.generation === target.generation) return;
  throw otherReindex(place);
}

/** Passages after a key without a vector among the target's, in order of their keys. */
function findMissing(db: Database, target: Binding | undefined, afterKey: number, limit: number): MissingPassage[] {
  const isMissing =
    target === undefined
      ? 'TRUE'
      : `NOT EXISTS (SELECT 1 FROM vectors_${target.generation} AS made
                      WHERE made.key = passages.key AND made.content_hash = passages.vector_hash)`;
  return db
    .prepare<[number, number], MissingPassage>(
      `SELECT key, content, preface, vector_hash, token_count FROM passages
        WHERE is_blank = 0 AND key > ? AND ${isMissing} ORDER BY key LIMIT ?`,
    )
    .all(afterKey, limit);
}

/** The target, or a new one when there is none of this length; in the caller's transaction. */
function beginReindex(db: Database, target: Binding | undefined, { model, dimensions }: MadeVectors): Binding {
  if (target?.dimensions === dimensions) return target;
  const begun = readBinding(db, 'reindex');
  if (begun?.model === model && begun.dimensions === dimensions) return begun;
  if (begun !== undefined) dropVectorTables(db, begun);
  const generation = 1 + Math.max(begun?.generation ?? 0, readBinding(db, 'binding')?.generation ?? 0);
  const binding = { model, dimensions, generation };
  writeBinding(db, 'reindex', binding);
  createVectorTables(db, binding);
  return binding;
}

function storeBatch(db: Database, target: Binding, { passages, vectors }: MadeVectors): void {
  const tables = openVectorTables(db, target);
  for (const { key, vector_hash } of passages) {
    // There may be one: of an earlier text, or made by another process at the same time.
    tables.remove(key);
    tables.insert(key, vector_hash, vectors.get(vector_hash)!);
  }
}

/** Puts the target in force, unless a vector is missing; in the caller's transaction. */
function swapIfComplete(connection: Connection, target: Binding | undefined): boolean {
  const { db } = connection;
  checkTarget(connection, target);
  if (target !== undefined && isInForce(db, target)) return true;
  if (findMissing(db, target, 0, 1).length > 0) return false;
  const old = readBinding(db, 'binding');
  if (target !== undefined) removeLeftOver(db, target);
  writeBinding(db, 'binding', target);
  writeBinding(db, 'reindex', undefined);
  if (old !== undefined) dropVectorTables(db, old);
  return true;
}

/** Vectors of passages that went away, or got another text, while the target was made. */
function removeLeftOver(db: Database, target: Binding): void {
  const keys = db
    .prepare<[], number>(
      `SELECT key FROM vectors_${target.generation} AS made
        WHERE NOT EXISTS (SELECT 1 FROM passages
                           WHERE passages.key = made.key AND passages.vector_hash = made.content_hash)`,
    )
    .pluck()
    .all();
  const tables = openVectorTables(db, target);
  for (const key of keys) tables.remove(key);
}

function isInForce(db: Database, target: Binding): boolean {
  return readBinding(db, 'binding')?.generation === target.generation;
}
