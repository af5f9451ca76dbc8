import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocsRepo, sampleRepo } from './docs-repo.js';

const page = (title: string): string =>
  `# ${title}\n\nAll that is known of the ${title.toLowerCase()} is told on this page.\n`;

/** Pages in two folders and two languages, with committed results. */
function pagesRepo(settings = 'sources: pages\nsite: { generator: none }\n'): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': settings,
    'docs/guide/owl.md': page('Owl'),
    'docs/guide/finch.md': `${page('Finch')}\nSee [the heron](../reference/heron.md).\n`,
    'docs/reference/heron.md': page('Heron'),
    'docs/reference/stork.md': page('Stork'),
  });
}

function git({ root }: DocsRepo, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  return execFileSync('git', [...identity, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function committed(repo: DocsRepo): Promise<DocsRepo> {
  repo.write('.gitignore', '.topicmill\n.embedding-cache\n');
  expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
  git(repo, 'init', '--quiet');
  git(repo, 'add', '.');
  git(repo, 'commit', '--quiet', '-m', 'docs with results');
  return repo;
}

describe('a build of a sparse checkout', () => {
  it.each(['with', 'without'])(
    'leaves the results of pages that are not checked out, %s the caches of a build',
    async (caches) => {
      const repo = await committed(pagesRepo());
      git(repo, 'sparse-checkout', 'set', 'docs/guide', 'topics');
      if (caches === 'without') rmSync(join(repo.root, '.topicmill'), { recursive: true });

      const { exitCode, err } = await repo.run('build');
      expect([exitCode, git(repo, 'status', '--porcelain')]).toEqual([0, '']);
      expect(err).toContain('2 documents are not checked out (git sparse-checkout): a part was built');
      expect(await repo.run('verify')).toMatchObject({ exitCode: 0 });
    },
  );

  it('builds what is edited, and the index of a folder that is checked out whole', async () => {
    const repo = await committed(pagesRepo());
    git(repo, 'sparse-checkout', 'set', 'docs/guide', 'topics');
    repo.write('docs/guide/owl.md', '# Eagle owl\n\nIt hunts at dusk, without a sound.\n');
    expect((await repo.run('build')).exitCode).toBe(0);

    const changed = git(repo, 'status', '--porcelain')
      .split('\n')
      .map((line) => line.slice(3));
    expect(changed.filter((path) => path.startsWith('topics/guide/owl/')).length).toBeGreaterThan(0);
    expect(changed).toContain('topics/guide/index.json');
    expect(changed.filter((path) => path.startsWith('topics/reference') || path === 'topics/index.json')).toEqual([]);
    expect((await repo.run('query', 'heron', '--json')).out).toContain('reference/heron');
    expect((await repo.run('query', 'dusk', '--json')).out).toContain('Eagle owl');
  });

  it('gives the same as a build of everything once all is checked out again', async () => {
    const repo = await committed(pagesRepo());
    git(repo, 'sparse-checkout', 'set', 'docs/guide', 'topics');
    repo.write('docs/guide/owl.md', page('Eagle owl'));
    await repo.run('build');
    git(repo, 'sparse-checkout', 'disable');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });

    const clean = pagesRepo();
    clean.write('docs/guide/owl.md', page('Eagle owl'));
    await clean.run('build');
    expect(repo.files('topics')).toEqual(clean.files('topics'));
  });

  it('removes the results of a page that is deleted, and of no other', async () => {
    const repo = await committed(pagesRepo());
    git(repo, 'sparse-checkout', 'set', 'docs/guide', 'topics');
    git(repo, 'rm', '--quiet', 'docs/guide/owl.md');
    expect((await repo.run('build')).exitCode).toBe(0);
    expect([repo.has('topics/guide/owl'), repo.has('topics/reference/stork')]).toEqual([false, true]);
    expect(repo.read('topics/guide/index.json')).not.toContain('owl');
  });

  it('needs no docs root of a language that is not checked out', async () => {
    const repo = await committed(
      pagesRepo(`sources: pages
roots:
  - { name: guide, docsRoot: docs/guide, locale: en, site: { generator: none } }
  - { name: reference, docsRoot: docs/reference, locale: de, site: { generator: none } }
`),
    );
    git(repo, 'sparse-checkout', 'set', 'docs/guide', 'topics');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: expect.stringContaining('2 documents') });
    expect(git(repo, 'status', '--porcelain')).toBe('');
  });

  it('leaves topics that are folders, whatever way git was told to skip them', async () => {
    const repo = await committed(sampleRepo());
    git(repo, 'update-index', '--skip-worktree', 'docs/drinks/tea/golden-reference.md');
    rmSync(join(repo.root, 'docs/drinks/tea/golden-reference.md'));
    const { exitCode, err } = await repo.run('build');
    expect([exitCode, git(repo, 'status', '--porcelain')]).toEqual([0, '']);
    expect(err).toContain('1 document is not checked out');
    expect(await repo.run('clean')).toMatchObject({ exitCode: 0 });
    expect(git(repo, 'status', '--porcelain')).toBe('');
  });
});
