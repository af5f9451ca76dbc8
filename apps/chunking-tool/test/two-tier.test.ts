import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { main } from '../src/main.js';

const BOOK = `---
title: A Book
---
# One

A cache keeps what a cache has read. The cache is small. What is read twice is in the cache, and what is in the cache is read at once.

## Two

| Key | Value |
| --- | --- |
| a | b |
| c | d |
| e | f |

## Three

Some text that is long enough to be found: it has a beginning, which says what is here, and an end, which says that nothing follows.
`;
const PAGES = [
  'The first page ends in the\n\n1\n',
  '\fmiddle of a sentence.\n\n2\n',
  '\fCopyright © 2017 Somebody\n',
].join('');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chunking-tool-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  const code = await main(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    cwd: folder,
    env: {},
  });
  return { code, stdout, stderr };
}

function records(path: string): Record<string, unknown>[] {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line));
}

it('writes sections, snippets and a Typesense schema, and says how headings were found', async () => {
  writeFileSync(join(folder, 'book.md'), BOOK);
  const { code, stdout } = await run('book.md', '--strategy', 'two-tier', '--format', 'jsonl', '--out', 'book-chunks/');
  expect(code).toBe(0);
  expect(stdout).toContain('3 sections, 3 snippets (two-tier-1700-420-120-80); 3 headings (markdown)');
  expect(readdirSync(join(folder, 'book-chunks'))).toEqual([
    '.sources.json',
    'sections.jsonl',
    'snippets.jsonl',
    'typesense-schema.json',
  ]);
  const [one, two] = records('book-chunks/sections.jsonl');
  expect(one).toMatchObject({ doc_id: 'book', tier: 'section', heading_path: ['One'], content_hints: 'prose' });
  expect(one!['retrieval_text']).toBe(`[DOC: A Book] [PATH: One] [CONCEPTS: cache, read]\n${one!['text']}`);
  expect(two).toMatchObject({
    heading_path: ['One', 'Two', 'Key | Value'],
    contains_table: true,
    table_columns: [2],
    table_headers: ['Key | Value'],
  });
  const [snippet] = records('book-chunks/snippets.jsonl');
  expect(one!['child_ids']).toEqual([snippet!['id']]);
  const fields: { name: string; facet?: boolean }[] = JSON.parse(
    readFileSync(join(folder, 'book-chunks', 'typesense-schema.json'), 'utf8'),
  ).fields;
  expect(fields.find(({ name }) => name === 'content_hints')).toMatchObject({ type: 'string', facet: true });
  for (const record of [...records('book-chunks/sections.jsonl'), ...records('book-chunks/snippets.jsonl')]) {
    for (const key of Object.keys(record)) if (key !== 'id') expect(fields.map(({ name }) => name)).toContain(key);
  }
});

it('names the book by --title', async () => {
  writeFileSync(join(folder, 'book.md'), BOOK);
  await run('book.md', '--strategy', 'two-tier', '--title', 'Another');
  expect(records('book-chunks/sections.jsonl')[0]!['retrieval_text']).toMatch(/^\[DOC: Another\] /);
});

it.each([
  ['two-tier', '--strict'],
  ['two-tier', '--content-type', 'post'],
  ['two-tier', '--tail', 'keep'],
  ['structural', '--tail', 'keep'],
  ['semantic', '--breadcrumb-mode', 'none'],
  ['semantic', '--title', 'A'],
])('%s refuses %s, which it would not heed', async (strategy, ...options) => {
  writeFileSync(join(folder, 'book.md'), BOOK);
  const { code, stderr } = await run('book.md', '--strategy', strategy, ...options);
  expect(code).toBe(2);
  expect(stderr).toContain(`has no option ${options[0]}`);
});

it('writes the same bytes again without touching them', async () => {
  writeFileSync(join(folder, 'book.md'), BOOK);
  await run('book.md', '--strategy', 'two-tier');
  expect((await run('book.md', '--strategy', 'two-tier')).stdout).toContain('same output');
});

it('lists what it leaves out of plain text, with line numbers', async () => {
  writeFileSync(join(folder, 'book.txt'), PAGES);
  const { stdout } = await run('book.txt', '--strategy', 'two-tier', '--report');
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'book.txt:3 page-number: 1',
    'book.txt:6 page-number: 2',
    'book.txt:7 copyright: Copyright © 2017 Somebody',
  ]);
});

it('keeps it when asked to', async () => {
  writeFileSync(join(folder, 'book.txt'), PAGES);
  const { stdout } = await run('book.txt', '--strategy', 'two-tier', '--keep-boilerplate', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ strategy: 'two-tier-1700-420-120-80-boilerplate', dropped: [] });
});

it('removes boilerplate from markdown when asked to, and not both keeps and removes it', async () => {
  writeFileSync(join(folder, 'book.md'), `${BOOK}\n- 12 -\n`);
  const { stdout } = await run('book.md', '--strategy', 'two-tier', '--drop-boilerplate', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    strategy: 'two-tier-1700-420-120-80-cleaned',
    headings: 'markdown',
    dropped: [{ kind: 'front-matter' }, { kind: 'front-matter' }, { kind: 'front-matter' }, { text: '- 12 -' }],
  });
  const both = await run('book.md', '--strategy', 'two-tier', '--drop-boilerplate', '--keep-boilerplate');
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used with') });
});

it('warns when the number of headings decides against the name of the file', async () => {
  writeFileSync(join(folder, 'book.md'), '# One\n\nText.\n\n## Two\n\nText.\n');
  const { code, stderr } = await run('book.md', '--strategy', 'two-tier', '--dry-run');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^book\.md warning BOOK_READ_AS_PLAIN: /),
  });
});

it('finds headings as it is told to', async () => {
  writeFileSync(join(folder, 'book.md'), BOOK);
  const { stdout } = await run('book.md', '--strategy', 'two-tier', '--headings', 'plain', '--dry-run', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ headings: 'plain' });
  expect(readdirSync(folder)).toEqual(['book.md']);
});

it('refuses options of another strategy', async () => {
  writeFileSync(join(folder, 'book.md'), BOOK);
  expect((await run('book.md', '--strategy', 'two-tier', '--tail', 'keep')).code).toBe(2);
  expect((await run('book.md', '--report')).code).toBe(2);
});

it('takes the sizes of both tiers', async () => {
  writeFileSync(join(folder, 'book.md'), BOOK);
  const sizes = [
    '--section-tokens',
    '200',
    '--section-overlap',
    '20',
    '--snippet-tokens',
    '60',
    '--snippet-overlap',
    '10',
  ];
  const { code, stdout } = await run('book.md', '--strategy', 'two-tier', ...sizes, '--dry-run');
  expect([code, stdout]).toEqual([0, expect.stringContaining('(two-tier-200-60-20-10)')]);
  expect((await run('book.md', '--section-tokens', '200')).code).toBe(2);
});
