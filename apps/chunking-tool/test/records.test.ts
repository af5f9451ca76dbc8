import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChunkRecord } from '@topicmill/chunking';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

async function run(args: readonly string[], env: Record<string, string> = {}, cwd = folder) {
  const written = { stdout: '', stderr: '' };
  const exitCode = await main(args, {
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    cwd,
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

const files = () =>
  readdirSync(join(folder, 'chunks'))
    .filter((name) => !name.startsWith('.'))
    .sort();

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

describe.each([
  ['records', ['--strategy', 'structural']],
  ['a file of records', ['--strategy', 'structural', '--format', 'jsonl']],
  ['a book', ['--strategy', 'two-tier']],
  ['chunk files', []],
])('%s of a second document of the same name', (_, args) => {
  beforeEach(() => {
    write('x/guide.md', '# First\n\nThe first text.');
    write('y/guide.md', '# Second\n\nThe second text.');
  });

  const into = (cwd: string, source = 'guide.md') =>
    run([source, ...args, '--out', join(folder, 'o')], {}, join(folder, cwd));
  const output = () => readdirSync(join(folder, 'o')).map((name) => readFileSync(join(folder, 'o', name), 'utf8'));

  test('do not replace the first, wherever the command runs', async () => {
    expect((await into('x')).exitCode).toBe(0);
    const before = output();
    for (const [cwd, source] of [
      ['y', 'guide.md'],
      ['.', 'y/guide.md'],
    ] as const) {
      expect(await into(cwd, source)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('DOC_NAME_CONFLICT'),
      });
    }
    expect(output()).toEqual(before);
    expect((await into('.', 'x/guide.md')).exitCode).toBe(0);
  });

  test('do not replace it next to the source either', async () => {
    write('x/guide.mdx', '# Second\n\nThe second text.');
    expect((await run(['x/guide.md', ...args])).exitCode).toBe(0);
    const [made = ''] = readdirSync(join(folder, 'x')).filter((name) => !name.startsWith('guide.'));
    const before = readdirSync(join(folder, 'x', made)).map((name) => readFileSync(join(folder, 'x', made, name)));
    expect(await run(['x/guide.mdx', ...args])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('DOC_NAME_CONFLICT'),
    });
    expect(readdirSync(join(folder, 'x', made)).map((name) => readFileSync(join(folder, 'x', made, name)))).toEqual(
      before,
    );
  });

  test('replace it once it is gone', async () => {
    await into('x');
    rmSync(join(folder, 'x/guide.md'));
    expect((await into('y')).exitCode).toBe(0);
    expect(output().join('')).toContain('second');
  });
});

test('takes several documents and globs; one that fails does not stop the others', async () => {
  write('docs/a.md', 'text a');
  write('docs/deep/b.md', 'text b');
  write('docs/deep/c.txt', 'text c');
  write('other.md', 'text');
  const { exitCode, stdout } = await run(['docs/**/*.md', 'other.md', ...AS_RECORDS]);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual(['docs/a.md', 'docs/deep/b.md', 'other.md', '']);
  expect(files()).toEqual(['doc_a__ch0.json', 'doc_b__ch0.json', 'doc_other__ch0.json']);
  const partly = await run(['missing.md', 'docs/*.md', ...AS_RECORDS, '--json']);
  expect([partly.exitCode, partly.stderr]).toEqual([1, expect.stringContaining('missing.md')]);
  expect((JSON.parse(partly.stdout) as { source: string }[]).map(({ source }) => source)).toEqual(['docs/a.md']);
  expect(await run(['nothing/*.md', ...AS_RECORDS])).toMatchObject({ exitCode: 1 });
  expect(await run(['docs/**/*.md', ...AS_RECORDS, '--title', 'One'])).toMatchObject({ exitCode: 2 });
});

test('writes one record per line', async () => {
  write('guide.md', `# Start\n\n${LONG}`);
  expect((await run(['guide.md', '--strategy', 'structural', '--format', 'jsonl', '--out', 'chunks'])).exitCode).toBe(
    0,
  );
  expect(files()).toEqual(['doc_guide.jsonl']);
  const lines = readFileSync(join(folder, 'chunks/doc_guide.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as ChunkRecord).id)).toEqual(['doc:guide::ch0', 'doc:guide::ch1']);
});

test('strict fails on a chunk that is invalid, else it is left out with a warning', async () => {
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

/** A record of an older format, without its id. */
const OLD_RECORD = {
  embedText: 'x',
  displayMarkdown: 'x',
  headingTrail: ['A'],
  charOffsets: { charStart: 0, charEnd: 1, sourceLength: 1 },
  tokenCount: 1,
  nodeTypes: ['paragraph'],
};

test('migrates old records, and overwrites them only when told to', async () => {
  const old = { id: 'doc:a::ch0', ...OLD_RECORD };
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

describe('migrate', () => {
  const old = OLD_RECORD;
  const migrate = (...args: string[]) => run(['migrate', 'old', '--out', 'chunks', '--title', 'A', ...args]);

  test('refuses a folder that does not exist, or has no records', async () => {
    expect(await migrate()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('FILE_UNREADABLE') });
    write('old/readme.txt', 'text');
    expect(await migrate()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('FILE_UNREADABLE') });
  });

  test('goes on after a file that is not a record', async () => {
    write('old/a.json', '{');
    write('old/b.json', '[]');
    write('old/doc_a__ch0.json', JSON.stringify({ ...old, id: 'doc:a::ch0' }));
    const { exitCode, stdout, stderr } = await migrate();
    expect([exitCode, stdout]).toEqual([1, '1 of 3 records\n']);
    expect(stderr).toContain('old/a.json: not written: it is not JSON');
    expect(stderr).toContain('old/b.json: not written: it does not contain an object');
  });

  test('does not replace files of others', async () => {
    write('old/doc_a__ch0.json', JSON.stringify({ ...old, id: 'doc:a::ch0' }));
    write('chunks/doc_a__ch0.json', '{"mine": true}');
    expect(await migrate()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is another file') });
    expect(readFileSync(join(folder, 'chunks/doc_a__ch0.json'), 'utf8')).toBe('{"mine": true}');
  });

  test('links records that name no neighbours, and says so', async () => {
    for (const number of [0, 1, 2]) {
      write(`old/doc_a__ch${number}.json`, JSON.stringify({ ...old, id: `doc:a::ch${number}` }));
    }
    const { exitCode, stderr } = await migrate();
    expect(exitCode).toBe(0);
    expect(stderr).toContain('old/doc_a__ch1.json: prevId guessed');
    expect(
      [0, 1, 2].map((number) => read(`doc_a__ch${number}.json`)).map(({ prevId, nextId }) => [prevId, nextId]),
    ).toEqual([
      [null, 'doc:a::ch1'],
      ['doc:a::ch0', 'doc:a::ch2'],
      ['doc:a::ch1', null],
    ]);
  });
});
