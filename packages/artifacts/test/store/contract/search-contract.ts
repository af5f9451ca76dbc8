import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArtifactSearchMode } from '../../../src/store/index.js';
import { fixtureInput, fixtureStore, sentences } from './fixture-store.js';
import type { OpenStore } from './open-store.js';

const MODES: readonly ArtifactSearchMode[] = ['hybrid', 'lexical', 'dense'];

export function describeSearch(makePlace: () => OpenStore): void {
  describe('search', () => {
    it.each(MODES)('finds a text by its words (%s)', async (mode) => {
      const { store } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('The cat sleeps on the sofa all day.', 'cat'));
      await store.ingest({ ...fixtureInput('Release milestones for autumn.', 'plan'), title: 'Plan' });
      await store.ingest(fixtureInput('Bread needs flour, water and salt.', 'bread'));
      const { hits, ...answer } = await store.search('milestone of the release', { mode });
      expect(answer.mode).toBe(mode);
      expect(hits[0]).toMatchObject({
        chunk_index: null,
        start_char: 0,
        end_char: 30,
        title: 'Plan',
        source_id: 'plan',
        content: 'Release milestones for autumn.',
        snippet: 'Release milestones for autumn.',
      });
      expect(hits.every((hit, at) => at === 0 || hit.score <= hits[at - 1]!.score)).toBe(true);
    });

    it('finds a chunk with its offsets and neighbours', async () => {
      const { store } = await fixtureStore(makePlace);
      const text = `${sentences(3)}The zebra lives in Africa. ${sentences(3, 'sea')}`;
      const { artifact_id } = await store.ingest(fixtureInput(text));
      const [hit] = (await store.search('zebra', { mode: 'lexical', neighborCount: 1 })).hits;
      expect(hit?.artifact_id).toBe(artifact_id);
      expect(hit?.content).toBe(text.slice(hit?.start_char, hit?.end_char));
      expect(hit?.content).toContain('zebra');
      expect(hit?.context).toBe(await store.getContext(artifact_id, hit!.chunk_index!));
      const merged = await store.search('zebra', { mode: 'lexical', neighborCount: 2, joining: 'merge' });
      expect(text).toContain(merged.hits[0]!.context!);
    });

    it('shows text that overlapping chunks share once', async () => {
      const { store } = await fixtureStore(makePlace);
      // Chunks are [0, 40) and [30, 70): the zebra is in both.
      const text = `${'Nothing to see here at all today. '.slice(0, 31)} zebra ${'and the rest is quiet as well here.'}`;
      await store.ingest(fixtureInput(text));
      expect((await store.search('zebra', { mode: 'lexical' })).hits).toHaveLength(1);
      expect((await store.search('zebra quiet', { mode: 'lexical' })).hits).toHaveLength(1);
      const both = await store.search('zebra nothing quiet', { mode: 'lexical' });
      expect(both.hits.map(({ chunk_index }) => chunk_index).sort()).toEqual([0, 1]);
    });

    it('filters by type, source system, sensitivity and time', async () => {
      const { store } = await fixtureStore(makePlace);
      const add = (sourceId: string, more: object) =>
        store.ingest({ ...fixtureInput(`Report ${sourceId}.`, sourceId), ...more });
      await add('a', { artifactType: 'email', ts: '2025-01-01' });
      await add('b', { sourceSystem: 'drive', ts: '2025-02-01' });
      await add('c', { sensitivity: 'secret', ts: '2025-03-01' });
      await store.ingest({ ...fixtureInput(`${sentences(3)} Report d.`, 'd'), ts: '2025-04-01' });
      const found = async (mode: ArtifactSearchMode, filter: object): Promise<string[]> => {
        const { hits } = await store.search('report', { mode, filter, limit: 100 });
        return [...new Set(hits.map(({ source_id }) => source_id!))].sort();
      };
      for (const mode of MODES) {
        expect(await found(mode, {})).toEqual(['a', 'b', 'c', 'd']);
        expect(await found(mode, { artifactTypes: ['email'] })).toEqual(['a']);
        expect(await found(mode, { artifactTypes: ['doc'], sensitivities: ['normal'] })).toEqual(['b', 'd']);
        expect(await found(mode, { sourceSystems: ['drive', 'none'] })).toEqual(['b']);
        expect(await found(mode, { since: '2025-02-01', until: '2025-04-01T00:00:00Z' })).toEqual(['b', 'c']);
        expect(await found(mode, { artifactTypes: [] })).toEqual([]);
      }
    });

    it('takes any text for a query', async () => {
      const { store } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('C# and C++ and the "quoted" AND NOT near OR title:body* text', 'a'));
      const operators = [
        '"',
        '""',
        'a" OR "b',
        'NEAR(a b, 2)',
        'title: body',
        'a AND',
        '*',
        '^text',
        '-text',
        '(((',
        '{a b}:c',
        'a\0b',
        '👩‍👩‍👧',
        '\ud83d',
        "'; DROP TABLE artifacts; --",
      ];
      for (const query of operators) for (const mode of MODES) await store.search(query, { mode });
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (query) => {
          await store.search(query, { mode: 'lexical' });
        }),
        { numRuns: 100 },
      );
      const longQuery = sentences(2000);
      expect((await store.search(`text ${longQuery}`, { mode: 'lexical' })).hits).toHaveLength(1);
      for (const query of ['c++', 'C#', 'quoted', 'title:body']) {
        expect((await store.search(query, { mode: 'lexical' })).hits, query).toHaveLength(1);
      }
      expect((await store.search('', { mode: 'hybrid' })).hits).toEqual([]);
      expect((await store.search('of the', { mode: 'lexical' })).hits).toEqual([]);
    });

    it('finds other scripts', async () => {
      const { store } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('東京都に住んでいます', 'ja'));
      await store.ingest(fixtureInput('Привет, мир и люди', 'ru'));
      await store.ingest(fixtureInput('El niño está en la montaña', 'es'));
      for (const [query, sourceId] of [
        ['東京', 'ja'],
        ['МИР', 'ru'],
        ['montaña', 'es'],
        ['monta\u006e\u0303a', 'es'],
      ]) {
        expect((await store.search(query!, { mode: 'lexical' })).hits[0]?.source_id, query).toBe(sourceId);
      }
    });

    it('searches an empty store', async () => {
      const { store, embedder } = await fixtureStore(makePlace);
      for (const mode of MODES) expect(await store.search('anything', { mode })).toEqual({ mode, hits: [] });
      expect(embedder.embedded).toEqual([]);
    });

    it('refuses options that are none', async () => {
      const { store } = await fixtureStore(makePlace);
      const refused = { code: 'INVALID_OPTION' };
      await expect(store.search('a', { limit: 0 })).rejects.toMatchObject(refused);
      await expect(store.search('a', { limit: 101 })).rejects.toMatchObject(refused);
      await expect(store.search('a', { neighborCount: -1 })).rejects.toMatchObject(refused);
      await expect(store.search('a', { mode: 'fuzzy' as ArtifactSearchMode })).rejects.toMatchObject(refused);
      await expect(store.search('a', { filter: { since: 'soon' } })).rejects.toMatchObject(refused);
    });
  });
}
