import { openTestDatabase } from '@topicmill/test-support/postgres';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ArtifactStore, openPostgresStore } from '../../src/store/index.js';
import { fixtureInput, sentences, smallWindows } from './contract/fixture-store.js';
import { countingEmbedder } from './counting-embedder.js';

const database = await openTestDatabase();
afterAll(() => database?.close());

async function open(address: string): Promise<ArtifactStore> {
  const store = await openPostgresStore({ address, embedder: countingEmbedder(), splitter: smallWindows });
  onTestFinished(() => store.close());
  return store;
}

/** Runs a statement in the schema of an address. */
async function change(address: string, sql: (schema: string) => string): Promise<void> {
  await database!.query(sql(new URL(address).searchParams.get('schema')!));
}

describe.skipIf(database === undefined)('the schema of a store in PostgreSQL', { timeout: 120_000 }, () => {
  it('is refused when another program has tables there', async () => {
    const address = database!.newAddress();
    await change(address, (schema) => `CREATE SCHEMA ${schema}`);
    await change(address, (schema) => `CREATE TABLE ${schema}.settings (name text, value text)`);
    await expect(open(address)).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
  });

  it('is refused when a later release made it', async () => {
    const address = database!.newAddress();
    await open(address);
    await change(address, (schema) => `UPDATE ${schema}.settings SET value = '99' WHERE name = 'format'`);
    await expect(open(address)).rejects.toMatchObject({
      code: 'STORE_FOREIGN',
      message: expect.stringContaining('format 99'),
    });
  });

  it('is brought to the words of this release when it was made with others', async () => {
    const address = database!.newAddress();
    const store = await open(address);
    await store.ingest(fixtureInput(sentences(20)));
    const before = await store.search('sentence 7 of the river', { mode: 'lexical' });
    await change(address, (schema) => `UPDATE ${schema}.settings SET value = 'older' WHERE name = 'analysis'`);
    await change(address, (schema) => `UPDATE ${schema}.passage_terms SET terms = '''other 1''', length = 1`);
    const updated = await open(address);
    expect(await updated.search('sentence 7 of the river', { mode: 'lexical' })).toEqual(before);
    expect(await updated.verify()).toMatchObject({ ok: true });
  });

  it('has all terms in the index, where a search looks, and none pending', async () => {
    const address = database!.newAddress();
    await (await open(address)).ingest(fixtureInput(sentences(40)));
    const schema = new URL(address).searchParams.get('schema');
    const [row] = await database!.query<{ pages: string }>(
      `SELECT gin_clean_pending_list('${schema}.passage_terms_by_term') AS pages`,
    );
    expect(Number(row!.pages)).toBe(0);
  });

  it('is said to need pgvector when so many vectors are compared that it takes long', async () => {
    const address = database!.newAddress();
    const store = await open(address);
    await store.ingest(fixtureInput('A heron fishes at the weir.'));
    const fill = (from: number, to: number) =>
      change(
        address,
        (schema) =>
          `INSERT INTO ${schema}.signs_1 SELECT at, repeat('1', 1024)::bit(1024) FROM generate_series(${from}, ${to}) AS at`,
      );
    await fill(1_000_001, 1_199_999);
    await change(address, (schema) => `ANALYZE ${schema}.signs_1`);
    expect((await store.stats()).remark).toBeUndefined();
    expect(await store.advice()).toBeUndefined();
    await fill(1_200_000, 1_200_000);
    expect((await store.stats()).remark).toContain('Install the extension pgvector');
    // The estimate grows with the table, also before it is analysed again.
    await fill(1_200_001, 1_260_000);
    expect(await store.advice()).toBe((await store.stats()).remark);
  });
});
