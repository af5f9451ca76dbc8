import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateIds } from '../../../src/store/artifact.js';
import { windowSplitter } from '../window-splitter.js';
import { FIRST_MOMENT, fixtureInput, fixtureStore, sentences } from './fixture-store.js';
import type { OpenStore } from './open-store.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function describeIngest(makePlace: () => OpenStore): void {
  describe('ingest', () => {
    it('stores a short text whole', async () => {
      const { store } = await fixtureStore(makePlace);
      const result = await store.ingest({ ...fixtureInput('A short note.', '42'), title: 'Note' });
      const id = `art_${sha256('test:42').slice(0, 8)}`;
      expect(result).toEqual({
        artifact_id: id,
        is_chunked: false,
        num_chunks: 0,
        stored_ids: [id],
        outcome: 'new',
        embedded_count: 1,
        reused_count: 0,
      });
      expect(await store.get(id)).toEqual({
        id,
        content: 'A short note.',
        metadata: {
          artifact_type: 'doc',
          source_system: 'test',
          source_id: '42',
          title: 'Note',
          token_count: 13,
          is_chunked: false,
          num_chunks: 0,
          content_hash: sha256('A short note.'),
          sensitivity: 'normal',
          ts: '2025-12-25T10:30:00.000Z',
          attributes: {},
        },
      });
      expect(await store.getChunks(id)).toEqual([]);
    });

    it('stores a long text as chunks, and no text with the artifact', async () => {
      const { store } = await fixtureStore(makePlace);
      const text = sentences(3);
      const result = await store.ingest({ ...fixtureInput(text), sensitivity: 'secret', ts: '2025-01-02' });
      const id = `art_${sha256(text).slice(0, 8)}`;
      const artifact = await store.get(id);
      expect(artifact).toMatchObject({ content: '', metadata: { is_chunked: true, num_chunks: result.num_chunks } });
      const chunks = await store.getChunks(id);
      expect(result.stored_ids).toEqual([id, ...chunks.map((chunk) => chunk.id)]);
      expect(chunks[1]).toEqual({
        id: `${id}::chunk::001::${sha256(text.slice(30, 70)).slice(0, 8)}`,
        content: text.slice(30, 70),
        metadata: {
          artifact_id: id,
          chunk_index: 1,
          start_char: 30,
          end_char: 70,
          token_count: 40,
          preface: null,
          content_hash: sha256(text.slice(30, 70)),
          sensitivity: 'secret',
          ts: '2025-01-02T00:00:00.000Z',
        },
      });
      expect(await store.getText(id)).toBe(text);
    });

    it('changes nothing and calls no model for what it has', async () => {
      const { store, embedder } = await fixtureStore(makePlace);
      const input = { ...fixtureInput(sentences(5), 'a'), attributes: { to: ['x', 'y'], from: 'z' } };
      const first = await store.ingest(input);
      embedder.embedded.length = 0;
      const again = await store.ingest({ ...input, attributes: { from: 'z', to: ['x', 'y'] } });
      expect(again).toEqual({ ...first, outcome: 'same', embedded_count: 0, reused_count: first.num_chunks });
      expect(embedder.embedded).toEqual([]);
    });

    it('replaces what the source had, and keeps the vectors of equal chunks', async () => {
      const { store, embedder } = await fixtureStore(makePlace);
      const before = sentences(12);
      const first = await store.ingest(fixtureInput(before, 'a'));
      embedder.embedded.length = 0;
      const after = `${before.slice(0, 300)}Something else is here now.`;
      const second = await store.ingest(fixtureInput(after, 'a'));
      expect(second).toMatchObject({ artifact_id: first.artifact_id, outcome: 'changed' });
      expect(second.reused_count).toBeGreaterThanOrEqual(9);
      expect(embedder.embedded).toHaveLength(second.embedded_count);
      expect(second.num_chunks).toBe(second.embedded_count + second.reused_count);
      expect(await store.getText(first.artifact_id)).toBe(after);
      expect((await store.list()).artifacts).toHaveLength(1);
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('goes from whole to chunked and back', async () => {
      const { store } = await fixtureStore(makePlace);
      const texts = ['Short.', sentences(4), 'Short again.', 'Another short one.', sentences(2, 'sea')];
      for (const text of texts) {
        const { artifact_id } = await store.ingest(fixtureInput(text, 'a'));
        expect(await store.getText(artifact_id)).toBe(text);
        expect(await store.verify()).toMatchObject({ ok: true, problems: [], artifact_count: 1 });
      }
    });

    it('writes what is known of an artifact anew without a model', async () => {
      const { store, embedder } = await fixtureStore(makePlace);
      const { artifact_id } = await store.ingest({ ...fixtureInput(sentences(4), 'a'), title: 'Before' });
      embedder.embedded.length = 0;
      expect(await store.ingest({ ...fixtureInput(sentences(4), 'a'), title: 'Zebra' })).toMatchObject({
        outcome: 'changed',
      });
      expect((await store.get(artifact_id))?.metadata.title).toBe('Zebra');
      expect((await store.search('zebra', { mode: 'lexical' })).hits[0]?.artifact_id).toBe(artifact_id);
      expect((await store.search('before', { mode: 'lexical' })).hits).toEqual([]);
      expect(await store.ingest(fixtureInput(sentences(4), 'a'))).toMatchObject({ outcome: 'same' });
      expect(embedder.embedded).toEqual([]);
      expect(await store.verify()).toMatchObject({ ok: true });
    });

    it('splits anew when the type changes', async () => {
      const { embedder, open } = await fixtureStore(makePlace);
      const splitter = (text: string, type: string) => windowSplitter(type === 'code' ? 60 : 40, 0)(text, type);
      const store = await open({ embedder, splitter, now: () => FIRST_MOMENT });
      const first = await store.ingest(fixtureInput(sentences(6), 'a'));
      const second = await store.ingest({ ...fixtureInput(sentences(6), 'a'), artifactType: 'code' });
      expect(second.outcome).toBe('changed');
      expect(second.num_chunks).toBeLessThan(first.num_chunks);
      expect(await store.verify()).toMatchObject({ ok: true });
    });

    it('keeps artifacts without a source id apart by their text', async () => {
      const { store } = await fixtureStore(makePlace);
      const first = await store.ingest(fixtureInput('One text.'));
      const second = await store.ingest(fixtureInput('Another text.'));
      const again = await store.ingest(fixtureInput('One text.'));
      expect(again.artifact_id).toBe(first.artifact_id);
      expect(again.outcome).toBe('same');
      expect(second.artifact_id).not.toBe(first.artifact_id);
    });

    it('makes an id longer when it is taken, for good', async () => {
      const { store } = await fixtureStore(makePlace);
      // The hash of "a:b" + ":" + "c" is that of "a" + ":" + "b:c".
      const digits = sha256('a:b:c');
      const first = await store.ingest({ ...fixtureInput('First.'), sourceSystem: 'a:b', sourceId: 'c' });
      const second = await store.ingest({ ...fixtureInput('Second.'), sourceSystem: 'a', sourceId: 'b:c' });
      expect(first.artifact_id).toBe(`art_${digits.slice(0, 8)}`);
      expect(second.artifact_id).toBe(`art_${digits.slice(0, 12)}`);
      await store.delete(first.artifact_id);
      const again = await store.ingest({ ...fixtureInput('Second, changed.'), sourceSystem: 'a', sourceId: 'b:c' });
      expect(again.artifact_id).toBe(second.artifact_id);
      const ids = [...candidateIds({ sourceSystem: 'a', sourceId: 'b:c', contentSha256: sha256('') })];
      expect(ids.every((id, at) => at === 0 || id.length === ids[at - 1]!.length + 4)).toBe(true);
      expect(ids.at(-1)).not.toBe([...candidateIds({ sourceSystem: 'a:b', sourceId: 'c', contentSha256: '' })].at(-1));
    });

    it('embeds equal chunks once, and takes vectors over from other artifacts', async () => {
      const { store, embedder } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('x'.repeat(400), 'a'));
      expect(embedder.embedded).toHaveLength(1);
      await store.ingest(fixtureInput('x'.repeat(520), 'b'));
      expect(embedder.embedded).toHaveLength(1);
    });

    it('keeps chunks of white space without a vector', async () => {
      const { store, embedder } = await fixtureStore(makePlace);
      const text = `Begin${' '.repeat(200)}end`;
      const { artifact_id } = await store.ingest(fixtureInput(text));
      expect(embedder.embedded.every((embedded) => embedded.trim() !== '')).toBe(true);
      expect(await store.getText(artifact_id)).toBe(text);
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('keeps every text exactly', async () => {
      const { store } = await fixtureStore(makePlace);
      const unit = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '\0',
          '\r\n',
          '\ud83d',
          '\ude00',
          '👩‍👩‍👧',
          'e\u0301',
          '<|endoftext|>',
          '漢字かな',
          'नमस्ते',
          ' ',
        ),
      );
      const text = fc.array(unit, { maxLength: 40 }).map((parts) => `a${parts.join('')}`);
      await fc.assert(
        fc.asyncProperty(text, fc.uuid(), async (content, sourceId) => {
          const { artifact_id } = await store.ingest(fixtureInput(content, sourceId));
          expect(await store.getText(artifact_id)).toBe(content);
          for (const chunk of await store.getChunks(artifact_id)) {
            expect(chunk.content).toBe(content.slice(chunk.metadata.start_char, chunk.metadata.end_char));
          }
        }),
        { numRuns: 60 },
      );
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('distinguishes texts that differ only in lone surrogates', async () => {
      const { store } = await fixtureStore(makePlace);
      await store.ingest(fixtureInput('a\ud800', 'a'));
      expect((await store.ingest(fixtureInput('a\ud801', 'a'))).outcome).toBe('changed');
    });

    it('refuses what cannot be stored', async () => {
      const { store } = await fixtureStore(makePlace);
      const refused = { code: 'ARTIFACT_INVALID' };
      await expect(store.ingest(fixtureInput(' \n\t'))).rejects.toMatchObject(refused);
      await expect(store.ingest({ ...fixtureInput('a'), artifactType: '' })).rejects.toMatchObject(refused);
      await expect(store.ingest({ ...fixtureInput('a'), sourceSystem: ' ' })).rejects.toMatchObject(refused);
      await expect(store.ingest({ ...fixtureInput('a'), sourceId: '' })).rejects.toMatchObject(refused);
      await expect(store.ingest({ ...fixtureInput('a'), title: 'x'.repeat(5000) })).rejects.toMatchObject(refused);
      await expect(store.ingest({ ...fixtureInput('a'), ts: 'yesterday' })).rejects.toMatchObject(refused);
      expect((await store.stats()).artifact_count).toBe(0);
    });

    it('plans without writing or embedding', async () => {
      const { store, embedder } = await fixtureStore(makePlace);
      const text = sentences(5);
      const plan = await store.planIngest(fixtureInput(text, 'a'));
      expect(plan).toMatchObject({ outcome: 'new', token_count: text.length });
      expect(embedder.embedded).toEqual([]);
      expect((await store.stats()).artifact_count).toBe(0);
      const result = await store.ingest(fixtureInput(text, 'a'));
      expect(result).toMatchObject({ num_chunks: plan.num_chunks, embedded_count: plan.embedded_count });
      expect(await store.planIngest(fixtureInput(text, 'a'))).toMatchObject({ outcome: 'same', embedded_count: 0 });
      expect(await store.planIngest({ ...fixtureInput(text, 'a'), title: 'T' })).toMatchObject({ outcome: 'changed' });
      expect(await store.planIngest(fixtureInput(`${text}More.`, 'a'))).toMatchObject({ outcome: 'changed' });
    });

    it('writes nothing once it is cancelled', async () => {
      const { open } = await fixtureStore(makePlace);
      const stop = new AbortController();
      const embedder = {
        model: 'test:stopped',
        async embed(texts: readonly string[]) {
          stop.abort();
          return texts.map(() => Float32Array.of(1, 0, 0));
        },
      };
      const store = await open({ embedder, splitter: windowSplitter(40, 10), now: () => FIRST_MOMENT });
      await expect(store.ingest(fixtureInput(sentences(3)), { signal: stop.signal })).rejects.toThrow();
      expect((await store.stats()).artifact_count).toBe(0);
    });

    it('says how far it is', async () => {
      const { store } = await fixtureStore(makePlace);
      const phases: string[] = [];
      const { num_chunks } = await store.ingest(fixtureInput(sentences(5)), {
        onProgress: ({ phase, doneCount, totalCount }) => phases.push(`${phase} ${doneCount}/${totalCount}`),
      });
      expect(phases[0]).toBe(`embedding 0/${num_chunks}`);
      expect(phases.at(-1)).toBe(`writing ${num_chunks}/${num_chunks}`);
    });
  });
}
