import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/index.js';
import { sqliteLibrary } from '../../src/store/sqlite/sqlite-library.js';
import { artifactSplitter } from '../../src/text/index.js';
import { countingEmbedder } from './counting-embedder.js';
import { TO_FORMAT_2 } from './format-2.js';
import { temporaryFolder } from './temporary-folder.js';

const Database = sqliteLibrary();
const SIZES = { singlePieceMaxTokens: 60, targetTokens: 50, overlapTokens: 5 };
const CONTENT = `# Harbour\n\n## Boats\n\n${'The boats lay at the pier until the tide came in again. '.repeat(12)}`;

it('a store made before chunks had prefaces says so, and reindex adds them', async () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  const split = await artifactSplitter(SIZES);
  const withoutPrefaces: typeof split = async (text, type) => {
    const { chunks, ...rest } = await split(text, type);
    return { ...rest, chunks: chunks.map(({ preface: _, ...chunk }) => chunk) };
  };
  const before = await openSqliteStore({ path, embedder: countingEmbedder(), splitter: withoutPrefaces });
  const { artifact_id: id } = await before.ingest({ content: CONTENT, artifactType: 'doc', sourceSystem: 'file' });
  const ids = (await before.getChunks(id)).map((chunk) => chunk.id);
  await before.close();
  const db = new Database(path);
  db.exec(TO_FORMAT_2);
  db.close();

  const store = await openSqliteStore({ path, embedder: countingEmbedder(), splitter: split, sizes: SIZES });
  expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
  expect(await store.advice()).toContain('artifact-store reindex');
  expect(await store.reindex(undefined)).toMatchObject({ resplit_count: 1 });
  expect(await store.advice()).toBeUndefined();
  const chunks = await store.getChunks(id);
  expect(chunks.map((chunk) => chunk.id)).toEqual(ids);
  expect(chunks.at(-1)!.metadata.preface).toBe('Harbour > Boats');
  expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
  await store.close();
});
