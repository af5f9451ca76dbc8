import { describe, expect, it } from 'vitest';
import type { ArtifactStore } from '../../../src/store/index.js';
import { countingEmbedder } from '../counting-embedder.js';
import { FIRST_MOMENT, fixtureInput, fixtureStore, sentences, smallWindows } from './fixture-store.js';
import type { OpenStore } from './open-store.js';

async function linesOf(store: ArtifactStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.exportLines()) lines.push(line);
  return lines;
}

async function filledStore(makePlace: () => OpenStore): Promise<ArtifactStore> {
  const { store } = await fixtureStore(makePlace);
  await store.ingest({
    ...fixtureInput('A short one.\0\ud800', 'a'),
    title: 'Short',
    attributes: { n: [1, { b: null }] },
  });
  await store.ingest({
    ...fixtureInput(`${sentences(4)}${' '.repeat(100)}👩‍👩‍👧\r\n`, 'b'),
    artifactType: 'chat',
    ts: '2024-02-29',
  });
  await store.ingest(fixtureInput(sentences(2, 'lake')));
  return store;
}

export function describeTransfer(makePlace: () => OpenStore): void {
  describe('export and import', () => {
    it('brings everything over, vectors included', async () => {
      const store = await filledStore(makePlace);
      const lines = await linesOf(store);
      const { store: copy, embedder } = await fixtureStore(makePlace);
      expect(await copy.importLines(lines)).toEqual({
        new_count: 3,
        changed_count: 0,
        same_count: 0,
        embedded_count: 0,
      });
      expect(embedder.embedded).toEqual([]);
      expect(await linesOf(copy)).toEqual(lines);
      expect(await copy.verify()).toMatchObject({ ok: true, problems: [] });
      expect(await copy.importLines(lines)).toMatchObject({ new_count: 0, same_count: 3 });
    });

    it('makes vectors when the model is another', async () => {
      const store = await filledStore(makePlace);
      const embedder = countingEmbedder('test:two', 100);
      const copy = await makePlace()({ embedder, splitter: smallWindows, now: () => FIRST_MOMENT });
      const report = await copy.importLines(await linesOf(store));
      expect(report.embedded_count).toBe(embedder.embedded.length);
      expect(report.embedded_count).toBeGreaterThan(0);
      expect(await copy.stats()).toMatchObject({ model: 'test:two', dimensions: 100, artifact_count: 3 });
      expect(await copy.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('replaces what differs', async () => {
      const store = await filledStore(makePlace);
      const { store: copy } = await fixtureStore(makePlace);
      await copy.ingest({ ...fixtureInput('Something else.', 'a'), title: 'Other' });
      expect(await copy.importLines(await linesOf(store))).toMatchObject({ new_count: 2, changed_count: 1 });
      expect(await linesOf(copy)).toEqual(await linesOf(store));
    });

    it('keeps ids that were made longer', async () => {
      const { store } = await fixtureStore(makePlace);
      const first = await store.ingest({ ...fixtureInput('First.'), sourceSystem: 'a:b', sourceId: 'c' });
      const second = await store.ingest({ ...fixtureInput('Second.'), sourceSystem: 'a', sourceId: 'b:c' });
      await store.delete(first.artifact_id);
      const { store: copy } = await fixtureStore(makePlace);
      await copy.importLines(await linesOf(store));
      expect((await copy.get(second.artifact_id))?.content).toBe('Second.');
    });

    it('refuses lines that are wrong, and keeps what is before them', async () => {
      const store = await filledStore(makePlace);
      const lines = await linesOf(store);
      const chunkAt = lines.findIndex((line) => line.includes('"artifact_chunks"'));
      const faults: readonly (readonly [name: string, lines: readonly string[]])[] = [
        ['no header', lines.slice(1)],
        ['nothing', []],
        ['another format', ['{"format":"x"}', ...lines.slice(1)]],
        ['no JSON', [...lines, '{']],
        ['an unknown field', [...lines, lines[1]!.replace('{', '{"more":1,')]],
        ['a lost chunk', lines.filter((_, at) => at !== chunkAt + 1)],
        ['an altered text', lines.map((line) => line.replace('Sentence', 'sentence'))],
        ['a chunk first', [lines[0]!, lines[chunkAt]!]],
      ];
      for (const [name, faulty] of faults) {
        const { store: copy } = await fixtureStore(makePlace);
        await expect(copy.importLines(faulty), name).rejects.toMatchObject({ code: 'ARTIFACT_EXPORT_INVALID' });
        expect(await copy.verify(), name).toMatchObject({ ok: true });
      }
      const { store: copy } = await fixtureStore(makePlace);
      await expect(copy.importLines([...lines, '{'])).rejects.toMatchObject({ line: lines.length + 1 });
      expect((await copy.stats()).artifact_count).toBe(2);
    });
  });
}
