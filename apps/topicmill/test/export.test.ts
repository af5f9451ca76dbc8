import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ChunkRecord, recordFaults } from '@topicmill/chunking';
import { describe, expect, it } from 'vitest';
import { type DocsRepo, sampleRepo, servedRepo } from './docs-repo.js';

const LINK = /\]\(([^)\s]+)\)/g;

describe('topicmill export', () => {
  it('writes llms.txt and llms-full.txt whose links all lead to files', async () => {
    const repo = await builtRepo({
      'docs/drinks/golden-reference.md':
        '# Drinks\n\nSee [tea](tea/golden-reference.md) and [bread](../bread/golden-reference.md).\n',
    });
    const { exitCode, out } = await repo.run('export', 'llms');
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/^written docs\/llms\.txt, .*\nwritten docs\/llms-full\.txt, .*\n4 topics/),
    ]);
    expect(brokenLinks(repo, 'docs/llms.txt')).toEqual([]);
    expect(brokenLinks(repo, 'docs/llms-full.txt')).toEqual([]);
    expect(repo.read('docs/llms-full.txt')).toContain('[bread](bread/golden-reference.md)');
  });

  it('removes parts of an earlier llms-full.txt that it lists, and no other file', async () => {
    const repo = await builtRepo();
    repo.write('out/llms-full.txt', '# Docs\n\n- [Old](llms-full-old.txt): 3 pages\n');
    repo.write('out/llms-full-old.txt', '# Docs\n');
    repo.write('out/llms-full-mine.txt', 'Mine.\n');
    const dry = await repo.run('export', 'llms', '--out', 'out', '--dry-run');
    expect(dry.out).toContain('would remove out/llms-full-old.txt');
    expect(repo.has('out/llms-full-old.txt')).toBe(true);
    expect((await repo.run('export', 'llms', '--out', 'out')).out).toContain('removed out/llms-full-old.txt');
    expect([repo.has('out/llms-full-old.txt'), repo.has('out/llms-full-mine.txt')]).toEqual([false, true]);
  });

  it('leaves out a topic whose reference cannot be read, names it, and ends with 1', async () => {
    const repo = await builtRepo();
    writeFileSync(join(repo.root, 'docs/bread/golden-reference.md'), Uint8Array.from([0xff, 0xfe]));
    for (const formats of [['llms'], ['jsonl']]) {
      const { exitCode, err } = await repo.run('export', ...formats);
      expect([exitCode, err]).toEqual([
        1,
        expect.stringMatching(/^docs\/bread\/golden-reference\.md:1 error NOT_UTF8: /),
      ]);
    }
    expect(repo.read('docs/llms.txt')).toContain('tea');
    expect(repo.read('docs/llms.txt')).not.toContain('bread');
  });

  it('gives links that lead to files from any folder, and below an address', async () => {
    const repo = await builtRepo();
    await repo.run('export', 'llms', '--out', 'site/public');
    expect(brokenLinks(repo, 'site/public/llms.txt')).toEqual([]);
    await repo.run('export', 'llms', '--out', 'site/public', '--base-url', 'https://example.org/docs');
    expect(repo.read('site/public/llms.txt')).toContain('(https://example.org/docs/bread/golden-reference.md)');
  });

  it('does not disturb verification of the docs', async () => {
    const repo = await builtRepo();
    await repo.run('export', 'llms');
    expect((await repo.run('verify')).exitCode).toBe(0);
  });

  it('says how many texts it had to embed', async () => {
    const repo = await servedRepo();
    await repo.run('build');
    repo.remove('.embedding-cache');
    const args = ['export', 'jsonl', '--out', 'out'];
    expect((await repo.run(...args)).out).toMatch(/\n3 topics, 7 chunks; embedded 7 texts\n$/);
    expect((await repo.run(...args)).out).toMatch(/\n3 topics, 7 chunks\n$/);
  });

  it('writes every format into one folder, and says nothing changed the second time', async () => {
    const repo = await builtRepo();
    const args = ['export', 'jsonl', 'typesense', 'qdrant', 'pgvector', '--out', 'out', '--json'];
    const first = JSON.parse((await repo.run(...args)).out) as {
      files: { path: string; written: boolean; bytes: number }[];
    };
    expect(first.files.map(({ path }) => path)).toEqual([
      'out/chunks.jsonl',
      'out/typesense.collection.json',
      'out/typesense.jsonl',
      'out/qdrant.collection.json',
      'out/qdrant.points.jsonl',
      'out/pgvector.csv',
      'out/pgvector.sql',
    ]);
    for (const { path, bytes } of first.files) expect(Buffer.byteLength(repo.read(path))).toBe(bytes);
    const second = JSON.parse((await repo.run(...args)).out) as { files: { written: boolean }[] };
    expect(second.files.filter(({ written }) => written)).toEqual([]);
    const lines = repo.read('out/chunks.jsonl').trimEnd().split('\n');
    const chunks = lines.map((line) => JSON.parse(line) as { href: string; text: string; vector: number[] });
    expect(chunks.map(({ href }) => repo.read(`docs/${href}`))).toEqual(chunks.map(({ text }) => text));
    expect(new Set(chunks.map(({ vector }) => vector.length)).size).toBe(1);
  });

  it('writes the records of all references, with ids that name their topics', async () => {
    const repo = await builtRepo();
    const { exitCode, out } = await repo.run('export', 'records', '--out', 'out');
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^written out\/records\.jsonl/)]);
    const records = repo
      .read('out/records.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ChunkRecord);
    expect(records.map(recordFaults)).toEqual(records.map(() => []));
    expect(new Set(records.map(({ parentId }) => parentId)).size).toBe(3);
    expect(records[0]).toMatchObject({ chunkNumber: 0, source: { filePath: expect.stringMatching(/^docs\/.*\.md$/) } });
  });

  it('writes nothing on a dry run', async () => {
    const repo = await builtRepo();
    const { exitCode, out } = await repo.run('export', 'qdrant', '--dry-run', '--out', 'out');
    expect([exitCode, out]).toEqual([
      0,
      'would write out/qdrant.collection.json\nwould write out/qdrant.points.jsonl\n3 topics, 7 chunks\n',
    ]);
    expect(existsSync(join(repo.root, 'out'))).toBe(false);
  });

  it('writes what has changed since an earlier export, which may be the folder that it renews', async () => {
    const repo = await builtRepo();
    await repo.run('export', 'typesense', 'qdrant', 'pgvector', '--out', 'out');
    const before = repo.read('out/qdrant.points.jsonl');
    repo.write(
      'docs/bread/golden-reference.md',
      `${repo.read('docs/bread/golden-reference.md')}\nAn edit at the end.\n`,
    );
    await repo.build();
    const args = ['export', 'typesense', 'qdrant', 'pgvector', '--since', 'out', '--out', 'out'];
    const planned = await repo.run(...args, '--dry-run');
    expect(planned.out).toContain('would write out/qdrant.changes.jsonl\n');
    expect(repo.read('out/qdrant.points.jsonl')).toBe(before);
    const { exitCode, out } = await repo.run(...args, '--json');
    const { changes } = JSON.parse(out) as {
      changes: { format: string; upserted: number; deleted: number; unchanged: number }[];
    };
    expect([exitCode, changes.map(({ format }) => format)]).toEqual([0, ['typesense', 'qdrant', 'pgvector']]);
    for (const { format, upserted, deleted, unchanged } of changes) {
      expect(upserted).toBeGreaterThan(0);
      expect(unchanged).toBeGreaterThan(0);
      expect(planned.out).toContain(`${format}: ${upserted} chunk`);
      expect(planned.out).toContain(` ${deleted} gone, ${unchanged} unchanged\n`);
    }
    expect(repo.read('out/qdrant.changes.jsonl')).toContain('An edit at the end.');
    expect(repo.read('out/pgvector.changes.sql')).toContain('ON CONFLICT (id) DO UPDATE');
    const { out: none } = await repo.run(...args);
    expect(none).toMatch(/\nqdrant: 0 chunks new or changed, 0 gone, \d unchanged\n/);
    expect(repo.read('out/typesense.upsert.jsonl') + repo.read('out/qdrant.changes.jsonl')).toBe('');
  });

  it.each([
    ['no earlier export', (): void => {}, 'error FILE_UNREADABLE: '],
    [
      'another collection',
      (repo: DocsRepo): void =>
        repo.write('old/qdrant.collection.json', '{"vectors":{"size":2,"distance":"Cosine"}}\n'),
      'error EXPORT_INCOMPATIBLE: ',
    ],
    [
      'a file that was cut short',
      (repo: DocsRepo): void => {
        repo.write('old/qdrant.points.jsonl', repo.read('old/qdrant.points.jsonl').slice(0, -40));
      },
      'old/qdrant.points.jsonl:1 error EXPORT_INVALID: ',
    ],
  ])('refuses to compare with %s, and leaves the exports as they are', async (kind, damage, message) => {
    const repo = await builtRepo();
    if (kind !== 'no earlier export') await repo.run('export', 'qdrant', '--out', 'old');
    damage(repo);
    const { exitCode, err } = await repo.run('export', 'qdrant', '--since', 'old');
    expect([exitCode, err]).toEqual([1, expect.stringContaining(message)]);
    expect(existsSync(join(repo.root, 'export'))).toBe(false);
  });

  it('names topics that are not built, and ends with 1', async () => {
    const repo = await builtRepo();
    repo.write('docs/new/golden-reference.md', '# New\n\nNot built.\n');
    const { exitCode, err } = await repo.run('export', 'jsonl', '--no-vectors');
    expect([exitCode, err]).toEqual([1, expect.stringContaining('"new" is not built')]);
  });

  it.each([
    [['export'], 'error INVALID_OPTION: Missing required argument'],
    [['export', 'xml'], 'Allowed choices are'],
    [['export', 'pgvector', '--name', 'drop table'], 'INVALID_OPTION'],
    [['export', 'qdrant', '--no-vectors'], 'INVALID_OPTION'],
    [['export', 'jsonl', 'qdrant', '--since', 'old'], 'INVALID_OPTION'],
  ])('refuses %j', async (args, message) => {
    const repo = await builtRepo();
    const { exitCode, err } = await repo.run(...args);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(repo.root, 'export'))).toBe(false);
  });
});

async function builtRepo(files: Readonly<Record<string, string>> = {}): Promise<DocsRepo> {
  const repo = sampleRepo(files);
  await repo.build();
  return repo;
}

function brokenLinks({ root }: DocsRepo, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const links = [...text.matchAll(LINK)].map(([, href]) => href!);
  expect(links.length).toBeGreaterThan(2);
  return links.filter((href) => !existsSync(resolve(root, dirname(file), decodeURIComponent(href.replace(/#.*/, '')))));
}
