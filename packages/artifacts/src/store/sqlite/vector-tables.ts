import type { RankedKey } from '@topicmill/search/retrieval/parts';
import { vectorLength } from '@topicmill/text/vectors';
import { signBits } from '@topicmill/topics/similarity';
import type { Database } from 'better-sqlite3';
import type { Binding } from '../binding.js';
import { vectorBytes, vectorFromBytes } from '../column-values.js';
import { readBinding } from './settings.js';

/**
 * Passages whose vectors are compared in full, after the comparison of bits chose them. A store of fewer passages is
 * searched exactly.
 */
const RESCORED_COUNT = 2_048;

/**
 * The vectors of one model. Two tables: `vectors_N` stores them, `signs_N` their bits for a quick first look. Both are
 * plain tables, compared by functions of sqlite-vec: for as many candidates as are wanted here, its virtual table takes
 * several times as long, and leaves gaps where rows are removed.
 */
export interface VectorTables {
  insert(key: number, contentSha256: string, vector: Float32Array): void;
  remove(key: number): void;
  /** The vector of any passage with this text. */
  findByText(contentSha256: string): Float32Array | undefined;
  /** The passages with this text. */
  keysByText(contentSha256: string): number[];
  get(key: number): Float32Array | undefined;
  /** The hash of the text whose vector a passage has. */
  hashOf(key: number): string | undefined;
  /** Whether a vector has the right number of components and unit length, and the bits that belong to it. */
  isSound(key: number): boolean;
  /**
   * Passages by cosine, the best first.
   *
   * @param keys SQL that selects the keys allowed, with its parameters; all when left out
   */
  nearest(vector: Float32Array, limit: number, keys?: KeySelection): RankedKey[];
}

/** SQL that selects keys. */
export interface KeySelection {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** The tables in force, or `undefined` before the first vector. */
export function currentVectors(db: Database): VectorTables | undefined {
  const binding = readBinding(db, 'binding');
  return binding && openVectorTables(db, binding);
}

export function createVectorTables(db: Database, { generation }: Binding): void {
  db.exec(`
    CREATE TABLE vectors_${generation} (
      key INTEGER PRIMARY KEY, content_hash TEXT NOT NULL, vector BLOB NOT NULL
    ) STRICT;
    CREATE INDEX vectors_by_hash_${generation} ON vectors_${generation} (content_hash);
    CREATE TABLE signs_${generation} (key INTEGER PRIMARY KEY, signs BLOB NOT NULL) STRICT;
  `);
}

export function dropVectorTables(db: Database, { generation }: Binding): void {
  db.exec(`DROP TABLE IF EXISTS vectors_${generation}; DROP TABLE IF EXISTS signs_${generation};`);
}

export function openVectorTables(db: Database, { generation, dimensions }: Binding): VectorTables {
  const bits = signBits(dimensions);
  const vectors = `vectors_${generation}`;
  const signs = `signs_${generation}`;
  const insertVector = db.prepare(`INSERT INTO ${vectors} VALUES (?, ?, ?)`);
  const insertSigns = db.prepare(`INSERT INTO ${signs} VALUES (?, ?)`);
  const deleteVector = db.prepare(`DELETE FROM ${vectors} WHERE key = ?`);
  const deleteSigns = db.prepare(`DELETE FROM ${signs} WHERE key = ?`);
  const selectVector = db.prepare<[number], Buffer>(`SELECT vector FROM ${vectors} WHERE key = ?`);
  const selectByText = db.prepare<[string], Buffer>(`SELECT vector FROM ${vectors} WHERE content_hash = ? LIMIT 1`);
  const selectKeys = db.prepare<[string], number>(`SELECT key FROM ${vectors} WHERE content_hash = ?`).pluck();
  const selectHash = db.prepare<[number], string>(`SELECT content_hash FROM ${vectors} WHERE key = ?`);
  const selectSigns = db.prepare<[number], Buffer>(`SELECT signs FROM ${signs} WHERE key = ?`);
  for (const statement of [selectVector, selectByText, selectHash, selectSigns]) statement.pluck();
  const vectorOf = (bytes: Buffer | undefined): Float32Array | undefined => bytes && vectorFromBytes(bytes);

  return {
    insert(key, contentSha256, vector) {
      insertVector.run(key, contentSha256, vectorBytes(vector));
      insertSigns.run(key, bits.encode(vector));
    },
    remove(key) {
      deleteVector.run(key);
      deleteSigns.run(key);
    },
    findByText: (contentSha256) => vectorOf(selectByText.get(contentSha256)),
    keysByText: (contentSha256) => selectKeys.all(contentSha256),
    get: (key) => vectorOf(selectVector.get(key)),
    hashOf: (key) => selectHash.get(key),
    isSound(key) {
      const vector = vectorOf(selectVector.get(key));
      const stored = selectSigns.get(key);
      if (vector === undefined || stored === undefined || vector.length !== dimensions) return false;
      return Math.abs(vectorLength(vector) - 1) < 5e-5 && stored.equals(bits.encode(vector));
    },
    nearest(vector, limit, keys) {
      const among = keys === undefined ? '' : `WHERE key IN (${keys.sql})`;
      return db
        .prepare<unknown[], RankedKey>(
          `SELECT key, 1 - vec_distance_cosine(vector, ?) AS score FROM ${vectors}
            WHERE key IN (
              SELECT key FROM ${signs} ${among} ORDER BY vec_distance_hamming(vec_bit(signs), vec_bit(?)), key LIMIT ?
            )
            ORDER BY score DESC, key LIMIT ?`,
        )
        .all(vectorBytes(vector), ...(keys?.parameters ?? []), bits.encode(vector), RESCORED_COUNT, limit);
    },
  };
}
