import type { Transaction } from '@topicmill/base/postgres';
import type { RankedKey } from '@topicmill/search/retrieval/parts';
import { dotProduct, vectorLength } from '@topicmill/text/vectors';
import { signBits } from '@topicmill/topics/similarity';
import type { Binding } from '../binding.js';
import { vectorBytes, vectorFromBytes } from '../column-values.js';
import type { VectorsByHash } from '../passages.js';
import type { Parameters } from './find-rows.js';
import type { PostgresBinding } from './schema.js';

/**
 * Vectors compared in full after their bits chose them: at least so many, and so many for each that is wanted. Each is sent
 * to the client, which is most of what a search costs, so they are half of those in a store in a file.
 */
const MIN_RESCORED_COUNT = 1_024;
const RESCORED_PER_RESULT = 10;
/** Vectors written by one statement. */
const WRITE_BATCH = 256;
/** Rows up to so many bytes are kept whole, the most that a page has room for: what is apart is looked up by another index. */
const MAX_INLINE_DIMENSIONS = 8_160;
/** Longest vector that pgvector's index takes. */
const MAX_INDEXED_DIMENSIONS = 2_000;
/** How far the index looks: its largest. */
const MAX_INDEX_CANDIDATES = 1_000;

/** The extension pgvector of a database. */
export interface VectorExtension {
  readonly schema: string;
  /** Whether its index goes on looking when a filter lets too few through. */
  readonly iterates: boolean;
}

export async function findVectorExtension(transaction: Transaction): Promise<VectorExtension | undefined> {
  const [row] = await transaction.rows<{ nspname: string; extversion: string }>(
    "SELECT nspname, extversion FROM pg_extension JOIN pg_namespace AS n ON n.oid = extnamespace WHERE extname = 'vector'",
  );
  if (row === undefined) return undefined;
  const [major = 0, minor = 0] = row.extversion.split('.').map(Number);
  return { schema: row.nspname, iterates: major > 0 || minor >= 8 };
}

/**
 * Makes the tables of a binding: `vectors_N` with the vectors, of pgvector's type where it is installed, and without it
 * `signs_N` with their bits, for a first look that the server can do by itself.
 */
export async function createVectorTables(
  transaction: Transaction,
  { generation, dimensions }: Binding,
): Promise<PostgresBinding['column']> {
  const extension = await findVectorExtension(transaction);
  const table = `vectors_${generation}`;
  const type = extension === undefined ? 'bytea' : `"${extension.schema}".vector(${dimensions})`;
  await transaction.run(`
    CREATE TABLE ${table} (key bigint PRIMARY KEY, content_hash text COLLATE "C" NOT NULL, vector ${type} NOT NULL)
      WITH (toast_tuple_target = ${MAX_INLINE_DIMENSIONS});
    ALTER TABLE ${table} ALTER vector SET STORAGE EXTERNAL;
    CREATE INDEX ON ${table} (content_hash);
  `);
  if (extension === undefined) {
    const { bitCount } = signBits(dimensions);
    await transaction.run(`CREATE TABLE signs_${generation} (key bigint PRIMARY KEY, signs bit(${bitCount}) NOT NULL)`);
    return 'bytea';
  }
  if (dimensions <= MAX_INDEXED_DIMENSIONS) {
    await transaction.run(`CREATE INDEX ON ${table} USING hnsw (vector "${extension.schema}".vector_cosine_ops)`);
  }
  return 'vector';
}

export async function dropVectorTables(transaction: Transaction, { generation }: Binding): Promise<void> {
  await transaction.run(`DROP TABLE IF EXISTS vectors_${generation}, signs_${generation}`);
}

/** Passages with the hashes of what is embedded. */
export type EmbeddedPassages = readonly { readonly key: number; readonly vectorSha256: string }[];

export async function insertVectors(
  transaction: Transaction,
  binding: PostgresBinding,
  passages: EmbeddedPassages,
  vectors: VectorsByHash,
): Promise<void> {
  const { generation, dimensions, column } = binding;
  const extension = column === 'vector' ? await findVectorExtension(transaction) : undefined;
  for (let start = 0; start < passages.length; start += WRITE_BATCH) {
    const batch = passages.slice(start, start + WRITE_BATCH);
    const keys = batch.map(({ key }) => key);
    const hashes = batch.map(({ vectorSha256 }) => vectorSha256);
    const made = batch.map(({ vectorSha256 }) => vectors.get(vectorSha256)!);
    if (extension !== undefined) {
      await transaction.rows(
        `INSERT INTO vectors_${generation} SELECT key, hash, vector::"${extension.schema}".vector
           FROM unnest($1::bigint[], $2::text[], $3::text[]) AS made (key, hash, vector)`,
        [keys, hashes, made.map(vectorText)],
      );
      continue;
    }
    // One value of all vectors is sent as it is; each of an array of them would be sent as text.
    const size = Float32Array.BYTES_PER_ELEMENT * dimensions;
    await transaction.rows(
      `INSERT INTO vectors_${generation} SELECT key, hash, substr($3::bytea, 1 + ${size} * (at::integer - 1), ${size})
         FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS made (key, hash, at)`,
      [keys, hashes, Buffer.concat(made.map(vectorBytes))],
    );
    const bits = signBits(dimensions);
    await transaction.rows(
      `INSERT INTO signs_${generation} SELECT key, signs::bit(${bits.bitCount})
         FROM unnest($1::bigint[], $2::text[]) AS made (key, signs)`,
      [keys, made.map((vector) => bitText(bits.encode(vector)))],
    );
  }
}

export async function removeVectors(
  transaction: Transaction,
  { generation, column }: PostgresBinding,
  keys: readonly number[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.rows(`DELETE FROM vectors_${generation} WHERE key = ANY ($1)`, [keys]);
  if (column === 'bytea') await transaction.rows(`DELETE FROM signs_${generation} WHERE key = ANY ($1)`, [keys]);
}

/** The vectors that there are of some texts. */
export async function vectorsByText(
  transaction: Transaction,
  binding: PostgresBinding,
  hashes: readonly string[],
): Promise<VectorsByHash> {
  const rows = await transaction.rows<{ content_hash: string; vector: string }>(
    `SELECT DISTINCT ON (content_hash) content_hash, ${vectorBytesSql(binding, await extensionOf(transaction, binding))} AS vector
       FROM vectors_${binding.generation} WHERE content_hash = ANY ($1) ORDER BY content_hash, key`,
    [hashes],
  );
  return new Map(rows.map(({ content_hash, vector }) => [content_hash, vectorFrom(binding, vector)]));
}

/** A vector with the hash of the text that it is of. */
export interface StoredVector {
  readonly vectorSha256: string;
  readonly vector: Float32Array;
}

export async function vectorsByKey(
  transaction: Transaction,
  binding: PostgresBinding,
  keys: readonly number[],
): Promise<ReadonlyMap<number, StoredVector>> {
  const rows = await transaction.rows<{ key: number; content_hash: string; vector: string }>(
    `SELECT key, content_hash, ${vectorBytesSql(binding, await extensionOf(transaction, binding))} AS vector
       FROM vectors_${binding.generation} WHERE key = ANY ($1)`,
    [keys],
  );
  return new Map(
    rows.map((row) => [row.key, { vectorSha256: row.content_hash, vector: vectorFrom(binding, row.vector) }]),
  );
}

/** Whether a vector has the right number of components and unit length. */
export function isSoundVector(vector: Float32Array, { dimensions }: Binding): boolean {
  return vector.length === dimensions && Math.abs(vectorLength(vector) - 1) < 5e-5;
}

/** What is looked for among vectors. */
export interface NearestWanted {
  readonly vector: Float32Array;
  readonly limit: number;
  /** SQL for the keys allowed, with its parameters; all when left out. */
  readonly among: string | undefined;
  readonly parameters: Parameters;
}

/** Passages by cosine, the best first. */
export async function findNearest(
  transaction: Transaction,
  binding: PostgresBinding,
  wanted: NearestWanted,
): Promise<readonly RankedKey[]> {
  const extension = await extensionOf(transaction, binding);
  return extension === undefined
    ? nearestBySigns(transaction, binding, wanted)
    : nearestByIndex(transaction, binding, wanted, extension);
}

async function nearestByIndex(
  transaction: Transaction,
  { generation }: Binding,
  { vector, limit, among, parameters }: NearestWanted,
  { schema, iterates }: VectorExtension,
): Promise<readonly RankedKey[]> {
  const reach = `SET LOCAL hnsw.ef_search TO ${MAX_INDEX_CANDIDATES}`;
  await transaction.run(iterates ? `${reach}; SET LOCAL hnsw.iterative_scan TO strict_order` : reach);
  const values = [...parameters.values, vectorText(vector), limit];
  const distance = `vector OPERATOR("${schema}".<=>) $${values.length - 1}::"${schema}".vector`;
  return transaction.rows<RankedKey>(
    `SELECT key, 1 - (${distance}) AS score FROM vectors_${generation}
      ${among === undefined ? '' : `WHERE key IN (${among})`} ORDER BY ${distance} LIMIT $${values.length}`,
    values,
  );
}

/** As in a store in a file: bits choose, and what they chose is compared in full, here instead of on the server. */
async function nearestBySigns(
  transaction: Transaction,
  { generation, dimensions }: Binding,
  { vector, limit, among, parameters }: NearestWanted,
): Promise<readonly RankedKey[]> {
  const bits = signBits(dimensions);
  const values = [...parameters.values, bitText(bits.encode(vector))];
  const rescored = Math.max(MIN_RESCORED_COUNT, RESCORED_PER_RESULT * limit);
  const rows = await transaction.rows<{ key: number; vector: string }>(
    `SELECT key, encode(vector, 'base64') AS vector FROM vectors_${generation} WHERE key = ANY (ARRAY(
       SELECT key FROM signs_${generation} ${among === undefined ? '' : `WHERE key IN (${among})`}
        ORDER BY bit_count(signs # $${values.length}::bit(${bits.bitCount})), key LIMIT ${rescored}))`,
    values,
  );
  // Each vector takes the place of the one before: a thousand buffers a search would keep the garbage collector busy.
  const compared = new Float32Array(dimensions);
  const bytes = vectorBytes(compared);
  const ranked = rows.map((row) => {
    bytes.write(row.vector, 'base64');
    return { key: row.key, score: dotProduct(vector, compared) };
  });
  return ranked.sort((a, b) => b.score - a.score || a.key - b.key).slice(0, limit);
}

async function extensionOf(
  transaction: Transaction,
  { column }: PostgresBinding,
): Promise<VectorExtension | undefined> {
  return column === 'vector' ? findVectorExtension(transaction) : undefined;
}

/** SQL for a vector's bytes, our own or those that pgvector sends, in base64: shorter than what bytes are sent as. */
function vectorBytesSql({ column }: PostgresBinding, extension: VectorExtension | undefined): string {
  return `encode(${column === 'bytea' ? 'vector' : `"${extension!.schema}".vector_send(vector)`}, 'base64')`;
}

function vectorFrom({ column }: PostgresBinding, base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  if (column === 'bytea') return vectorFromBytes(bytes);
  // Number of components and a reserved field, 2 bytes each, then float32 in network order.
  const vector = new Float32Array((bytes.length - 4) / 4);
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatBE(4 + 4 * at);
  return vector;
}

/** Nine digits bring every float32 back exactly. */
function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toPrecision(9)).join(',')}]`;
}

function bitText(bytes: Uint8Array): string {
  return `x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
