import { describe, expect, it } from 'vitest';
import { artifactSplitter } from '../../../src/text/index.js';
import { countingEmbedder } from '../counting-embedder.js';
import type { OpenStore } from './open-store.js';

const SIZES = { singlePieceMaxTokens: 60, targetTokens: 50, overlapTokens: 5 };
const PROSE = 'The harbour was quiet, and the boats lay at the pier until the tide came in again. '.repeat(8);
const GUIDE = `# Harbour\n\n## Boats\n\n${PROSE}\n\n## Tides\n\nShort.\n`;
const ROWS = Array.from({ length: 40 }, (_, at) => `| name ${at} | ${at} |`).join('\n');
const HTML_ROWS = Array.from({ length: 40 }, (_, at) => `<tr>\n<td>name ${at}</td><td>${at}</td>\n</tr>`).join('\n');
const CLASS = `import { Place } from './place.js';

export class Harbour extends Place {
  enter(boat, time) {
${Array.from({ length: 40 }, (_, at) => `    this.log(boat, time, ${at});`).join('\n')}
  }
}
`;

async function openTyped(open: OpenStore) {
  const embedder = countingEmbedder();
  const store = await open({ embedder, splitter: await artifactSplitter(SIZES), sizes: SIZES, now: () => 0 });
  return { embedder, store };
}

export function describePrefaces(makePlace: () => OpenStore): void {
  describe('prefaces', () => {
    it.each([
      ['doc', GUIDE, 'Harbour > Boats'],
      ['doc', `# Prices\n\n| Name | Price |\n| --- | --- |\n${ROWS}\n`, 'Prices > Name | Price'],
      [
        'doc',
        `# Prices\n\n<table>\n<tr><th>Name</th><th>Price</th></tr>\n${HTML_ROWS}\n</table>\n`,
        'Prices > Name | Price',
      ],
      ['code', CLASS, 'export class Harbour extends Place > enter(boat, time)'],
    ])('of %s are embedded with the text, not in it', async (artifactType, content, preface) => {
      const { embedder, store } = await openTyped(makePlace());
      const { artifact_id: id, num_chunks: count } = await store.ingest({
        content,
        artifactType,
        sourceSystem: 'file',
        sourceId: 'a',
      });
      const chunks = await store.getChunks(id);
      expect(count).toBeGreaterThan(2);
      expect(chunks[0]!.metadata.preface).toBeNull();
      const within = chunks.filter(({ metadata }) => metadata.preface === preface);
      expect(within.length).toBeGreaterThan(1);
      for (const chunk of within) {
        expect(content.slice(chunk.metadata.start_char, chunk.metadata.end_char)).toBe(chunk.content);
        expect(embedder.embedded).toContain(`${preface}\n\n${chunk.content}`);
      }
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('of mails are subject and sender, in hits too, and follow a change of the subject', async () => {
      const { embedder, store } = await openTyped(makePlace());
      const mail = { content: PROSE, artifactType: 'email', sourceSystem: 'mail', sourceId: 'a' };
      const { artifact_id: id } = await store.ingest({
        ...mail,
        title: 'Mooring',
        attributes: { from: ['Ann <ann@example.org>'] },
      });
      const { hits } = await store.search('harbour');
      expect(hits[0]!.preface).toBe('Mooring, Ann <ann@example.org>');
      const embeddedBefore = embedder.embedded.length;
      await store.ingest({ ...mail, title: 'Berths' });
      expect((await store.getChunks(id))[0]!.metadata.preface).toBe('Berths, Ann <ann@example.org>');
      expect(embedder.embedded.length).toBeGreaterThan(embeddedBefore);
      expect(await store.ingest({ ...mail, title: 'Berths' })).toMatchObject({ outcome: 'same' });
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('go with an export, whose vectors are not made again, and with another model', async () => {
      const { store } = await openTyped(makePlace());
      await store.ingest({ content: GUIDE, artifactType: 'doc', sourceSystem: 'file', sourceId: 'a' });
      const lines: string[] = [];
      for await (const line of store.exportLines()) lines.push(line);
      const other = await openTyped(makePlace());
      expect(await other.store.importLines(lines)).toMatchObject({ new_count: 1, embedded_count: 0 });
      const copied: string[] = [];
      for await (const line of other.store.exportLines()) copied.push(line);
      expect(copied).toEqual(lines);
      const next = countingEmbedder('test:two', 100);
      await other.store.reindex(next);
      expect(next.embedded.some((text) => text.startsWith('Harbour > Boats\n\n'))).toBe(true);
      expect(await other.store.verify()).toMatchObject({ ok: true, problems: [] });
    });

    it('name all places of a text, whatever is above it', async () => {
      const { store } = await openTyped(makePlace());
      for (const title of ['One', 'Two']) {
        const content = `# ${title}\n\n## Boats\n\n${PROSE}`;
        await store.ingest({ content, artifactType: 'doc', sourceSystem: 'file', sourceId: title });
      }
      const { hits } = await store.search('tide came in again', { mode: 'lexical', limit: 20 });
      expect(hits.some((hit) => hit.preface !== null && hit.also_in.length > 0)).toBe(true);
    });

    it('are missing from a store whose texts were split by other rules, which says so until reindex', async () => {
      const open = makePlace();
      const old = await open({
        embedder: countingEmbedder(),
        splitter: plainSplitter(await artifactSplitter(SIZES)),
        now: () => 0,
      });
      const { artifact_id: id } = await old.ingest({
        content: GUIDE,
        artifactType: 'doc',
        sourceSystem: 'file',
        sourceId: 'a',
      });
      const { store, embedder } = await openTyped(open);
      expect((await store.getChunks(id)).every(({ metadata }) => metadata.preface === null)).toBe(true);
      const report = await store.reindex(undefined);
      expect(report.resplit_count).toBe(1);
      expect(embedder.embedded.every((text) => text.startsWith('Harbour'))).toBe(true);
      expect(embedder.embedded.length).toBeGreaterThan(0);
      expect(await store.advice()).toBeUndefined();
      expect((await store.getChunks(id)).some(({ metadata }) => metadata.preface === 'Harbour > Boats')).toBe(true);
      expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    });
  });
}

/** A splitter as it was before chunks had prefaces. */
function plainSplitter(split: Awaited<ReturnType<typeof artifactSplitter>>): typeof split {
  return async (text, type) => {
    const { chunks, ...rest } = await split(text, type);
    return { ...rest, chunks: chunks.map(({ preface: _, ...chunk }) => chunk) };
  };
}
