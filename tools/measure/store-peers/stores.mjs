import { createRequire } from 'node:module';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import pg from 'pg';
import * as sqliteVec from 'sqlite-vec';

/** LanceDB advises to index from some 10,000 vectors on; its index of products needs at least 256 to learn from. */
const LEAST_INDEXED = 10_000;

/**
 * Stores that take texts with their vectors and find the nearest, each in a folder or a schema of its own.
 *
 * @returns by name what opens one, given its folder, the length of vectors and the address of its schema: `add` takes rows `{ text, vector }`, `finish` makes what searching needs
 */
export const storePeers = {
  async 'sqlite-vec'(folder, dimensions) {
    const Database = sqliteLibrary();
    const db = new Database(join(folder, 'store.sqlite'));
    sqliteVec.load(db);
    db.pragma('journal_mode = WAL');
    db.exec(`CREATE TABLE passages (id INTEGER PRIMARY KEY, text TEXT);
      CREATE VIRTUAL TABLE vectors USING vec0(vector float[${dimensions}] distance_metric=cosine)`);
    const addText = db.prepare('INSERT INTO passages (text) VALUES (?)');
    const addVector = db.prepare('INSERT INTO vectors (rowid, vector) VALUES (?, ?)');
    const nearest = db.prepare(
      'SELECT text FROM (SELECT rowid FROM vectors WHERE vector MATCH ? AND k = ?) JOIN passages ON id = rowid',
    );
    const bytesOf = (vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    return {
      add: db.transaction((rows) => {
        for (const { text, vector } of rows) {
          const { lastInsertRowid } = addText.run(text);
          addVector.run(BigInt(lastInsertRowid), bytesOf(vector));
        }
      }),
      finish: () => db.pragma('wal_checkpoint(TRUNCATE)'),
      search: (vector, limit) => nearest.all(bytesOf(vector), limit),
      close: () => db.close(),
    };
  },
  async LanceDB(folder) {
    const db = await connect(folder);
    let table;
    return {
      async add(rows) {
        const plain = rows.map(({ text, vector }) => ({ text, vector: [...vector] }));
        if (table) await table.add(plain);
        else table = await db.createTable('passages', plain);
      },
      async finish() {
        if ((await table.countRows()) >= LEAST_INDEXED) await table.createIndex('vector');
      },
      search: (vector, limit) =>
        table
          .vectorSearch([...vector])
          .select(['text', '_distance'])
          .limit(limit)
          .toArray(),
      close: () => db.close(),
    };
  },
  async pgvector(_folder, dimensions, address) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const schema = new URL(address).searchParams.get('schema');
    await client.query(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}, public; SET maintenance_work_mem = '2GB';
      CREATE TABLE passages (id bigserial PRIMARY KEY, text text, vector vector(${dimensions}))`);
    const written = (vector) => `[${vector.join(',')}]`;
    return {
      add: (rows) =>
        client.query('INSERT INTO passages (text, vector) SELECT * FROM unnest($1::text[], $2::vector[])', [
          rows.map(({ text }) => text),
          rows.map(({ vector }) => written(vector)),
        ]),
      finish: () => client.query('CREATE INDEX ON passages USING hnsw (vector vector_cosine_ops)'),
      search: (vector, limit) =>
        client.query('SELECT text FROM passages ORDER BY vector <=> $1 LIMIT $2', [written(vector), limit]),
      async byteCount() {
        const sizes = await client.query("SELECT pg_total_relation_size('passages') AS bytes");
        return Number(sizes.rows[0].bytes);
      },
      close: () => client.end(),
    };
  },
};

/** The release for this Node.js: the newer one is left out where it does not work. */
function sqliteLibrary() {
  const require = createRequire(import.meta.url);
  try {
    return require('better-sqlite3');
  } catch {
    return require('better-sqlite3-for-node-20');
  }
}
