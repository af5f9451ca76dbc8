import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/index.js';
import { countingEmbedder } from './counting-embedder.js';
import { runWorker } from './run-worker.js';
import { temporaryFolder } from './temporary-folder.js';
import { windowSplitter } from './window-splitter.js';

const ARTIFACT_COUNT = 6;

it('lets three processes make a store and ingest at once, without an error or a lost artifact', {
  timeout: 300_000,
}, async () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  const names = ['one', 'two', 'three'];
  const ends = await Promise.all(
    names.map((name) => runWorker('ingest-worker.ts', [path, name, String(ARTIFACT_COUNT)])),
  );
  expect(ends).toEqual(names.map(() => ({ status: 0, output: '' })));

  const store = await openSqliteStore({ path, embedder: countingEmbedder(), splitter: windowSplitter(40, 10) });
  expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
  expect((await store.stats()).source_systems).toEqual({
    equal: ARTIFACT_COUNT,
    one: ARTIFACT_COUNT,
    shared: 3,
    three: ARTIFACT_COUNT,
    two: ARTIFACT_COUNT,
  });
  for (const { id } of (await store.list({ filter: { sourceSystems: ['shared'] } })).artifacts) {
    // Whoever came last, it is the whole of what that one wrote.
    expect(await store.getText(id)).toMatch(/^(This is the shared (?:one|two|three) (\d+)\. )\1{3}$/);
  }
  await store.close();
});
