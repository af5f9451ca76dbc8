import { signBits } from '@topicmill/artifacts/store';
import Database from 'better-sqlite3';
import { load as loadVectorExtension } from 'sqlite-vec';

/** Passages that a ranking hands on, as the store asks for. */
const RANKED_COUNT = 100;
/** Passages that a first pass hands to the second, as in the store. */
const RESCORED_COUNT = 2_048;
const BEST_COUNT = 10;

/** A way to find the vectors nearest to a query: their keys, the best first. */
type Scan = (query: Float32Array) => readonly number[];

/**
 * Ways to search the vectors of a store's file, each over the same queries: every vector compared, and first passes over
 * smaller ones; by functions of sqlite-vec on plain tables, and by its virtual table.
 *
 * @param path the file, which is only read; the tables to compare with are put beside it
 * @param queries vectors of unit length
 */
export function measureVectorScans(path: string, queries: readonly Float32Array[]): Map<string, number> {
  const db = new Database(`${path}.scans`);
  try {
    loadVectorExtension(db);
    db.pragma('journal_mode = OFF');
    db.prepare('ATTACH ? AS store').run(path);
    for (const name of ['main', 'store']) db.pragma(`${name}.cache_size = -65536`);
    return measure(scansOf(db, queries[0]!.length), queries);
  } finally {
    db.close();
  }
}

function measure(scans: Readonly<Record<string, Scan>>, queries: readonly Float32Array[]): Map<string, number> {
  const values = new Map<string, number>();
  let exact: readonly (readonly number[])[] = [];
  for (const [name, scan] of Object.entries(scans)) {
    scan(queries[0]!);
    const wall: number[] = [];
    const found = queries.map((query) => {
      const begun = performance.now();
      const keys = scan(query);
      wall.push(performance.now() - begun);
      return keys.slice(0, BEST_COUNT);
    });
    wall.sort((a, b) => a - b);
    values.set(`${name}: ms, half of the queries`, wall[wall.length >> 1]!);
    if (exact.length === 0) exact = found;
    else values.set(`${name}: % of the true ten best`, 100 * agreement(found, exact));
  }
  return values;
}

function agreement(found: readonly (readonly number[])[], exact: readonly (readonly number[])[]): number {
  const shares = found.map((keys, at) => keys.filter((key) => exact[at]!.includes(key)).length / exact[at]!.length);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function scansOf(db: Database.Database, dimensions: number): Readonly<Record<string, Scan>> {
  const bits = signBits(dimensions);
  db.exec(`
    CREATE VIRTUAL TABLE floats USING vec0(key INTEGER PRIMARY KEY, vector FLOAT[${dimensions}] distance_metric=cosine);
    INSERT INTO floats SELECT key, vector FROM store.vectors_1;
    CREATE VIRTUAL TABLE bytes USING vec0(key INTEGER PRIMARY KEY, vector INT8[${dimensions}] distance_metric=cosine);
    INSERT INTO bytes SELECT key, vec_quantize_int8(vector, 'unit') FROM store.vectors_1;
    CREATE VIRTUAL TABLE signs USING vec0(key INTEGER PRIMARY KEY, signs BIT[${bits.bitCount}]);
    INSERT INTO signs SELECT key, vec_bit(signs) FROM store.signs_1;
  `);
  const select = (sql: string): ((...parameters: unknown[]) => number[]) => {
    const statement = db.prepare<unknown[], number>(sql).pluck();
    return (...parameters) => statement.all(...parameters);
  };
  const rescored = (first: string): string =>
    `SELECT key FROM store.vectors_1 WHERE key IN (SELECT key FROM (${first}))
      ORDER BY vec_distance_cosine(vector, ?) LIMIT ${RANKED_COUNT}`;
  const all = select(`SELECT key FROM store.vectors_1 ORDER BY vec_distance_cosine(vector, ?) LIMIT ${RANKED_COUNT}`);
  const signs = select(
    rescored(
      `SELECT key FROM store.signs_1 ORDER BY vec_distance_hamming(vec_bit(signs), vec_bit(?)) LIMIT ${RESCORED_COUNT}`,
    ),
  );
  const virtual = select(`SELECT key FROM floats WHERE vector MATCH ? AND k = ${RANKED_COUNT} ORDER BY distance`);
  const virtualBytes = select(
    rescored(`SELECT key FROM bytes WHERE vector MATCH vec_quantize_int8(?, 'unit') AND k = ${RESCORED_COUNT}`),
  );
  const virtualSigns = select(rescored(`SELECT key FROM signs WHERE signs MATCH vec_bit(?) AND k = ${RESCORED_COUNT}`));
  return {
    'every vector': (query) => all(bytesOf(query)),
    'bits, then vectors (the store)': (query) => signs(bits.encode(query), bytesOf(query)),
    'vec0, every vector': (query) => virtual(bytesOf(query)),
    'vec0, int8, then vectors': (query) => virtualBytes(bytesOf(query), bytesOf(query)),
    'vec0, bits, then vectors': (query) => virtualSigns(bits.encode(query), bytesOf(query)),
  };
}

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
