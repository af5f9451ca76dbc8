import type { Postgres, Transaction } from '@topicmill/base/postgres';
import { type Binding, otherReindex } from '../binding.js';
import type { MadeVectors, MissingPassage, Reindexing, ReindexState } from '../engine.js';
import { type TextColumns, withContent } from './find-rows.js';
import {
  lockForTables,
  lockModel,
  lockModelShared,
  type PostgresBinding,
  readBinding,
  writeBinding,
} from './schema.js';
import { createVectorTables, dropVectorTables, insertVectors, removeVectors } from './vector-tables.js';

/** The way of a store in PostgreSQL to another model: others search and ingest meanwhile. */
export function postgresReindexing(postgres: Postgres): Reindexing {
  const { read, write, place, schema } = postgres;
  return {
    find: (embedder, signal) => read((transaction) => findTarget(transaction, embedder), signal),
    findMissing: (target, afterKey, limit, signal) =>
      read(async (transaction) => {
        await checkTarget(transaction, target, place);
        return findMissing(transaction, target, afterKey, limit);
      }, signal),
    store: (target, made, signal) =>
      write(async (transaction) => {
        await lockModelShared(transaction, schema);
        await lockForTables(transaction, schema);
        await checkTarget(transaction, target, place);
        const binding = await beginReindex(transaction, target, made);
        await storeBatch(transaction, binding, made);
        return binding;
      }, signal),
    swap: (target, signal) =>
      write(async (transaction) => {
        await lockModel(transaction, schema);
        await checkTarget(transaction, target, place);
        return swapIfComplete(transaction, target);
      }, signal),
  };
}

async function findTarget(
  transaction: Transaction,
  { model, dimensions }: { readonly model: string; readonly dimensions?: number | undefined },
): Promise<ReindexState> {
  const begun = await readBinding(transaction, 'reindex');
  const fits = begun?.model === model && (dimensions === undefined || begun.dimensions === dimensions);
  const target = fits ? begun : undefined;
  return {
    target,
    doneCount: target === undefined ? 0 : await countRows(transaction, `vectors_${target.generation}`),
    totalCount: await countRows(transaction, 'passages WHERE is_blank = 0'),
  };
}

/** Rows of a table, or of what a query's end selects. */
export async function countRows(transaction: Transaction, from: string): Promise<number> {
  const [row] = await transaction.rows<{ count: number }>(`SELECT count(*) AS count FROM ${from}`);
  return row!.count;
}

/** Checks that the target is still worked towards, or is in force already because another process was first. */
async function checkTarget(transaction: Transaction, target: Binding | undefined, place: string): Promise<void> {
  if (target === undefined || (await isInForce(transaction, target))) return;
  if ((await readBinding(transaction, 'reindex'))?.generation === target.generation) return;
  throw otherReindex(place);
}

async function findMissing(
  transaction: Transaction,
  target: Binding | undefined,
  afterKey: number,
  limit: number,
): Promise<MissingPassage[]> {
  const isMissing =
    target === undefined
      ? 'TRUE'
      : `NOT EXISTS (SELECT 1 FROM vectors_${target.generation} AS made
                      WHERE made.key = passages.key AND made.content_hash = passages.vector_hash)`;
  const rows = await transaction.rows<Omit<MissingPassage, 'content'> & TextColumns>(
    `SELECT key, content, content_utf16, preface, vector_hash, token_count FROM passages
      WHERE is_blank = 0 AND key > $1 AND ${isMissing} ORDER BY key LIMIT $2`,
    [afterKey, limit],
  );
  return rows.map(withContent);
}

/** The target, or a new one when there is none of this length. */
async function beginReindex(
  transaction: Transaction,
  target: Binding | undefined,
  { model, dimensions }: MadeVectors,
): Promise<PostgresBinding> {
  const inForce = await readBinding(transaction, 'binding');
  if (inForce !== undefined && inForce.generation === target?.generation) return inForce;
  const begun = await readBinding(transaction, 'reindex');
  if (begun?.model === model && begun.dimensions === dimensions) return begun;
  if (begun !== undefined) await dropVectorTables(transaction, begun);
  const generation = 1 + Math.max(begun?.generation ?? 0, inForce?.generation ?? 0);
  const column = await createVectorTables(transaction, { model, dimensions, generation });
  const binding = { model, dimensions, generation, column };
  await writeBinding(transaction, 'reindex', binding);
  return binding;
}

async function storeBatch(
  transaction: Transaction,
  target: PostgresBinding,
  { passages, vectors }: MadeVectors,
): Promise<void> {
  const keys = passages.map(({ key }) => key);
  // There may be some: of an earlier text, or made by another process at the same time.
  await removeVectors(transaction, target, keys);
  const made = passages.map(({ key, vector_hash: vectorSha256 }) => ({ key, vectorSha256 }));
  await insertVectors(transaction, target, made, vectors);
}

async function swapIfComplete(transaction: Transaction, target: Binding | undefined): Promise<boolean> {
  if (target !== undefined && (await isInForce(transaction, target))) return true;
  if ((await findMissing(transaction, target, 0, 1)).length > 0) return false;
  const old = await readBinding(transaction, 'binding');
  const begun = target && (await readBinding(transaction, 'reindex'));
  if (begun !== undefined) await removeLeftOver(transaction, begun);
  await writeBinding(transaction, 'binding', begun);
  await writeBinding(transaction, 'reindex', undefined);
  if (old !== undefined) await dropVectorTables(transaction, old);
  return true;
}

/** Vectors of passages that went away, or got another text, while the target was made. */
async function removeLeftOver(transaction: Transaction, target: PostgresBinding): Promise<void> {
  const rows = await transaction.rows<{ key: number }>(
    `SELECT key FROM vectors_${target.generation} AS made
      WHERE NOT EXISTS (SELECT 1 FROM passages
                         WHERE passages.key = made.key AND passages.vector_hash = made.content_hash)`,
  );
  await removeVectors(
    transaction,
    target,
    rows.map(({ key }) => key),
  );
}

async function isInForce(transaction: Transaction, target: Binding): Promise<boolean> {
  return (await readBinding(transaction, 'binding'))?.generation === target.generation;
}
