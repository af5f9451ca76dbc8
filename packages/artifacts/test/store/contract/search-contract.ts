import { WORD_PAGES, WORD_QUERIES } from '@topicmill/test-support/kinds-of-words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArtifactSearchMode, type Attributes, remarksOn } from '../../../src/store/index.js';
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

    it('finds words of every kind, in several languages', async () => {
      const { store } = await fixtureStore(makePlace);
      for (const { id, title, text } of WORD_PAGES) await store.ingest({ ...fixtureInput(text, id), title });
      for (const [kind, query, page] of WORD_QUERIES) {
        const { hits } = await store.search(query, { mode: 'lexical' });
        expect([kind, query, hits[0]?.source_id]).toEqual([kind, query, page]);
      }
      for (const query of ['"creme brulee"', 'caramelis*', '"who publishes"']) {
        expect((await store.search(query, { mode: 'lexical' })).hits).not.toEqual([]);
      }
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

    it('finds phrases in quotes word for word, and words by their beginning', async () => {
      const { store } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('Release milestones are set.', 'plan'));
      await store.ingest(fixtureInput('Milestones of the release.', 'other'));
      await store.ingest({ ...fixtureInput('Nothing here.', 'title'), title: 'To be or\nnot to be' });
      await store.ingest(fixtureInput('東京都に住んでいます', 'ja'));
      await store.ingest(fixtureInput('A sensibility for C++ templates.', 'code'));
      const found = async (query: string, mode: ArtifactSearchMode): Promise<string[]> =>
        (await store.search(query, { mode })).hits.map(({ source_id }) => source_id!).sort();
      for (const mode of MODES) {
        expect(await found('"release milestones"', mode)).toEqual(['plan']);
        expect(await found('“Release  MILESTONES” set', mode)).toEqual(['plan']);
        expect(await found('"releases milestone"', mode)).toEqual([]);
        expect(await found('"to be or not to be"', mode)).toEqual(['title']);
        expect(await found('"都に住"', mode)).toEqual(['ja']);
        expect(await found('"C++ templates"', mode)).toEqual(['code']);
        expect(await found('mile*', mode)).toEqual(['other', 'plan']);
        expect(await found('milestones* set*', mode)).toEqual(['plan']);
        expect(await found('sensibili*', mode)).toEqual(['code']);
        expect(await found('ilestone*', mode)).toEqual([]);
      }
      const answer = await store.search('"no such words" tele*');
      expect(answer).toMatchObject({ hits: [], required: ['"no such words"', 'tele*'] });
      expect(remarksOn(answer)).toContain('No text contains "no such words" and tele*.');
    });

    it('says which words it does not know, and when nothing but meaning speaks for what it found', async () => {
      const { store } = await fixtureStore(makePlace);
      await store.ingest({ ...fixtureInput('Bread needs flour.', 'a'), title: 'Bakery' });
      const nonsense = await store.search('qwxz of the vbnmq');
      expect(nonsense).toMatchObject({ by_meaning_only: true, missing_words: ['qwxz', 'vbnmq'] });
      expect(remarksOn(nonsense)).toEqual([
        'Not in the store: qwxz, vbnmq.',
        expect.stringContaining('nearest by meaning'),
      ]);
      expect(await store.search('flour and qwxz')).toMatchObject({ by_meaning_only: false, missing_words: ['qwxz'] });
      expect(await store.search('bakery')).toMatchObject({ by_meaning_only: false, missing_words: [] });
      expect(remarksOn(await store.search('flour'))).toEqual([]);
    });

    it('shows a text that is in several artifacts once, and says where else it is', async () => {
      const { store } = await fixtureStore(makePlace);
      const text = 'Swordfish opens the vault.';
      const [first, second] = [
        await store.ingest(fixtureInput(text, 'a')),
        await store.ingest(fixtureInput(text, 'b')),
      ];
      const chunked = await store.ingest(
        fixtureInput(`${text.padEnd(40, '.')}${'And more follows here. '.repeat(3)}`, 'c'),
      );
      await store.ingest(fixtureInput(text.padEnd(40, '.'), 'd'));
      for (const mode of MODES) {
        const { hits } = await store.search('swordfish', { mode });
        const ids = hits.map(({ artifact_id, also_in }) => [artifact_id, ...also_in.map((place) => place.artifact_id)]);
        expect(ids.map((of) => of.sort())).toContainEqual([first.artifact_id, second.artifact_id].sort());
        expect(ids.flat().filter((id) => id === chunked.artifact_id)).not.toEqual([]);
        expect(new Set(hits.map(({ content }) => content)).size).toBe(hits.length);
      }
      const { hits } = await store.search('swordfish', { filter: { attributes: {}, sourceIdPrefix: 'a' } });
      expect(hits).toMatchObject([{ artifact_id: first.artifact_id, also_in: [] }]);
    });

    it('finds by sender, recipient and file, and filters by them and by attributes', async () => {
      const { store } = await fixtureStore(makePlace);
      const add = (sourceId: string, attributes: Attributes) =>
        store.ingest({ ...fixtureInput(`Report ${sourceId}.`, sourceId), attributes });
      await add('inbox/a', { from: ['Ada Lovelace <ada@example.com>'], to: ['bo@example.org'], project: 'apollo' });
      await add('inbox/b', {
        from: ['Bo <bo@example.org>'],
        cc: ['Édith <e@example.net>'],
        tags: ['x', 'y'],
        done: true,
      });
      await add('sent/c', { attachments: ['budget-final.xlsx'], count: 3, deep: { project: 'apollo' } });
      const found = async (mode: ArtifactSearchMode, filter: object, query = 'report'): Promise<string[]> =>
        (await store.search(query, { mode, filter })).hits.map(({ source_id }) => source_id!).sort();
      expect(await found('lexical', {}, 'lovelace')).toEqual(['inbox/a']);
      expect(await found('lexical', {}, 'édith')).toEqual(['inbox/b']);
      expect(await found('lexical', {}, 'budget')).toEqual(['sent/c']);
      for (const mode of MODES) {
        expect(await found(mode, { senders: ['ADA@'] })).toEqual(['inbox/a']);
        expect(await found(mode, { senders: ['lovelace', 'bo@'] })).toEqual(['inbox/a', 'inbox/b']);
        expect(await found(mode, { recipients: ['bo@example'] })).toEqual(['inbox/a']);
        expect(await found(mode, { recipients: ['ÉDITH'] })).toEqual(['inbox/b']);
        expect(await found(mode, { attributes: { project: ['apollo'] } })).toEqual(['inbox/a']);
        expect(await found(mode, { attributes: { tags: ['y'], done: ['true'] } })).toEqual(['inbox/b']);
        expect(await found(mode, { attributes: { count: ['3', '4'] } })).toEqual(['sent/c']);
        expect(await found(mode, { attributes: { project: ['Apollo'] } })).toEqual([]);
        expect(await found(mode, { sourceIdPrefix: 'inbox/' })).toEqual(['inbox/a', 'inbox/b']);
      }
      expect((await store.list({ filter: { senders: ['ada'] } })).artifacts).toHaveLength(1);
    });

    it('finds people by what is known of them now', async () => {
      const { store } = await fixtureStore(makePlace);
      const input = fixtureInput(sentences(4), 'a');
      await store.ingest({ ...input, attributes: { from: ['Ada'] } });
      await store.ingest({ ...input, attributes: { from: ['Grace'] } });
      expect((await store.search('ada', { mode: 'lexical' })).hits).toEqual([]);
      expect((await store.search('grace', { mode: 'lexical' })).hits).toMatchObject([{ chunk_index: 0 }]);
      await store.ingest({ ...fixtureInput(`Before. ${sentences(4)}`, 'a'), attributes: { from: ['Hedy'] } });
      expect((await store.search('grace', { mode: 'lexical' })).hits).toEqual([]);
      expect((await store.search('hedy', { mode: 'lexical' })).hits).toMatchObject([{ chunk_index: 0 }]);
      expect(await store.verify()).toMatchObject({ ok: true });
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
      for (const mode of MODES) {
        expect(await store.search('anything', { mode })).toEqual({
          mode,
          hits: [],
          by_meaning_only: false,
          missing_words: ['anything'],
          required: [],
        });
      }
      expect(embedder.embedded).toEqual([]);
    });

    it('refuses unknown options', async () => {
      const { store } = await fixtureStore(makePlace);
      const refused = { code: 'INVALID_OPTION' };
      await expect(store.search('a', { limit: 0 })).rejects.toMatchObject(refused);
      await expect(store.search('a', { limit: 101 })).rejects.toMatchObject(refused);
      await expect(store.search('a', { neighborCount: -1 })).rejects.toMatchObject(refused);
      await expect(store.search('a', { mode: 'fuzzy' as ArtifactSearchMode })).rejects.toMatchObject(refused);
      await expect(store.search('a', { filter: { since: 'soon' } })).rejects.toMatchObject(refused);
      await expect(store.search('a', { filter: { since: '2025', until: '2024' } })).rejects.toMatchObject(refused);
      await expect(store.search('a', { filter: { sensitivity: ['normal'] } as object })).rejects.toMatchObject(refused);
    });
  });
}
