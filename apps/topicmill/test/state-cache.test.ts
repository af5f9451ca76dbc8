import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DocsRepo, sampleRepo } from './docs-repo.js';

/** A built repository that has a file of every kind in `.topicmill`. */
async function usedRepo(): Promise<DocsRepo> {
  const repo = sampleRepo();
  await repo.run('build');
  expect((await repo.run('query', 'green leaves')).exitCode).toBe(0);
  return repo;
}

const statesOf = (repo: DocsRepo): string[] =>
  readdirSync(join(repo.root, '.topicmill'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(repo.root, '.topicmill').length + 1))
    .sort();

interface Findings {
  readonly fileCount: number;
  readonly soundCount: number;
  readonly problems: readonly { readonly kind: string; readonly path: string }[];
}

async function verify(repo: DocsRepo): Promise<Findings> {
  return JSON.parse((await repo.run('cache', 'verify', '--json')).out).states;
}

async function gc(repo: DocsRepo, ...flags: string[]): Promise<string[]> {
  const report = JSON.parse((await repo.run('cache', 'gc', '--json', ...flags)).out);
  return report.states.removed.map(({ path, reason }: { path: string; reason: string }) => `${path} ${reason}`);
}

it('verify proves every file of .topicmill, and finds one flipped bit in any of them', async () => {
  const repo = await usedRepo();
  const files = statesOf(repo);
  expect(files.length).toBeGreaterThan(10);
  expect(await verify(repo)).toEqual({ fileCount: files.length, soundCount: files.length, problems: [] });
  for (const path of files) {
    const file = join(repo.root, '.topicmill', path);
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1]! ^= 1;
    writeFileSync(file, flipped);
    const found = (await verify(repo)).problems.map((problem) => `${problem.path} ${problem.kind}`);
    expect(found, path).toContain(`${path} damaged`);
    writeFileSync(file, bytes);
  }
});

it('verify names a damaged file with its remedy, which heals it, and exits with 1', async () => {
  const repo = await usedRepo();
  const path = statesOf(repo).find((each) => each.startsWith('states/')) ?? statesOf(repo)[0]!;
  repo.write(`.topicmill/${path}`, 'damaged');
  const found = await repo.run('cache', 'verify');
  expect(found.exitCode).toBe(1);
  expect(found.err).toMatch(
    new RegExp(`^\\.topicmill/${path} error CACHE_FILE_DAMAGED: .* Remedy: .*topicmill cache gc`, 'm'),
  );
  await repo.run('cache', 'gc');
  await repo.run('build');
  expect(await repo.run('cache', 'verify')).toMatchObject({ exitCode: 0, err: '' });
});

it('a damaged search index for queries is made again by the next build', async () => {
  const repo = await usedRepo();
  const before = (await repo.run('query', 'green leaves', '--json')).out;
  for (const path of statesOf(repo).filter((each) => each.startsWith('search/'))) {
    const file = join(repo.root, '.topicmill', path);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    await repo.run('build');
    expect((await repo.run('query', 'green leaves', '--json')).out, path).toBe(before);
    expect((await verify(repo)).problems).toEqual([]);
  }
});

it('gc keeps what is needed: it removes nothing after a build, and a build after it runs no step', async () => {
  const repo = await usedRepo();
  const before = statesOf(repo);
  expect(await gc(repo)).toEqual([]);
  expect(statesOf(repo)).toEqual(before);
  expect((await repo.run('build', '--verbose')).out).not.toMatch(/\bran\b/);
});

it('the next build of what has changed removes what a killed one left, and leaves what is being written', async () => {
  const repo = await usedRepo();
  const places = ['record.br', 'memo/related.br', 'search/outdated', 'index/docs/bread/state.br'];
  for (const path of places) repo.write(`.topicmill/${path}.99999999-1234567890.topicmill-tmp`, 'half');
  for (const path of ['_chunks/golden-reference-0.md', 'index.json'])
    repo.write(`docs/bread/${path}.99999999-1234567890.topicmill-tmp`, 'half');
  const written = `.topicmill/search/outdated.${process.pid}-1234567890.topicmill-tmp`;
  repo.write(written, 'half');
  repo.edit('docs/bread/golden-reference.md', (text) => `${text}\nMore.\n`);
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(Object.keys(repo.files('.')).filter((path) => path.endsWith('topicmill-tmp'))).toEqual([written]);
});

it('gc removes what no topic needs, what is damaged and what killed processes left', async () => {
  const repo = await usedRepo();
  repo.write('.topicmill/index/docs/bread/state.br.999999-1234567890.topicmill-tmp', 'half');
  repo.write('.topicmill/record.br', '{}');
  repo.write('.topicmill/memo/related.br', '');
  repo.write('.topicmill/search/01234567/manifest.json', '{}');
  repo.write('.topicmill/mine.txt', 'Mine.\n');
  // The outputs of the topic are gone, so that nobody needs its state any more.
  repo.remove('docs/drinks/coffee');
  mkdirSync(join(repo.root, '.topicmill/index/docs/loop'), { recursive: true });
  symlinkSync('state.br', join(repo.root, '.topicmill/index/docs/loop/state.br'));
  const before = statesOf(repo);
  const planned = await gc(repo, '--dry-run');
  expect(statesOf(repo)).toEqual(before);
  expect(planned).toEqual(
    expect.arrayContaining([
      'index/docs/bread/state.br.999999-1234567890.topicmill-tmp temporary',
      'index/docs/drinks/coffee/state.br unneeded',
      'index/docs/loop/state.br damaged',
      'memo/related.br damaged',
      'record.br damaged',
      'search/01234567/manifest.json damaged',
    ]),
  );
  expect(await gc(repo)).toEqual(planned);
  expect((await verify(repo)).problems).toEqual([expect.objectContaining({ kind: 'unexpected', path: 'mine.txt' })]);
  expect(repo.read('.topicmill/mine.txt')).toBe('Mine.\n');
});

it('gc keeps the state of a deleted topic until a build has removed its outputs', async () => {
  const repo = await usedRepo();
  repo.remove('docs/drinks/tea/golden-reference.md');
  expect((await gc(repo)).filter((line) => line.includes('/tea/'))).toEqual([]);
  await repo.run('build');
  expect(repo.has('docs/drinks/tea/index.json')).toBe(false);
  expect((await gc(repo)).filter((line) => line.includes('/tea/'))).toEqual([]);
});
