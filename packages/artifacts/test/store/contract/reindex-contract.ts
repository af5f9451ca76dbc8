import { describe, expect, it } from 'vitest';
import { countingEmbedder } from '../counting-embedder.js';
import { FIRST_MOMENT, fixtureInput, fixtureStore, sentences, smallWindows } from './fixture-store.js';
import type { OpenStore } from './open-store.js';

/** More texts than are embedded at once. */
const LONG_TEXT = sentences(500);

export function describeReindex(makePlace: () => OpenStore): void {
  describe('reindex', () => {
    it('binds a store to the model of its first vector', async () => {
      const { store, open } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('First.', 'a'));
      const other = await open({ embedder: countingEmbedder('test:two', 100), splitter: smallWindows, now: () => 0 });
      const refused = { code: 'STORE_MODEL_MISMATCH', remedy: expect.stringContaining('reindex --model test:two') };
      await expect(other.ingest(fixtureInput('Second.', 'b'))).rejects.toMatchObject(refused);
      await expect(other.search('first')).rejects.toMatchObject(refused);
      expect((await other.search('first', { mode: 'lexical' })).hits).toHaveLength(1);
      expect(await other.ingest(fixtureInput('First.', 'a'))).toMatchObject({ outcome: 'same' });
      const longer = await open({ embedder: countingEmbedder('test:one', 700), splitter: smallWindows, now: () => 0 });
      await expect(longer.ingest(fixtureInput('Second.', 'b'))).rejects.toMatchObject({ code: 'STORE_MODEL_MISMATCH' });
    });

    it('gives every text a vector of the new model', async () => {
      const { store, open } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('Short.', 'a'));
      const { num_chunks } = await store.ingest(fixtureInput(`${sentences(4)}${' '.repeat(200)}end`, 'b'));
      const embedder = countingEmbedder('test:two', 100);
      const report = await store.reindex(embedder);
      expect(report).toEqual({
        model: 'test:two',
        dimensions: 100,
        embedded_count: embedder.embedded.length,
        resumed_count: 0,
        resplit_count: 0,
      });
      expect(embedder.embedded.length).toBeLessThan(num_chunks + 1);
      expect(await store.stats()).toMatchObject({ model: 'test:two', dimensions: 100, reindex: null });
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
      await expect(store.ingest(fixtureInput('Third.', 'c'))).rejects.toMatchObject({ code: 'STORE_MODEL_MISMATCH' });
      const other = await open({ embedder, splitter: smallWindows, now: () => FIRST_MOMENT });
      expect((await other.search('short', { mode: 'dense', limit: 1 })).hits[0]?.source_id).toBe('a');
    });

    it('answers with the old model until it is done, goes on after a failure, and embeds nothing twice', async () => {
      const { store } = await fixtureStore(makePlace);
      const { num_chunks } = await store.ingest(fixtureInput(LONG_TEXT, 'a'));
      const failing = countingEmbedder('test:two', 100);
      const embed = failing.embed.bind(failing);
      let callCount = 0;
      const failAtSecond = {
        ...failing,
        embed: async (...args: Parameters<typeof embed>) => {
          if (++callCount === 2) throw new Error('The service is down.');
          return embed(...args);
        },
      };
      await expect(store.reindex(failAtSecond)).rejects.toThrow('The service is down.');
      const doneCount = failing.embedded.length;
      expect(doneCount).toBeGreaterThan(0);
      expect(await store.stats()).toMatchObject({
        model: 'test:one',
        reindex: { model: 'test:two', done_count: doneCount, total_count: num_chunks },
      });
      expect((await store.search('river', { mode: 'dense' })).hits).not.toEqual([]);
      expect(await store.verify()).toMatchObject({ ok: true });
      const report = await store.reindex(failing);
      expect(report).toMatchObject({ embedded_count: num_chunks - doneCount, resumed_count: doneCount });
      expect(failing.embedded).toHaveLength(num_chunks);
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('takes in what comes and goes meanwhile', async () => {
      const { store } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput(LONG_TEXT, 'a'));
      const changed = await store.ingest(fixtureInput('Before.', 'changed'));
      const gone = await store.ingest(fixtureInput(sentences(3, 'lake'), 'gone'));
      const second = countingEmbedder('test:two', 100);
      const embed = second.embed.bind(second);
      let callCount = 0;
      const report = await store.reindex({
        ...second,
        async embed(...args: Parameters<typeof embed>) {
          const vectors = await embed(...args);
          callCount++;
          if (callCount === 1) await store.ingest(fixtureInput(`${LONG_TEXT} More of it.`, 'a'));
          if (callCount === 3) await store.ingest(fixtureInput('After.', 'changed'));
          if (callCount === 3) await store.delete(gone.artifact_id);
          return vectors;
        },
      });
      expect(report.model).toBe('test:two');
      expect(await store.getText(changed.artifact_id)).toBe('After.');
      expect(await store.verify()).toMatchObject({ ok: true, problems: [], artifact_count: 2 });
    });

    it('gives way to a later reindex to another model', async () => {
      const { store, open } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput(LONG_TEXT, 'a'));
      const rival = await open({ embedder: countingEmbedder(), splitter: smallWindows, now: () => 0 });
      const second = countingEmbedder('test:two', 100);
      const embed = second.embed.bind(second);
      let callCount = 0;
      const overtaken = store.reindex({
        ...second,
        async embed(...args: Parameters<typeof embed>) {
          if (++callCount === 2) await rival.reindex(countingEmbedder('test:three', 50));
          return embed(...args);
        },
      });
      await expect(overtaken).rejects.toMatchObject({ code: 'STORE_BUSY' });
      expect(await store.stats()).toMatchObject({ model: 'test:three', reindex: null });
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('lets two reindex to the same model', async () => {
      const { store, open } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput(LONG_TEXT, 'a'));
      const rival = await open({ embedder: countingEmbedder(), splitter: smallWindows, now: () => 0 });
      const reports = await Promise.all([
        store.reindex(countingEmbedder('test:two', 100)),
        rival.reindex(countingEmbedder('test:two', 100)),
      ]);
      expect(reports.map(({ model }) => model)).toEqual(['test:two', 'test:two']);
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('reindexes an empty store', async () => {
      const { store } = await fixtureStore(makePlace);
      expect(await store.reindex(countingEmbedder('test:two', 100))).toMatchObject({ embedded_count: 0 });
      const { artifact_id } = await store.ingest(fixtureInput('First.'));
      await store.delete(artifact_id);
      expect(await store.reindex(countingEmbedder('test:two', 100))).toMatchObject({ embedded_count: 0 });
      expect(await store.stats()).toMatchObject({ model: null });
    });
  });
}
