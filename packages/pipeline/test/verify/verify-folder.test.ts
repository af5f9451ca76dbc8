import { beforeAll, describe, expect, test } from 'vitest';
import { buildDocs, type DocsFiles, SOURCES, snapshotFile, verifyDocs } from './built-docs.js';

let built: DocsFiles;

beforeAll(async () => {
  built = await buildDocs(SOURCES);
});

test('a docs root that was just built is sound', () => {
  expect([...built.keys()].filter((path) => /alpha\/_chunks\/golden-reference-\d/.test(path)).length).toBeGreaterThan(
    3,
  );
  expect(verifyDocs(built)).toEqual([]);
});

test('so is one whose categories people describe', async () => {
  const spec = '# All commands\n\nWhat each of them does.\n';
  const docs = await buildDocs({ ...SOURCES, 'topic-spec.md': spec, 'cli/topic-spec.md': spec });
  expect(docs.get('cli/index.json')!.text).toContain('All commands');
  expect(verifyDocs(docs)).toEqual([]);
  const edited = new Map([...docs, ['topic-spec.md', snapshotFile('# Another\n\nTitle.\n')]]);
  expect(findings(edited).map(([code, path]) => [code, path])).toEqual([['OUTPUT_OUTDATED', 'index.json']]);
});

test('so is one with addresses instead of relative links', async () => {
  const docs = await buildDocs(SOURCES, 'baseHref: https://example.org/docs\n');
  expect(verifyDocs(docs, { baseHref: 'https://example.org/docs' })).toEqual([]);
  expect(new Set(verifyDocs(docs, { baseHref: 'https://example.org/other' }).map(({ code }) => code))).toEqual(
    new Set(['OUTPUT_OUTDATED', 'LINK_BROKEN']),
  );
});

test('so is one with a topic that is not to be chunked, and its chunks of before are not', async () => {
  const docs = await buildDocs(SOURCES, 'chunking:\n  exclude: [cli/beta]\n');
  expect(verifyDocs(docs, { excluded: ['cli/beta'] })).toEqual([]);
  const leftover = new Map([...docs, ['cli/beta/_chunks/golden-reference-0.md', snapshotFile('# Beta\n')]]);
  expect(findings(leftover, { excluded: ['cli/beta'] })).toEqual([
    ['CHUNK_COUNT_MISMATCH', 'cli/beta/_chunks/golden-reference-0.md', undefined],
  ]);
});

test('text that is in no chunk is a fault unless the tail may be dropped', async () => {
  const source = `# T\n\n## A\n\n${'word '.repeat(400)}\n\n## B\n\n${'word '.repeat(400)}\n\n## C\n\nTail.\n`;
  const docs = await buildDocs({ 't/golden-reference.md': source }, 'chunking:\n  tail: drop\n');
  expect(verifyDocs(docs, { mayDropTail: true })).toEqual([]);
  const [fault, ...others] = verifyDocs(docs);
  expect(others).toEqual([]);
  const line = source.split('\n').indexOf('## C') + 1;
  expect(fault).toMatchObject({ code: 'CHUNKS_INCOMPLETE', file: 't/golden-reference.md', line });
});

const CHUNK = 'cli/alpha/_chunks/golden-reference-1.md';
const MANIFEST = 'cli/alpha/_chunks/golden-reference.chunks.json';
const REFERENCE = 'cli/alpha/golden-reference.md';
const SPEC = 'cli/alpha/topic-spec.md';
const INDEX = 'cli/alpha/index.json';

describe('an output that is missing', () => {
  test.each([
    [
      CHUNK,
      [
        ['CHUNK_COUNT_MISMATCH', CHUNK],
        ['LINK_BROKEN', INDEX],
      ],
    ],
    [MANIFEST, [['OUTPUT_MISSING', MANIFEST]]],
    ['cli/alpha/_keywords/terms.md', [['OUTPUT_MISSING', 'cli/alpha/_keywords/terms.md']]],
    ['cli/alpha/_keywords/words.md', [['OUTPUT_MISSING', 'cli/alpha/_keywords/words.md']]],
    [
      SPEC,
      [
        ['LINK_BROKEN', 'cli/index.json'],
        ['OUTPUT_MISSING', SPEC],
        ['LINK_BROKEN', INDEX],
      ],
    ],
    [
      'cli/alpha/qa-pairs.md',
      [
        ['LINK_BROKEN', 'cli/index.json'],
        ['LINK_BROKEN', INDEX],
      ],
    ],
    [
      'cli/index.json',
      [
        ['LINK_BROKEN', 'index.json'],
        ['OUTPUT_MISSING', 'cli/index.json'],
        ['LINK_BROKEN', INDEX],
        ['LINK_BROKEN', 'cli/beta/index.json'],
      ],
    ],
    ['_keywords/authority.md', [['OUTPUT_MISSING', '_keywords/authority.md']]],
    [
      'related.json',
      ['related.json', INDEX, 'cli/beta/index.json', 'größe & mehr/index.json'].map((file, i) => [
        i === 0 ? 'OUTPUT_MISSING' : 'LINK_BROKEN',
        file,
      ]),
    ],
  ])('%s', (path, expected) => {
    const docs = new Map(built);
    expect(docs.delete(path)).toBe(true);
    expect(findings(docs).map(([code, file]) => [code, file])).toEqual(expected);
  });
});

describe('an output that was tampered with', () => {
  test.each<[string, string, (text: string) => string, [code: string, file: string, line?: number][]]>([
    [
      'the text of a chunk file',
      CHUNK,
      (text) => text.replace('naïve', 'naive'),
      [
        ['CHUNK_FILE_WRONG', CHUNK, 10],
        ['OUTPUT_OUTDATED', SPEC],
      ],
    ],
    ['its parent heading', CHUNK, (text) => text.replace('# Alpha', '# Alpho'), [['CHUNK_FILE_WRONG', CHUNK, 1]]],
    [
      'its parents removed',
      CHUNK,
      (text) => text.replace('# Alpha\n', ''),
      [
        ['CHUNK_FILE_WRONG', CHUNK, 1],
        ['OUTPUT_OUTDATED', SPEC],
      ],
    ],
    ['the reference', REFERENCE, (text) => text.replace('Limits', 'Bounds'), [['OUTPUT_OUTDATED', MANIFEST]]],
    [
      'a UTF-16 offset',
      MANIFEST,
      shiftOfChunk(1, 'start', 2),
      [
        ['CHUNKS_INCOMPLETE', REFERENCE],
        ['CHUNK_RANGE_WRONG', MANIFEST],
        ['CHUNK_FILE_WRONG', CHUNK],
      ],
    ],
    [
      'a byte offset',
      MANIFEST,
      shiftOfChunk(1, 'end_byte', -1),
      [
        ['CHUNK_RANGE_WRONG', MANIFEST],
        ['OUTPUT_OUTDATED', SPEC],
      ],
    ],
    ['a line number', MANIFEST, shiftOfChunk(1, 'end_line', 1), [['CHUNK_RANGE_WRONG', MANIFEST]]],
    [
      'the order of the chunks',
      MANIFEST,
      (text) => text.replace('"index": 1', '"index": 2'),
      [['CHUNK_MANIFEST_INVALID', MANIFEST]],
    ],
    ['the manifest’s syntax', MANIFEST, (text) => text.slice(0, -4), [['CHUNK_MANIFEST_INVALID', MANIFEST]]],
    [
      'the table of terms',
      'cli/alpha/_keywords/terms.md',
      (text) => text.replace(/\| (\d+) \|/, '| many |'),
      [['TERMS_FILE_INVALID', 'cli/alpha/_keywords/terms.md']],
    ],
    [
      'the table of words',
      'cli/alpha/_keywords/words.md',
      (text) => text.replaceAll('| Term', '| Word'),
      [['WORDS_FILE_INVALID', 'cli/alpha/_keywords/words.md']],
    ],
    [
      'a byte offset in topic-spec.md',
      SPEC,
      (text) => text.replace(/\| (\d+) \| (\d+) \| 1(?:\.0000)? \|/, '| 9$1 | 9$2 | 1 |'),
      [
        ['TOPIC_SPEC_ROWS_EDITED', SPEC],
        ['OUTPUT_OUTDATED', SPEC],
        ['OUTPUT_OUTDATED', INDEX],
      ],
    ],
    [
      'the strategy in topic-spec.md',
      SPEC,
      (text) => text.replaceAll('semantic-250-750', 'semantic-1-2'),
      [
        ['TOPIC_SPEC_ROWS_EDITED', SPEC],
        ['OUTPUT_OUTDATED', SPEC],
      ],
    ],
    [
      'the title of index.json',
      INDEX,
      (text) => text.replace('"title": "Alpha"', '"title": "Alpho"'),
      [
        ['OUTPUT_OUTDATED', 'cli/index.json'],
        ['OUTPUT_OUTDATED', INDEX, 3],
      ],
    ],
    [
      'a link',
      INDEX,
      (text) => text.replace('_chunks/golden-reference-1.md', '../../../x.md'),
      [
        ['OUTPUT_OUTDATED', INDEX],
        ['LINK_BROKEN', INDEX],
      ],
    ],
    ['a key of index.json', INDEX, (text) => text.replace('"depth_below"', '"depth"'), [['INDEX_INVALID', INDEX]]],
    ['related.json’s syntax', 'related.json', (text) => `${text}x`, [['INDEX_INVALID', 'related.json']]],
    [
      'a topic in related.json',
      'related.json',
      (text) => text.replaceAll('"cli/beta"', '"cli/gamma"'),
      [
        ['OUTPUT_OUTDATED', 'related.json'],
        ['OUTPUT_OUTDATED', 'related.json'],
      ],
    ],
    [
      'the shares of authority.md',
      '_keywords/authority.md',
      (text) => text.replace(/\| \d+-\d+ %/, '| often'),
      [['AUTHORITY_FILE_INVALID', '_keywords/authority.md']],
    ],
  ])('%s', (_name, path, tamper, expected) => {
    const text = built.get(path)!.text;
    expect(tamper(text)).not.toBe(text);
    const found = findings(new Map([...built, [path, snapshotFile(tamper(text))]]));
    expect(found.map(([code, file]) => [code, file])).toEqual(expected.map(([code, file]) => [code, file]));
    expected.forEach(([, , line], i) => {
      if (line !== undefined) expect(found[i]![2]).toBe(line);
    });
  });

  test('a chunk file more than there are chunks', () => {
    const stray = 'cli/alpha/_chunks/golden-reference-99.md';
    expect(findings(new Map([...built, [stray, snapshotFile('x\n')]]))).toEqual([
      ['CHUNK_COUNT_MISMATCH', stray, undefined],
    ]);
  });

  test('a chunk text that the manifest vouches for', () => {
    const [chunk, manifest] = [built.get(CHUNK)!.text, built.get(MANIFEST)!.text];
    const docs = new Map([
      ...built,
      [CHUNK, snapshotFile(chunk.replace('launch', 'lunch!'))] as const,
      [MANIFEST, snapshotFile(manifest.replace(/("index": 1,[^}]*"sha256": ")[0-9a-f]{8}/, '$100000000'))] as const,
    ]);
    expect(findings(docs).map(([code, file]) => [code, file])).toEqual([
      ['CHUNK_RANGE_WRONG', MANIFEST],
      ['CHUNK_FILE_WRONG', CHUNK],
    ]);
  });
});

function findings(
  docs: DocsFiles,
  settings = {},
): [code: string, file: string | undefined, line: number | undefined][] {
  const found = verifyDocs(docs, settings);
  for (const { code, remedy, severity } of found) {
    // Not an error: the next build generates the row again.
    const expected = code === 'TOPIC_SPEC_ROWS_EDITED' ? 'warning' : 'error';
    expect([severity, remedy]).toEqual([expected, expect.stringMatching(/\.$/)]);
  }
  return found.map(({ code, file, line }) => [code, file, line]);
}

function shiftOfChunk(index: number, key: string, by: number): (text: string) => string {
  return (text) =>
    text.replace(
      new RegExp(`("index": ${index},[^}]*"${key}": )(\\d+)`),
      (_match, before: string, offset: string) => before + (Number(offset) + by),
    );
}
