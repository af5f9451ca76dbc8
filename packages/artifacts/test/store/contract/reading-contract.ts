import { describe, expect, it } from 'vitest';
import { fixtureInput, fixtureStore, sentences } from './fixture-store.js';
import type { OpenStore } from './open-store.js';

export function describeReading(makePlace: () => OpenStore): void {
  describe('reading', () => {
    it('puts a chunk between its neighbours', async () => {
      const { store } = await fixtureStore(makePlace);
      const text = sentences(4).slice(0, 40 + 5 * 30);
      const { artifact_id, num_chunks } = await store.ingest(fixtureInput(text));
      expect(num_chunks).toBe(6);
      const [, , second, third, fourth] = (await store.getChunks(artifact_id)).map(({ content }) => content);
      expect(await store.getContext(artifact_id, 3)).toBe(
        `${second}\n[CHUNK BOUNDARY]\n${third}\n[CHUNK BOUNDARY]\n${fourth}`,
      );
      expect(await store.getContext(artifact_id, 3, { joining: 'merge' })).toBe(text.slice(60, 160));
      expect(await store.getContext(artifact_id, 0, { joining: 'merge' })).toBe(text.slice(0, 70));
      expect(await store.getContext(artifact_id, 5, { neighborCount: 0 })).toBe(text.slice(150));
      expect(await store.getContext(artifact_id, 2, { neighborCount: 9, joining: 'merge' })).toBe(text);
    });

    it('says what is not there', async () => {
      const { store } = await fixtureStore(makePlace);
      const { artifact_id } = await store.ingest(fixtureInput(sentences(3)));
      expect(await store.get('art_00000000')).toBeUndefined();
      expect(await store.getText("art_' OR 1=1")).toBeUndefined();
      expect(await store.getChunks('art_00000000')).toEqual([]);
      await expect(store.getContext(artifact_id, 99)).rejects.toMatchObject({ code: 'ARTIFACT_UNKNOWN' });
      await expect(store.getContext('art_00000000', 0)).rejects.toMatchObject({ code: 'ARTIFACT_UNKNOWN' });
      await expect(store.getContext(artifact_id, 1, { neighborCount: 11 })).rejects.toMatchObject({
        code: 'INVALID_OPTION',
      });
    });

    it('gives chunks from one index to another', async () => {
      const { store } = await fixtureStore(makePlace);
      const { artifact_id } = await store.ingest(fixtureInput(sentences(5)));
      const some = await store.getChunks(artifact_id, { from: 2, to: 4 });
      expect(some.map(({ metadata }) => metadata.chunk_index)).toEqual([2, 3, 4]);
    });

    it('lists by id, page by page, filtered', async () => {
      const { store } = await fixtureStore(makePlace);
      for (let at = 0; at < 7; at++) {
        await store.ingest({
          ...fixtureInput(`Note ${at}.`, String(at)),
          artifactType: at % 2 === 0 ? 'doc' : 'email',
        });
      }
      const ids = (await store.list()).artifacts.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort());
      const first = await store.list({ limit: 5 });
      const rest = await store.list({ limit: 5, after: first.next });
      expect([...first.artifacts, ...rest.artifacts].map(({ id }) => id)).toEqual(ids);
      expect(rest.next).toBeUndefined();
      expect((await store.list({ filter: { artifactTypes: ['email'] } })).artifacts).toHaveLength(3);
      expect((await store.list({ filter: { artifactTypes: [] } })).artifacts).toEqual([]);
      for (const limit of [0, 1.5, 10_001]) {
        await expect(store.list({ limit })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
      }
    });

    it('deletes an artifact with everything of it', async () => {
      const { store } = await fixtureStore(makePlace);
      const kept = await store.ingest(fixtureInput(sentences(4, 'lake'), 'kept'));
      const gone = await store.ingest(fixtureInput(sentences(4, 'glacier'), 'gone'));
      expect(await store.delete(gone.artifact_id)).toBe(true);
      expect(await store.delete(gone.artifact_id)).toBe(false);
      expect(await store.get(gone.artifact_id)).toBeUndefined();
      expect(await store.getChunks(gone.artifact_id)).toEqual([]);
      expect((await store.search('glacier', { mode: 'lexical' })).hits).toEqual([]);
      const dense = await store.search('glacier', { mode: 'dense', limit: 100 });
      expect(dense.hits.every((hit) => hit.artifact_id === kept.artifact_id)).toBe(true);
      expect(await store.verify()).toMatchObject({ ok: true, artifact_count: 1 });
    });

    it('counts what it holds', async () => {
      const { store } = await fixtureStore(makePlace);
      expect(await store.stats()).toMatchObject({ model: null, dimensions: null, artifact_count: 0, reindex: null });
      await store.ingest(fixtureInput('Short.', 'a'));
      const { num_chunks } = await store.ingest({ ...fixtureInput(sentences(3), 'b'), artifactType: 'chat' });
      const stats = await store.stats();
      expect(stats).toMatchObject({
        model: 'test:one',
        dimensions: 612,
        artifact_count: 2,
        chunk_count: num_chunks,
        token_count: 6 + sentences(3).length,
        artifact_types: { chat: 1, doc: 1 },
        source_systems: { test: 2 },
      });
      expect(stats.byte_count).toBeGreaterThan(1000);
    });
  });
}
