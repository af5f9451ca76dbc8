import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Postgres, Transaction } from '@topicmill/base/postgres';
import { parsePostgresAddress } from '@topicmill/base/postgres/address';
import { type ArtifactRow, hasText } from '../artifact-rows.js';
import type { ArtifactStore, ChunkIndexRange, StoreProblem, StoreStats, VacuumReport } from '../artifact-store.js';
import { type Binding, checkBound } from '../binding.js';
import type { ArtifactToWrite, ArtifactWithVectors, StoreEngine } from '../engine.js';
import { engineStore } from '../engine-store.js';
import { headerOf, intactLines, modelChanged } from '../export-artifacts.js';
import { checkStoreOptions, lazyEmbedder, type StoreOptions } from '../store-options.js';
import {
  filterCondition,
  findArtifact,
  findArtifacts,
  findByIdentity,
  findChunkIds,
  findChunks,
  fromField,
  identityHash,
  Parameters,
} from './find-rows.js';
import { countRows, postgresReindexing } from './reindexing.js';
import {
  lockForTables,
  lockIdentity,
  lockModelShared,
  type PostgresBinding,
  prepareSchema,
  readBinding,
  readSetting,
  writeBinding,
  writeSetting,
} from './schema.js';
import { searchPassages } from './search-passages.js';
import { createVectorTables, vectorsByKey, vectorsByText } from './vector-tables.js';
import { verifyStore } from './verify-store.js';
import { removeArtifacts, writeArtifact, writeKnown } from './write-artifact.js';

export interface PostgresStoreOptions extends StoreOptions {
  /**
   * `postgres://user:password@host:5432/database?schema=artifact_store&connections=10`; what is left out comes from the
   * environment variables of PostgreSQL.
   */
  readonly address: string;
}

const DEFAULT_SCHEMA = 'artifact_store';

/**
 * Opens an artifact store in a schema of PostgreSQL 15 or newer.
 *
 * @throws TopicmillError `INVALID_OPTION`, also for an address that cannot be read, `STORE_MISSING`, `STORE_FOREIGN`, `DATABASE_…`
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<ArtifactStore> {
  const { create, busyTimeoutMs, now } = checkStoreOptions(options, ['address'], 'openPostgresStore');
  const { splitter, onEvent } = options;
  const address = parsePostgresAddress(options.address, DEFAULT_SCHEMA);
  const { openPostgres } = await import('@topicmill/base/postgres');
  const postgres = openPostgres(address, { busyTimeoutMs });
  try {
    await prepareSchema(postgres, create);
    const engine = postgresEngine(postgres);
    const embedder = lazyEmbedder(options, async () => (await engine.readBinding())?.model);
    return engineStore({ engine, embedder, splitter, sizes: options.sizes, now, onEvent });
  } catch (thrown) {
    await postgres.close();
    throw thrown;
  }
}

/** Artifacts in a schema of PostgreSQL. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a row for each method; what they do is in files of their own
function postgresEngine(postgres: Postgres): StoreEngine {
  const { place, schema, read, write } = postgres;
  const removing = (find: (transaction: Transaction) => Promise<readonly ArtifactRow[]>): Promise<readonly string[]> =>
    write(async (transaction) => {
      await lockModelShared(transaction, schema);
      const artifacts = await find(transaction);
      if (artifacts.length === 0) return [];
      return removeArtifacts(transaction, await readBinding(transaction, 'binding'), artifacts);
    });
  const engine: StoreEngine = {
    place,
    readBinding: (signal) => read((transaction) => readBinding(transaction, 'binding'), signal),
    readSizes: () => read((transaction) => readSetting(transaction, 'sizes')),
    writeSizes: (sizes) => write((transaction) => writeSetting(transaction, 'sizes', sizes)),
    findStored: (identity, signal) =>
      read(async (transaction) => {
        const artifact = await findByIdentity(transaction, identity);
        return artifact && { artifact, chunkIds: await findChunkIds(transaction, artifact.key) };
      }, signal),
    readVectors: (hashes) =>
      read(async (transaction) => {
        const binding = await readBinding(transaction, 'binding');
        const vectors = binding === undefined ? new Map() : await vectorsByText(transaction, binding, hashes);
        return { binding, vectors };
      }),
    writeFacts: (input, contentSha256, signal) =>
      write(async (transaction) => {
        await lockModelShared(transaction, schema);
        const { sourceSystem, sourceId } = input;
        const old = await findByIdentity(transaction, { sourceSystem, sourceId, contentSha256 }, 'FOR UPDATE');
        if (old === undefined || !hasText(old, input, contentSha256)) return undefined;
        return writeKnown(transaction, old, input);
      }, signal),
    writeText: (writing, signal) =>
      write(async (transaction) => {
        const { sourceSystem, sourceId } = writing.input;
        const identity = identityHash({ sourceSystem, sourceId, contentSha256: writing.contentSha256 });
        await lockModelShared(transaction, schema);
        const binding = await bindVectors(transaction, postgres, writing);
        await lockIdentity(transaction, schema, identity);
        return writeArtifact(transaction, binding, writing);
      }, signal),
    search: (query, checked, embedder) =>
      read((transaction) => searchPassages(transaction, query, checked, { embedder, place }), checked.options.signal),
    readArtifact: (id, range) => read((transaction) => readArtifact(transaction, id, range)),
    async list(filter, after, limit) {
      const parameters = new Parameters();
      const conditions = [`id > ${parameters.add(after)}`, filterCondition(filter, parameters) ?? 'TRUE'];
      const rest = `WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT ${parameters.add(limit)}`;
      return read((transaction) => findArtifacts(transaction, rest, parameters.values));
    },
    remove: (id) => removing((transaction) => findArtifacts(transaction, 'WHERE id = $1 FOR UPDATE', [id])),
    async removeMatching(filter) {
      const parameters = new Parameters();
      const rest = `WHERE ${filterCondition(filter, parameters) ?? 'TRUE'} ORDER BY id FOR UPDATE`;
      return removing((transaction) => findArtifacts(transaction, rest, parameters.values));
    },
    reindexing: postgresReindexing(postgres),
    readNext: (afterId, binding) => read((transaction) => readNext(transaction, afterId, binding, place)),
    exportIntact: (onDamaged) => exportIntact(engine, onDamaged),
    verify: () => read(verifyStore),
    stats: () => read((transaction) => readStats(transaction, schema)),
    advice: () => read(readAdvice),
    vacuum: () => vacuumStore(postgres),
    close: () => postgres.close(),
  };
  return engine;
}

/** The binding for an ingest's vectors; the first one binds the store to its model. */
async function bindVectors(
  transaction: Transaction,
  { schema, place }: Postgres,
  { embedder, vectors }: ArtifactToWrite,
): Promise<PostgresBinding> {
  const dimensions = vectors.values().next().value!.length;
  let bound = await readBinding(transaction, 'binding');
  if (bound === undefined) {
    await lockForTables(transaction, schema);
    bound = await readBinding(transaction, 'binding');
  }
  checkBound(bound, embedder, dimensions, place);
  if (bound !== undefined) return bound;
  const binding: Binding = { model: embedder.model, dimensions, generation: 1 };
  const column = await createVectorTables(transaction, binding);
  await writeBinding(transaction, 'binding', { ...binding, column });
  return { ...binding, column };
}

async function readArtifact(transaction: Transaction, id: string, range: ChunkIndexRange | undefined) {
  const artifact = await findArtifact(transaction, id);
  if (artifact === undefined) return undefined;
  const chunks = range === undefined ? [] : await findChunks(transaction, [artifact.key], range.from, range.to);
  return { artifact, chunks };
}

async function readNext(
  transaction: Transaction,
  afterId: string,
  exported: Binding | undefined,
  place: string,
): Promise<ArtifactWithVectors | undefined> {
  const [artifact] = await findArtifacts(transaction, 'WHERE id > $1 ORDER BY id LIMIT 1', [afterId]);
  if (artifact === undefined) return undefined;
  const binding = await readBinding(transaction, 'binding');
  if (exported !== undefined && binding?.generation !== exported.generation) throw modelChanged(place);
  const chunks = await findChunks(transaction, [artifact.key]);
  const keys = [artifact, ...chunks].map(({ key }) => key);
  const stored = binding === undefined ? new Map() : await vectorsByKey(transaction, binding, keys);
  return { artifact, chunks, vectors: new Map(Array.from(stored, ([key, { vector }]) => [key, vector])) };
}

/** What is intact, and of the others why they are left out. */
async function* exportIntact(engine: StoreEngine, onDamaged: (problem: StoreProblem) => void): AsyncGenerator<string> {
  const binding = await engine.readBinding();
  yield headerOf(binding);
  for (let last = ''; ; ) {
    const next = await engine.readNext(last, binding);
    if (next === undefined) return;
    last = next.artifact.id;
    try {
      yield* intactLines(next, ({ key }) => next.vectors.get(key), engine.place);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError) || thrown.code !== 'STORE_DAMAGED') throw thrown;
      onDamaged({ artifact_id: last, message: thrown.message });
    }
  }
}

/** Vectors that are still compared fast enough without an index. */
const MAX_SCANNED_VECTORS = 200_000;
const SLOW_SCAN_ADVICE = `Each search compares the bits of all vectors, which is slow beyond ${MAX_SCANNED_VECTORS}. Install the extension pgvector, then reindex.`;

async function readStats(transaction: Transaction, schema: string): Promise<StoreStats> {
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
  const isSlow = isScanned && (await countRows(transaction, `signs_${binding.generation}`)) > MAX_SCANNED_VECTORS;
  return {
    ...(isSlow && { remark: SLOW_SCAN_ADVICE }),
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
async function readAdvice(transaction: Transaction): Promise<string | undefined> {
  const binding = await readBinding(transaction, 'binding');
  if (binding?.column !== 'bytea') return undefined;
  const [table] = await transaction.rows<{ row_count: number }>(
    `SELECT reltuples / greatest(relpages, 1) * pg_relation_size(oid) / current_setting('block_size')::integer AS row_count
       FROM pg_class WHERE oid = to_regclass($1)`,
    [`signs_${binding.generation}`],
  );
  return table !== undefined && table.row_count > MAX_SCANNED_VECTORS ? SLOW_SCAN_ADVICE : undefined;
}

/** Writes the tables anew, without what deleted and replaced rows left in them. */
function vacuumStore({ maintain, schema }: Postgres): Promise<VacuumReport> {
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
