import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from '@topicmill/base/sums';
import { expect, it } from 'vitest';
import { DocsRepo, sampleRepo } from './docs-repo.js';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly findings: readonly { readonly code: string; readonly file?: string; readonly remedy: string }[];
}

async function examine(repo: DocsRepo, ...flags: string[]) {
  const { exitCode, out } = await repo.run('doctor', '--json', ...flags);
  const checks = JSON.parse(out).checks as Check[];
  const found = checks.flatMap(({ name, findings }) => findings.map(({ code, file }) => `${name} ${code} ${file}`));
  for (const finding of checks.flatMap(({ findings }) => findings)) expect(finding.remedy).not.toBe('');
  return { exitCode, found, names: checks.map(({ name }) => name) };
}

it('finds nothing in a sound repository, and changes nothing', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  const before = repo.files('.');
  const { exitCode, out, err } = await repo.run('doctor');
  expect(out.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))).toEqual([]);
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toMatch(/^ok topics: 3 topics$/m);
  expect(repo.files('.')).toEqual(before);
});

it('says what sources, results and each cache take', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  repo.write('.embedding-cache/mine.bin', Buffer.alloc(1500));
  const { checks } = JSON.parse((await repo.run('doctor', '--json')).out) as {
    checks: { name: string; detail: string; uses?: { kind: string; fileCount: number; byteLength: number }[] }[];
  };
  const { uses, detail } = checks.find(({ name }) => name === 'disk')!;
  const docs = Object.entries(repo.files('docs'));
  const sources = docs.filter(([path]) => path.endsWith('golden-reference.md'));
  const results = docs.filter(([path]) => !/golden-reference\.md$|qa-pairs\.md$/.test(path));
  const bytesOf = (files: [string, string][]): number =>
    files.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  const steps = ['authority', 'chunk', 'terms', 'keywords', 'topic-spec', 'index', 'related'];
  const made = uses!.filter(({ kind }) => kind.startsWith('results of '));
  expect(uses!.map(({ kind }) => kind)).toEqual([
    'sources',
    ...steps.map((name) => `results of ${name}`),
    '.embedding-cache',
    ...['authority', 'index', 'memo', 'record.br', 'search'].map((name) => `.topicmill/${name}`),
  ]);
  expect(uses![0]).toEqual({ kind: 'sources', fileCount: 3, byteLength: bytesOf(sources) });
  expect(uses!.find(({ kind }) => kind === '.embedding-cache')).toMatchObject({ fileCount: 1, byteLength: 1500 });
  const chunks = results.filter(([path]) => path.includes('/_chunks/'));
  expect(made[1]).toEqual({ kind: 'results of chunk', fileCount: chunks.length, byteLength: bytesOf(chunks) });
  expect(sum(made.map(({ fileCount }) => fileCount))).toBe(results.length);
  expect(sum(made.map(({ byteLength }) => byteLength))).toBe(bytesOf(results));
  expect(detail).toContain('.embedding-cache 1.5 kB in 1 file, ');
});

it('names damaged caches, outputs that are left, and a tracked .topicmill', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  mkdirSync(join(repo.root, '.git'));
  repo.write('.topicmill/record.br', '{}');
  repo.write('.embedding-cache/mine.txt', '');
  repo.remove('docs/bread/golden-reference.md');
  expect(await examine(repo)).toMatchObject({
    exitCode: 1,
    found: [
      'vectors CACHE_ENTRY_INVALID .embedding-cache/mine.txt',
      'states CACHE_FILE_DAMAGED .topicmill/record.br',
      'states WORKSPACE_FILE_INVALID .gitignore',
      'orphans OUTPUT_ORPHANED docs/bread',
    ],
  });
  for (const command of [['cache', 'gc'], ['build']]) await repo.run(...command);
  repo.remove('.embedding-cache/mine.txt');
  repo.write('.gitignore', '.topicmill\n');
  expect(await examine(repo)).toMatchObject({ exitCode: 0, found: [] });
});

it.each(['.embedding-cache', '.topicmill'])('says that %s is a file where a folder belongs', async (folder) => {
  const repo = sampleRepo({ [folder]: '' });
  expect(await examine(repo)).toMatchObject({ exitCode: 1, found: [`folders FILE_UNWRITABLE ${folder}`] });
  expect((await repo.run('doctor')).out).toContain(
    `A file or a broken link has the name of a folder that is needed. Remedy: Remove ${folder}, or give it another name.`,
  );
});

it.each([
  ['no configuration', {}, 'configuration CONFIG_MISSING undefined'],
  ['a wrong key', { 'topicmill.yaml': 'docRoot: docs\n' }, 'configuration CONFIG_INVALID topicmill.yaml'],
  ['no docs root', { 'topicmill.yaml': 'docsRoot: docs\n' }, 'configuration DOCS_ROOT_MISSING topicmill.yaml'],
])('with %s it says so, and looks at what does not depend on it', async (_, files, finding) => {
  expect(await examine(new DocsRepo(files))).toEqual({
    exitCode: 1,
    found: [finding],
    names: ['node', 'configuration', 'nx'],
  });
});

it('names an Nx without the plugin, and one that is too old', async () => {
  const repo = sampleRepo({ 'nx.json': '{}\n', 'package.json': '{ "devDependencies": { "nx": "18.0.0" } }\n' });
  expect((await examine(repo)).found).toContain('nx NX_UNSUPPORTED package.json');
  repo.write('package.json', '{}\n');
  expect((await examine(repo)).found).toEqual([
    'nx INSTALLATION_UNSUITABLE nx.json',
    'nx INSTALLATION_UNSUITABLE package.json',
  ]);
});

it.each(['nx.json', 'package.json'])('names a %s that is no JSON', async (file) => {
  const repo = sampleRepo({ 'nx.json': '{}\n', 'package.json': '{}\n', [file]: '{\n' });
  expect((await examine(repo)).found).toEqual([`nx WORKSPACE_FILE_INVALID ${file}`]);
});

it.each(['.topicmill', '.embedding-cache'])(
  'names what is in the place of %s, and the remedy that it names mends it',
  async (folder) => {
    const repo = sampleRepo();
    await repo.run('build');
    for (const occupy of [
      () => repo.write(folder, 'mine'),
      () => symlinkSync(join(repo.root, 'nowhere'), join(repo.root, folder)),
    ]) {
      rmSync(join(repo.root, folder), { recursive: true, force: true });
      occupy();
      expect((await examine(repo)).found).toContain(`folders FILE_UNWRITABLE ${folder}`);
      repo.remove(folder);
      await repo.run('build');
      expect(await examine(repo)).toMatchObject({ exitCode: 0, found: [] });
    }
  },
);

it('names a model that does not answer; it is not asked offline', async () => {
  const repo = sampleRepo({ 'topicmill.yaml': 'docsRoot: docs\nembedding:\n  model: openai:text-embedding-3-small\n' });
  expect(await examine(repo)).toMatchObject({ exitCode: 1, found: ['model EMBEDDER_KEY_MISSING undefined'] });
  expect(await examine(repo, '--offline')).toMatchObject({ exitCode: 0, found: [] });
});

it('names folders that are conflicts or empty of topics', async () => {
  const repo = sampleRepo({ 'docs/Bread/golden-reference.md': '# Bread\n\nToo.\n' });
  expect((await examine(repo)).found).toEqual([
    'topics TOPIC_ID_CONFLICT docs/Bread',
    'topics TOPIC_ID_CONFLICT docs/bread',
  ]);
  const empty = new DocsRepo({ 'topicmill.yaml': 'docsRoot: docs\n', 'docs/notes.txt': '' });
  expect(await examine(empty)).toMatchObject({ exitCode: 0, found: ['topics TOPICS_MISSING docs'] });
});

it.skipIf(process.getuid?.() === 0)('names a folder that cannot be written', async () => {
  const repo = sampleRepo();
  chmodSync(join(repo.root, 'docs'), 0o555);
  expect((await examine(repo)).found).toEqual(['folders FILE_UNWRITABLE docs']);
});
