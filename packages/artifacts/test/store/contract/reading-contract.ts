import { describe, expect, it } from 'vitest';
import type { ArtifactSplitter, StoreEvent } from '../../../src/store/index.js';
import { fixtureInput, fixtureStore, sentences, smallWindows } from './fixture-store.js';
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

    it('deletes what fits a filter, and never all of it unasked', async () => {
      const { store } = await fixtureStore(makePlace);
      const ids: string[] = [];
      for (const sourceId of ['a/1', 'a/2', 'b/1']) {
        const { artifact_id } = await store.ingest({
          ...fixtureInput(`Text ${sourceId}.`, sourceId),
          artifactType: 'note',
        });
        ids.push(artifact_id);
      }
      for (const filter of [{}, { sourceIdPrefix: '' }, { attributes: {} }]) {
        await expect(store.deleteMatching(filter)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
      }
      expect(await store.deleteMatching({ artifactTypes: ['email'] })).toEqual([]);
      expect(await store.deleteMatching({ sourceIdPrefix: 'a/' })).toEqual(ids.slice(0, 2).sort());
      expect((await store.list()).artifacts.map(({ id }) => id)).toEqual(ids.slice(2));
      expect(await store.deleteMatching({ artifactTypes: ['note'] })).toEqual(ids.slice(2));
      expect(await store.verify()).toMatchObject({ ok: true, artifact_count: 0 });
    });

    it('is made smaller by a vacuum, and stays as it was', async () => {
      const { store } = await fixtureStore(makePlace);
      const { artifact_id: gone } = await store.ingest(fixtureInput(sentences(400, 'glacier'), 'gone'));
      const { artifact_id } = await store.ingest(fixtureInput(sentences(4), 'kept'));
      await store.delete(gone);
      const { bytes_before, bytes_after } = await store.vacuum();
      expect(bytes_after).toBeLessThan(bytes_before);
      expect((await store.stats()).byte_count).toBe(bytes_after);
      expect(await store.getText(artifact_id)).toBe(sentences(4));
      expect((await store.search('river', { mode: 'lexical' })).hits).not.toEqual([]);
      expect(await store.verify()).toMatchObject({ ok: true, artifact_count: 1 });
    });

    it('tells what happens, without a text', async () => {
      const { embedder, open } = await fixtureStore(makePlace);
      const events: StoreEvent[] = [];
      const splitter: ArtifactSplitter = async (text, type) => ({
        ...(await smallWindows(text, type)),
        sizes: { singlePieceMaxTokens: 40, overlapTokens: 10 },
      });
      const store = await open({ embedder, splitter, now: () => 0, onEvent: (event) => events.push(event) });
      const { artifact_id, num_chunks } = await store.ingest(fixtureInput(sentences(3), 'a'));
      await expect(store.getContext(artifact_id, 99)).rejects.toMatchObject({ code: 'ARTIFACT_UNKNOWN' });
      await store.delete(artifact_id);
      const total_tokens = sentences(3).length;
      expect(events).toEqual([
        { level: 'debug', event: 'chunk_decision', token_count: total_tokens, threshold: 40, will_chunk: true },
        {
          level: 'info',
          event: 'text_chunked',
          artifact_id,
          total_tokens,
          num_chunks,
          avg_chunk_size: (total_tokens + 10 * (num_chunks - 1)) / num_chunks,
          overlap_tokens: 10,
        },
        {
          level: 'info',
          event: 'artifact_stored',
          artifact_id,
          outcome: 'new',
          num_chunks,
          embedded_count: num_chunks,
          reused_count: 0,
        },
        { level: 'warn', event: 'chunk_not_found', artifact_id, chunk_index: 99 },
        { level: 'info', event: 'artifact_deleted', artifact_id },
      ]);
      expect(JSON.stringify(events)).not.toContain('river');
    });

    it('tells that nothing but the attributes of a text changed, and nothing of a text that is as it was', async () => {
      const events: StoreEvent[] = [];
      const { embedder, open } = await fixtureStore(makePlace);
      const store = await open({
        embedder,
        splitter: smallWindows,
        now: () => 0,
        onEvent: (event) => events.push(event),
      });
      const input = fixtureInput('The river.', 'a');
      const { artifact_id } = await store.ingest(input);
      events.length = 0;
      await store.ingest(input);
      expect(events).toEqual([]);
      await store.ingest({ ...input, attributes: { team: 'harbour' } });
      expect(events).toEqual([
        {
          level: 'info',
          event: 'artifact_stored',
          artifact_id,
          outcome: 'changed',
          num_chunks: 0,
          embedded_count: 0,
          reused_count: 1,
        },
      ]);
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
