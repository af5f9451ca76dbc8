import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DocsRepo, reference, sampleRepo } from './docs-repo.js';

const IGNORED = 'index.json\nrelated.json\ntopic-spec.md\n_chunks/\n_keywords/\n';
const CACHES = '.topicmill/\n.embedding-cache/\n';
const COFFEE = 'docs/drinks/coffee/golden-reference.md';
const TEA = 'docs/drinks/tea/golden-reference.md';

function git(repo: DocsRepo, ...args: readonly string[]): string {
  const names = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'core.editor=true'];
  return execFileSync('git', [...names, ...args], {
    cwd: repo.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same for a command that may stop at a conflict. */
function gitUntilConflict(repo: DocsRepo, ...args: readonly string[]): void {
  try {
    git(repo, ...args);
  } catch {}
}

async function commit(repo: DocsRepo, message: string): Promise<void> {
  const { exitCode, err } = await repo.run('build');
  expect([exitCode, err]).toEqual([0, expect.any(String)]);
  git(repo, 'add', '-A');
  git(repo, 'commit', '-qm', message);
}

/** A repository whose branches `main` and `other` have changed different topics since they parted; it is on `main`. */
async function branchedRepo(ignored: string): Promise<DocsRepo> {
  const repo = sampleRepo({ '.gitignore': `${CACHES}${ignored}` });
  git(repo, 'init', '-qb', 'main');
  await commit(repo, 'first');
  git(repo, 'switch', '-qc', 'other');
  repo.write(TEA, `${reference('Tea', 'green leaves')}\n## Steeping\n\nThree minutes at eighty degrees.\n`);
  repo.write('docs/cake/golden-reference.md', reference('Cake', 'sweet dough'));
  await commit(repo, 'tea and cake');
  git(repo, 'switch', '-q', 'main');
  repo.write(
    COFFEE,
    `${reference('Coffee', 'roasted beans')}\n## Grinding\n\nBeans are ground before they are brewed.\n`,
  );
  await commit(repo, 'coffee');
  return repo;
}

function clone(of: DocsRepo, ...options: readonly string[]): DocsRepo {
  const repo = new DocsRepo();
  git(repo, 'clone', '-q', ...options, `file://${of.root}`, '.');
  return repo;
}

/** After a merge or a rebase: builds, which writes what was generated anew, as often as git stops. */
async function resolve(repo: DocsRepo, next: readonly string[]): Promise<void> {
  for (let stops = 0; stops < 3 && git(repo, 'status', '--porcelain').trim() !== ''; stops++) {
    expect((await repo.run('build')).exitCode).toBe(0);
    git(repo, 'add', '-A');
    gitUntilConflict(repo, ...next);
  }
}

const STATES: Readonly<Record<string, (repo: DocsRepo) => Promise<DocsRepo>>> = {
  fresh: async (repo) => clone(repo),
  shallow: async (repo) => clone(repo, '--depth', '1'),
  'with the caches of another checkout': async (repo) => {
    const other = clone(repo);
    for (const cache of ['.topicmill', '.embedding-cache']) {
      cpSync(`${repo.root}/${cache}`, `${other.root}/${cache}`, { recursive: true, preserveTimestamps: true });
    }
    return other;
  },
  'switched to another branch and back': async (repo) => {
    git(repo, 'switch', '-q', 'other');
    expect((await repo.run('build')).exitCode).toBe(0);
    git(repo, 'switch', '-q', 'main');
    return repo;
  },
  'switched to another branch': async (repo) => {
    git(repo, 'switch', '-q', 'other');
    return repo;
  },
  merged: async (repo) => {
    gitUntilConflict(repo, 'merge', '-q', 'other');
    await resolve(repo, ['commit', '-qm', 'merged']);
    return repo;
  },
  rebased: async (repo) => {
    git(repo, 'switch', '-q', 'other');
    gitUntilConflict(repo, 'rebase', '-q', 'main');
    await resolve(repo, ['rebase', '--continue']);
    return repo;
  },
};

const cases = Object.keys(STATES).flatMap((state) => [
  [state, 'committed', ''] as const,
  [state, 'ignored', IGNORED] as const,
]);

it.each(cases)(
  'a checkout, %s, with results that are %s, is built as a clean one',
  async (state, _, ignored) => {
    const repo = await STATES[state]!(await branchedRepo(ignored));
    expect((await repo.run('build')).exitCode).toBe(0);
    expect(git(repo, 'ls-files', '--deleted')).toBe('');
    if (ignored !== '' || !state.endsWith('ed')) expect(git(repo, 'status', '--porcelain')).toBe('');
    const clean = new DocsRepo();
    for (const [path, text] of Object.entries(repo.files('.'))) {
      if (/^(?:topicmill\.yaml|docs\/.*(?:golden-reference|qa-pairs)\.md)$/.test(path)) clean.write(path, text);
    }
    expect((await clean.run('build')).exitCode).toBe(0);
    expect(repo.files('docs')).toEqual(clean.files('docs'));
  },
  300_000,
);
