import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChunkRecord } from '@topicmill/chunking';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../src/main.js';

const LONG = 'One sentence follows another here. '.repeat(90).trim();
const AS_RECORDS = ['--strategy', 'structural', '--format', 'records', '--out', 'chunks'];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'records-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const written = { stdout: '', stderr: '' };
  const exitCode = await main(args, {
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    cwd: folder,
    env,
  });
  return { exitCode, ...written };
}

function write(name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function read(name: string): ChunkRecord {
  return JSON.parse(readFileSync(join(folder, 'chunks', name), 'utf8')) as ChunkRecord;
}

const files = () => readdirSync(join(folder, 'chunks')).sort();

test('writes a file for each chunk and removes those of a longer text before', async () => {
  write('guide.md', `# Start\n\n${LONG}\n\n${LONG}`);
  expect(await run(['guide.md', ...AS_RECORDS])).toMatchObject({ exitCode: 0 });
  expect(files()).toEqual(['doc_guide__ch0.json', 'doc_guide__ch1.json', 'doc_guide__ch2.json']);
  write('guide.md', `# Start\n\n${LONG}`);
  expect((await run(['guide.md', ...AS_RECORDS])).stdout).toContain('removed');
  expect(files()).toEqual(['doc_guide__ch0.json', 'doc_guide__ch1.json']);
  expect(read('doc_guide__ch1.json')).toMatchObject({ prevId: 'doc:guide::ch0', nextId: null });
});

test.each([
  ['--title', ['--title', 'Given'], '---\ntitle: Front\n---\n# First *one*\n', 'Given'],
  ['front matter', [], '---\ntitle: Front\n---\n# First *one*\n', 'Front'],
  ['first H1', [], '## Sub\n\n# First *one*\n', 'First one'],
  ['file name', [], '', 'guide'],
])('the title is that of %s', async (_, args, start, title) => {
  write('guide.md', `${start}\ntext`);
  await run(['guide.md', ...AS_RECORDS, ...args]);
  expect(read('doc_guide__ch0.json').fileTitle).toBe(title);
});

test('the content type is part of ids and file names', async () => {
  write('guide.md', 'text');
  await run(['guide.md', ...AS_RECORDS, '--content-type', 'post']);
  expect(files()).toEqual(['post_guide__ch0.json']);
  expect(read('post_guide__ch0.json')).toMatchObject({ id: 'post:guide::ch0', contentType: 'post' });
});

test('the same source gives the same bytes; a stamp only when asked for', async () => {
  write('guide.md', '---\ntags: [a]\n---\ntext');
  await run(['guide.md', ...AS_RECORDS]);
  expect(read('doc_guide__ch0.json').metadata).toMatchObject({ sourceFile: 'guide.md', tags: ['a'] });
  expect(read('doc_guide__ch0.json').metadata).not.toHaveProperty('processedAt');
  expect((await run(['guide.md', ...AS_RECORDS])).stdout).toContain('same output');
  await run(['guide.md', ...AS_RECORDS, '--stamp'], { SOURCE_DATE_EPOCH: '86400' });
  const { metadata } = read('doc_guide__ch0.json');
  expect(metadata).toMatchObject({ processedAt: '1970-01-02T00:00:00.000Z' });
  expect(metadata!.pipeline).not.toHaveProperty('processingTimeMs');
});

test('two documents of one name are an error', async () => {
  write('guide.md', 'text');
  write('other/guide.md', 'other text');
  await run(['guide.md', ...AS_RECORDS]);
  const { exitCode, stderr } = await run(['other/guide.md', ...AS_RECORDS]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('DOC_NAME_CONFLICT');
  expect(read('doc_guide__ch0.json').originalText).toBe('text');
});

test('strict fails on a chunk that is not fit, else it is left out with a warning', async () => {
  write('guide.md', '# Nothing under it');
  expect(await run(['guide.md', ...AS_RECORDS, '--strict'])).toMatchObject({ exitCode: 1 });
  const { exitCode, stderr, stdout } = await run(['guide.md', ...AS_RECORDS]);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('0 chunks, 1 left out')]);
  expect(stderr).toContain('warning EMPTY_HEADER');
});

test('a format alone chooses the strategy that writes it', async () => {
  write('guide.md', `# Start\n\n${LONG}`);
  expect(await run(['guide.md', '--format', 'records', '--target-tokens', '300', '--out', 'chunks'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('(structural)'),
  });
  expect(await run(['guide.md', '--format', 'jsonl', '--dry-run'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('(two-tier-'),
  });
});

test('strategy and format must go together', async () => {
  write('guide.md', 'text');
  expect(await run(['guide.md', '--strategy', 'semantic', '--format', 'records'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('use --strategy structural with --format records'),
  });
  expect(await run(['guide.md', '--strategy', 'structural', '--min-tokens', '400'])).toMatchObject({ exitCode: 2 });
});

test('migrates old records, and overwrites them only when told to', async () => {
  const old = {
    id: 'doc:a::ch0',
    embedText: 'x',
    displayMarkdown: 'x',
    headingTrail: ['A'],
    charOffsets: { charStart: 0, charEnd: 1, sourceLength: 1 },
    tokenCount: 1,
    nodeTypes: ['paragraph'],
  };
  write('old/doc_a__ch0.json', JSON.stringify(old));
  write('old/doc_a__ch1.json', JSON.stringify({ ...old, id: 'doc:a::ch1', tokenCount: undefined }));
  expect(await run(['migrate', 'old'])).toMatchObject({ exitCode: 2 });
  const { exitCode, stdout, stderr } = await run(['migrate', 'old', '--out', 'chunks', '--title', 'A']);
  expect([exitCode, stdout]).toEqual([1, '1 of 2 records\n']);
  expect(stderr).toContain('old/doc_a__ch1.json: tokenStats.tokens missing');
  expect(files()).toEqual(['doc_a__ch0.json']);
  expect(read('doc_a__ch0.json')).toMatchObject({ originalText: 'x', headerPath: ['A'], headerSlugs: ['a'] });
  expect(JSON.parse(readFileSync(join(folder, 'old/doc_a__ch0.json'), 'utf8'))).toEqual(old);
  expect(await run(['migrate', 'old', '--in-place', '--title', 'A', '--dry-run'])).toMatchObject({
    exitCode: 1,
    stdout: 'would write old/doc_a__ch0.json\n1 of 2 records\n',
  });
  expect(JSON.parse(readFileSync(join(folder, 'old/doc_a__ch0.json'), 'utf8'))).toEqual(old);
  await run(['migrate', 'old', '--in-place', '--title', 'A']);
  expect(JSON.parse(readFileSync(join(folder, 'old/doc_a__ch0.json'), 'utf8'))).toHaveProperty('originalText', 'x');
});
