import { dotProduct } from '@topicmill/text/vectors';
import { load as loadVectorExtension } from 'sqlite-vec';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedUnitVector } from '../../src/store/passages.js';
import { sqliteLibrary } from '../../src/store/sqlite/sqlite-library.js';
import { createVectorTables, openVectorTables } from '../../src/store/sqlite/vector-tables.js';

const Database = sqliteLibrary();
const DIMENSIONS = 48;
/** More than are compared in full. */
const VECTOR_COUNT = 5_000;

/** Vectors of unit length that a seed fixes, by a linear congruential generator (Numerical Recipes). */
function vectorsFrom(seed: number, count: number): Float32Array[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
  return Array.from({ length: count }, () =>
    checkedUnitVector(Float32Array.from({ length: DIMENSIONS }, next), DIMENSIONS, 'a vector'),
  );
}

function between(a: Float32Array, b: Float32Array, share: number): Float32Array {
  return checkedUnitVector(
    a.map((value, at) => (1 - share) * value + share * b[at]!) as Float32Array,
    DIMENSIONS,
    'a vector',
  );
}

describe('among more vectors than are compared in full', () => {
  const db = new Database(':memory:');
  afterAll(() => void db.close());
  loadVectorExtension(db);
  const binding = { model: 'test', dimensions: DIMENSIONS, generation: 1 };
  createVectorTables(db, binding);
  const tables = openVectorTables(db, binding);
  const vectors = vectorsFrom(1, VECTOR_COUNT);
  db.transaction(() => {
    for (const [key, vector] of vectors.entries()) tables.insert(key, `hash ${key}`, vector);
  })();

  it('the nearest are found', () => {
    const others = vectorsFrom(2, 40);
    for (const [at, other] of others.entries()) {
      const wanted = at * 100;
      const query = between(vectors[wanted]!, other, 0.4);
      const [best] = tables.nearest(query, 1);
      expect(best!.key).toBe(wanted);
      expect(best!.score).toBeCloseTo(dotProduct(query, vectors[wanted]!), 4);
    }
  });

  it('most of the ten nearest are found, whatever the query', () => {
    const shares = vectorsFrom(3, 20).map((query) => {
      const exact = vectors.map((vector, key) => ({ key, score: dotProduct(query, vector) }));
      exact.sort((a, b) => b.score - a.score);
      const keys = new Set(exact.slice(0, 10).map(({ key }) => key));
      return tables.nearest(query, 10).filter(({ key }) => keys.has(key)).length / 10;
    });
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.9);
  });

  it('those that a filter lets through are compared, all of them where they are few', () => {
    db.exec('CREATE TABLE allowed (key INTEGER PRIMARY KEY)');
    for (let key = 0; key < VECTOR_COUNT; key += 100) db.prepare('INSERT INTO allowed VALUES (?)').run(key);
    const [query] = vectorsFrom(4, 1);
    const found = tables.nearest(query!, 10, { sql: 'SELECT key FROM allowed', parameters: [] });
    const exact = vectors.map((vector, key) => ({ key, score: dotProduct(query!, vector) }));
    const allowed = exact.filter(({ key }) => key % 100 === 0).sort((a, b) => b.score - a.score);
    expect(found.map(({ key }) => key)).toEqual(allowed.slice(0, 10).map(({ key }) => key));
  });
});
