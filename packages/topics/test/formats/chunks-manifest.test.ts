import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHUNKS_MANIFEST_FORMAT,
  type ChunksManifest,
  formatChunksManifest,
  PAGE_MANIFEST_FORMAT,
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
  "format": 4,
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
  const { sha256: _, ...chunk } = manifest.chunks[0]!;
  const links = [{ href: 'b.md', url: '/b', topic: 'b' }];
  const first = {
    ...chunk,
    file: 'streams-0.md',
    end_byte: 120,
    id: 'a/streams#what',
    url: '/a/streams#what',
    links: [],
  };
  const next = { ...first, index: 1, file: 'streams-1.md', start: 120, end: 150, start_byte: 120, end_byte: 154 };
  const place = { start_line: 10, end_line: 12, id: 'a/streams#what~2' };
  const unusual = { ...next, index: 2, file: 'other.md', start: 160, end: 170, start_byte: 165, end_byte: 176 };
  const page: ChunksManifest = {
    ...manifest,
    format: PAGE_MANIFEST_FORMAT,
    source: 'streams.md',
    page: { id: 'a/streams', url: '/a/streams' },
    chunks: [
      first,
      { ...next, ...place },
      { ...unusual, is_code: true, oversized: true, start_line: 20, end_line: 21, id: 'a/streams', url: '/b', links },
    ],
  };
  const written = formatChunksManifest({ ...page, chunks: page.chunks.map((each) => ({ ...each, sha256: hash })) });

  it('has each chunk on a line, without what is usual', () => {
    expect(written.split('\n').slice(5)).toEqual([
      '  "page": { "id": "a/streams", "url": "/a/streams" },',
      '  "chunks": [',
      '    {"title":"What streams are","start":4,"end":120,"start_line":3,"end_line":9,"tokens":30,"tokens_cl100k":28,"id":"#what"},',
      '    {"title":"What streams are","end":150,"end_byte":154,"end_line":12,"tokens":30,"tokens_cl100k":28,"id":"#what~2"},',
      '    {"file":"other.md","title":"What streams are","is_code":true,"oversized":true,"start":160,"end":170,"start_byte":165,"end_byte":176,"start_line":20,"end_line":21,"tokens":30,"tokens_cl100k":28,"url":"/b","links":[{"href":"b.md","url":"/b","topic":"b"}]}',
      '  ]',
      '}',
      '',
    ]);
    expect(validateAgainst('chunks-manifest.schema.json')(JSON.parse(written))).toEqual([]);
  });

  it('is read whole, without the hashes that the hash of the page proves', () => {
    expect(readChunksManifest(written, 'streams.chunks.json')).toEqual(page);
  });

  it('has what the files of the chunks lack of the page, and of the ends of chunks what is unusual', () => {
    const ends = ['\n\n', '\r\n', '\r\n'];
    const joined: ChunksManifest = {
      ...page,
      page: { ...page.page!, head: '---\ntitle: "page":\n---\n' },
      chunks: page.chunks.map((each, at) => ({ ...each, blank_end: ends[at]! })),
    };
    const text = formatChunksManifest(joined);
    expect(text.match(/"blank_end":"[^"]*"/g)).toEqual(['"blank_end":"\\r\\n"']);
    expect(readChunksManifest(text, 'streams.chunks.json')).toEqual(joined);
    expect(validateAgainst('chunks-manifest.schema.json')(JSON.parse(text))).toEqual([]);
  });

  it('names chunks in one file by that', () => {
    const packed: ChunksManifest = {
      ...page,
      page: { ...page.page!, packed: true },
      chunks: [{ ...first, file: 'streams.chunks.md#0' }],
    };
    const text = formatChunksManifest(packed);
    expect(text).not.toContain('"file"');
    expect(readChunksManifest(text, 'streams.chunks.json')).toEqual(packed);
  });

  it('is read back as what was written, wherever its chunks begin and end', () => {
    const offsets = fc.record({ start: fc.nat(9), end: fc.nat(9), bytes: fc.nat(9), line: fc.nat(9) });
    const ids = fc.constantFrom('a/streams', 'a/streams#x', 'a/streams#x~2', 'a/streams~2');
    const urls = fc.constantFrom('/a/streams', '/a/streams#x', '/a/streams2', 'https://b.org');
    fc.assert(
      fc.property(fc.array(fc.tuple(offsets, ids, urls)), (made) => {
        const chunks = made.map(([{ start, end, bytes, line }, id, url], index) => ({
          ...{ ...first, index, id, url, start, end: start + end },
          ...{ start_byte: bytes, end_byte: bytes + end, start_line: line + 1, end_line: line + 2 },
        }));
        expect(readChunksManifest(formatChunksManifest({ ...page, chunks }), 'm.json')).toEqual({ ...page, chunks });
      }),
    );
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
    ['an older form', text.replace('"format": 4', '"format": 3'), 'format'],
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
