import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import {
  formatPagesManifest,
  type PagesManifest,
  pagesManifest,
  pagesManifestJsonSchema,
  readPagesManifest,
} from '../../src/pagination/index.js';
import { sha256, split } from './split-markdown.js';

const published = join(import.meta.dirname, '../../../../schemas/pages-manifest.schema.json');

async function manifest(): Promise<PagesManifest> {
  const set = await split(`# One\n\n${`${'word '.repeat(150)}\n\n`.repeat(3)}`);
  return pagesManifest({ ...set, sourceSha256: sha256('x'), html: new Map([['chunk-001', '<p>']]), sha256 });
}

test('the JSON Schema is published as it is generated (`npm run schemas`)', () => {
  expect(readFileSync(published, 'utf8')).toBe(pagesManifestJsonSchema());
});

test('what is written fits the published schema, and is read as it was', async () => {
  const written = await manifest();
  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(published, 'utf8')));
  expect(validate(written)).toBe(true);
  expect(readPagesManifest(formatPagesManifest(written), 'chunks.json')).toEqual({ kind: 'set', manifest: written });
});

test('keys have the published order', async () => {
  const [first] = (await manifest()).chunks;
  expect(Object.keys(await manifest())).toEqual([
    'version',
    'source',
    'source_sha256',
    'set',
    'n_max',
    'tokenizer',
    'chunks',
  ]);
  expect(Object.keys(first!)).toEqual(['ct', 'file', 'tokens', 'sha256', 'heading_path', 'jsonld', 'html']);
});

test('a plain list of token and text is read', () => {
  const chunks = [{ ct: { id: 'chunk-001', prev: null, next: null }, content: 'x' }];
  expect(readPagesManifest(JSON.stringify(chunks), 'chunks.json')).toEqual({ kind: 'plain', pages: { chunks } });
});

test.each([
  ['no JSON', '{', 'The file is not JSON'],
  ['an empty list', '[]', 'Too small'],
  ['a file outside the folder', '{"version":1,"chunks":[{"file":"../x"}]}', 'source'],
  ['an id that ends a comment', '[{"ct":{"id":"a--b","prev":null,"next":null},"content":""}]', '[0].ct.id'],
])('refused with its place: %s', (_, text, message) => {
  expect(() => readPagesManifest(text, 'chunks.json')).toThrow(
    expect.objectContaining({ code: 'PAGES_MANIFEST_INVALID', message: expect.stringContaining(message) }),
  );
});

test.each(['{', '[]', '{}'])('a fault is told in a whole sentence: %s', (text) => {
  expect(() => readPagesManifest(text, 'chunks.json')).toThrow(/[^.]\.$/);
});
