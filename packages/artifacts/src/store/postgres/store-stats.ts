import type { Postgres, Transaction } from '@topicmill/base/postgres';
import type { StoreStats, VacuumReport } from '../artifact-store.js';
import { fromField } from './columns.js';
import { countRows } from './reindexing.js';
import { readBinding } from './settings.js';

/** Vectors that are still compared fast enough without an index. */
const MOST_SCANNED = 200_000;
const SCANNED = `Each search compares the bits of all vectors, which is slow beyond ${MOST_SCANNED}. Install the extension pgvector, then reindex.`;

export async function readStats(transaction: Transaction, schema: string): Promise<StoreStats> {
  const counts = async (column: string): Promise<Readonly<Record<string, number>>> => {
    const rows = await transaction.rows<{ name: string; count: number }>(
      `SELECT ${column} AS name, count(*) AS count FROM artifacts GROUP BY 1 ORDER BY ${column} COLLATE "C"`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [fromField(name), count]));
  };
  const binding = await readBinding(transaction, 'binding');
  const target = await readBinding(transaction, 'reindex');
  const [tokens] = await transaction.rows<{ count: number }>(
    'SELECT coalesce(sum(token_count), 0)::bigint AS count FROM artifacts',
  );
  const isScanned = binding?.column === 'bytea';
  const isSlow = isScanned && (await countRows(transaction, `signs_${binding.generation}`)) > MOST_SCANNED;
  return {
    ...(isSlow && { remark: SCANNED }),
    model: binding?.model ?? null,
    dimensions: binding?.dimensions ?? null,
    artifact_count: await countRows(transaction, 'artifacts'),
    chunk_count: await countRows(transaction, 'artifact_chunks'),
    token_count: tokens!.count,
    artifact_types: await counts('artifact_type'),
    source_systems: await counts('source_system'),
    byte_count: await byteCount(transaction, schema),
    reindex:
      target === undefined
        ? null
        : {
            model: target.model,
            done_count: await countRows(transaction, `vectors_${target.generation}`),
            total_count: await countRows(transaction, 'passages WHERE is_blank = 0'),
          },
  };
}

/** What `stats` remarks, by the planner's estimate of the rows, which needs no scan. */
export async function readAdvice(transaction: Transaction): Promise<string | undefined> {
  const binding = await readBinding(transaction, 'binding');
  if (binding?.column !== 'bytea') return undefined;
  const [table] = await transaction.rows<{ row_count: number }>(
    `SELECT reltuples / greatest(relpages, 1) * pg_relation_size(oid) / current_setting('block_size')::integer AS row_count
       FROM pg_class WHERE oid = to_regclass($1)`,
    [`signs_${binding.generation}`],
  );
  return table !== undefined && table.row_count > MOST_SCANNED ? SCANNED : undefined;
}

/** Writes the tables anew, without what deleted and replaced rows left in them. */
export function vacuumStore({ maintain, schema }: Postgres): Promise<VacuumReport> {
  return maintain(async (connection) => {
    const before = await byteCount(connection, schema);
    const tables = await connection.rows<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY relname`,
      [`"${schema}"`],
    );
    for (const { relname } of tables) await connection.run(`VACUUM (FULL, ANALYZE) "${schema}"."${relname}"`);
    return { bytes_before: before, bytes_after: await byteCount(connection, schema) };
  });
}

/** Size of the tables of a schema with their indexes, in bytes. */
async function byteCount(connection: Transaction, schema: string): Promise<number> {
  const [row] = await connection.rows<{ size: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS size FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
    [`"${schema}"`],
  );
  return row!.size;
}
