import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blankEnds, type ChunksManifest, joinChunks, type ManifestChunk } from '../../src/formats/index.js';

const ADDED = 'Text of another file.\n';

/** A page of sections, each below a heading of the page that its file repeats and its own text lacks. */
function pageOf(
  head: string,
  sections: readonly { before: string; text: string; after: string; isIncluding: boolean }[],
) {
  const chunks: Partial<ManifestChunk>[] = [];
  const texts: string[] = [];
  let page = head;
  for (const { before, text, after, isIncluding } of sections) {
    const own = before + text + after;
    const repeated = '# Page\n\n';
    texts.push(`${repeated}${isIncluding ? ADDED : ''}${text}\n`);
    const inclusions = [{ file: 'a.md', start: repeated.length, end: repeated.length + ADDED.length }];
    const place = { start: page.length, end: page.length + own.length };
    chunks.push({ ...place, ...blankEnds(own, text), ...(isIncluding && { inclusions: inclusions as never }) });
    page += own;
  }
  const manifest = { page: { id: 'a', url: '/a', head }, chunks } as unknown as ChunksManifest;
  return { page, manifest, texts };
}

const blank = fc.array(fc.constantFrom('\n', '\r\n', ' \n', '\t\r\n')).map((lines) => lines.join(''));
const section = fc.record({
  before: blank,
  text: fc.constantFrom('# A', '  code', 'Tëa  ', 'One\n\ntwo'),
  after: fc.oneof(fc.constant(''), blank),
  isIncluding: fc.boolean(),
});

it('gives a page back from the files of its chunks, whatever is around their texts', () => {
  fc.assert(
    fc.property(fc.constantFrom('', '\uFEFF', '---\r\na: 1\r\n---\r\n'), fc.array(section), (head, sections) => {
      const { page, manifest, texts } = pageOf(head, sections);
      expect(joinChunks(manifest, texts)).toBe(page);
    }),
  );
});

it('gives a page of nothing but blank lines back', () => {
  const { page, manifest } = pageOf('', [{ before: '', text: '', after: ' \n\n', isIncluding: false }]);
  expect(joinChunks(manifest, ['\n'])).toBe(page);
});

it('gives nothing for a page that its chunks are not', () => {
  const { manifest, texts } = pageOf('', []);
  expect(joinChunks({ ...manifest, page: { id: 'a', url: '/a' } }, texts)).toBeUndefined();
});
