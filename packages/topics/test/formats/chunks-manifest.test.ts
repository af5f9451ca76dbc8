import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHUNKS_MANIFEST_FORMAT,
  type ChunksManifest,
  formatChunksManifest,
  readChunksManifest,
} from '../../src/formats/index.js';
import { cellText } from './arbitrary-sections.js';
import { validateAgainst } from './published-schema.js';

const hash = 'a'.repeat(64);
const manifest: ChunksManifest = {
  format: CHUNKS_MANIFEST_FORMAT,
  strategy: 'semantic-250-750',
  source: 'golden-reference.md',
  source_sha256: hash,
  chunks: [
    {
      index: 0,
      file: 'golden-reference-0.md',
      title: 'What streams are',
      is_code: false,
      oversized: false,
      start: 4,
      end: 120,
      start_byte: 4,
      end_byte: 124,
      start_line: 3,
      end_line: 9,
      tokens: 30,
      tokens_cl100k: 28,
      sha256: hash,
    },
  ],
};
const text = formatChunksManifest(manifest);

describe('formatChunksManifest', () => {
  it('writes the keys in their order, whatever order they come in', () => {
    expect(text).toBe(`{
  "format": 3,
  "strategy": "semantic-250-750",
  "source": "golden-reference.md",
  "source_sha256": "${hash}",
  "chunks": [
    {
      "index": 0,
      "file": "golden-reference-0.md",
      "title": "What streams are",
      "is_code": false,
      "oversized": false,
      "start": 4,
      "end": 120,
      "start_byte": 4,
      "end_byte": 124,
      "start_line": 3,
      "end_line": 9,
      "tokens": 30,
      "tokens_cl100k": 28,
      "sha256": "${hash}"
    }
  ]
}
`);
    const reversed = Object.fromEntries(
      Object.entries(manifest.chunks[0]!).reverse(),
    ) as ChunksManifest['chunks'][number];
    const { chunks: _, ...rest } = manifest;
    expect(formatChunksManifest({ chunks: [reversed], ...rest })).toBe(text);
  });

  it('is read back as what was written, and validates against the published schema', () => {
    const validate = validateAgainst('chunks-manifest.schema.json');
    const titles = fc.array(fc.oneof(cellText, fc.string({ unit: 'binary' })), { maxLength: 10 });
    fc.assert(
      fc.property(titles, fc.nat(), (names, start) => {
        const chunks = names.map((title, index) => ({
          ...manifest.chunks[0]!,
          index,
          title,
          start,
          end: start + index,
        }));
        const written = formatChunksManifest({ ...manifest, chunks });
        expect(readChunksManifest(written, 'm.json')).toEqual({ ...manifest, chunks });
        expect(validate(JSON.parse(written))).toEqual([]);
      }),
    );
  });
});

describe('the manifest of a page', () => {
  const usual = { ...manifest.chunks[0]!, end_byte: 120, id: 'streams#what', url: '/streams#what', links: [] };
  const links = [{ href: 'b.md', url: '/b', topic: 'b' }];
  const unusual = { ...usual, index: 1, is_code: true, oversized: true, start_byte: 5, end_byte: 130, links };
  const page = { ...manifest, chunks: [usual, unusual] };
  const written = formatChunksManifest(page);

  it('has each chunk on a line, without what is usual', () => {
    const lines = written.split('\n').filter((line) => line.includes('"file"'));
    expect(lines).toEqual([
      `    {"index":0,"file":"golden-reference-0.md","title":"What streams are","start":4,"end":120,"start_line":3,"end_line":9,"tokens":30,"tokens_cl100k":28,"sha256":"${hash}","id":"streams#what","url":"/streams#what"},`,
      expect.stringContaining('"is_code":true,"oversized":true,"start":4,"end":120,"start_byte":5,"end_byte":130,'),
    ]);
    expect(validateAgainst('chunks-manifest.schema.json')(JSON.parse(written))).toEqual([]);
  });

  it('is read whole', () => {
    expect(readChunksManifest(written, 'streams.chunks.json')).toEqual(page);
  });
});

describe('readChunksManifest', () => {
  it('takes a byte order mark', () => {
    expect(readChunksManifest(`\uFEFF${text}`, 'm.json')).toEqual(manifest);
  });

  it.each(['', '{}', text.replace('"index": 0', '"index": 1')])('says in a whole sentence what is wrong', (broken) => {
    expect(() => readChunksManifest(broken, 'm.json')).toThrow(/[^.]\.$/);
  });

  it.each([
    ['an empty file', '', 'It is not JSON'],
    ['half a file', text.slice(0, 200), 'It is not JSON'],
    ['a missing key', text.replace(/ *"tokens": 30,\n/, ''), 'chunks[0].tokens'],
    ['an unknown key', text.replace('"source":', '"extra": 1, "source":'), 'extra'],
    ['an invalid hash', text.replace(hash, 'abc'), 'source_sha256'],
    ['a negative offset', text.replace('"start": 4', '"start": -4'), 'chunks[0].start'],
    ['an index out of order', text.replace('"index": 0', '"index": 1'), 'chunks[0]'],
    ['an older form', text.replace('"format": 3', '"format": 2'), 'format'],
    ['a last line before the first', text.replace('"end_line": 9', '"end_line": 2'), 'chunks[0]'],
    ['an end before the start', text.replace('"end": 120', '"end": 3'), 'chunks[0]'],
  ])('rejects %s', (_, broken, message) => {
    expect(() => readChunksManifest(broken, 'a/m.json')).toThrow(
      expect.objectContaining({
        code: 'CHUNK_MANIFEST_INVALID',
        file: 'a/m.json',
        remedy: 'Run the chunk step again.',
        message: expect.stringContaining(message),
      }),
    );
  });
});
