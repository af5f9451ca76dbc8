import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NxRun, NxWorkspace } from './nx-workspace.js';
import { KNOWN_BY_GIT, THREE_PAGES } from './three-pages.js';

const FILES: Readonly<Record<string, string>> = {
  ...THREE_PAGES,
  ...KNOWN_BY_GIT,
  'topicmill.yaml':
    'sources: pages\nroots:\n  - { name: next, docsRoot: docs }\n  - { name: v1, docsRoot: versions/v1 }\n',
  'versions/v1/intro.md': '# Introduction\n\nThe first version.\n',
  'versions/v1/old/kiln.md': '# Kiln\n\nOf bricks.\n',
  'topicmill/next/guide/clay.qa.md': '## Q: What is stoneware?\n\nA: Clay that is fired hot.\n',
};
/** The docs root’s own tasks. */
const ROOT = ['topics:authority', 'topics:index'];

let repository: NxWorkspace;

beforeAll(async () => {
  repository = NxWorkspace.create();
  repository.remove('docs');
  for (const [path, text] of Object.entries(FILES)) repository.write(path, text);
  git('init', '-b', 'main');
  commit('All');
  expect((await repository.build()).status).toBe(0);
}, 180_000);

afterAll(() => repository.remove('.'));

function git(...args: readonly string[]): void {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', ['-C', repository.root, ...author, ...args], { stdio: 'ignore' });
}

function commit(message: string): void {
  git('add', '-A');
  git('commit', '-m', message);
}

/** `nx affected` for the last commit. */
async function affected(change: string): Promise<NxRun> {
  commit(change);
  const run = await repository.nx(['affected', '-t', 'index', '--base=HEAD~1', '--head=HEAD']);
  expect([change, run.status, run.output]).toEqual([change, 0, expect.any(String)]);
  return run;
}

it('an edited page runs the task of its folder, those of the folders above it in its docs root, and the docs root’s own', async () => {
  repository.edit('docs/guide/fire.md', (text) => `${text}\nThen faster.\n`);
  expect((await affected('Edited')).ran).toEqual(['next/guide:index', 'next:index', ...ROOT]);
  repository.edit('versions/v1/old/kiln.md', (text) => `${text}\nAnd of clay.\n`);
  expect((await affected('Edited in the other root')).ran).toEqual([...ROOT, 'v1/old:index', 'v1:index']);
}, 120_000);

it('a moved page runs at its new place, with the folders of both places and the pages whose links led to it', async () => {
  git('mv', 'docs/guide/clay.md', 'docs/clay.md');
  git('mv', 'topicmill/next/guide/clay.qa.md', 'topicmill/next/clay.qa.md');
  const { ran, output } = await affected('Moved');
  expect(ran).toEqual(['next/guide:index', 'next:index', ...ROOT]);
  expect(repository.has('topics/next/clay/index.json')).toBe(true);
  expect(repository.has('topics/next/guide/clay')).toBe(false);
  expect(output).toMatch(/^topicmill: removed \d+ files in topics\/next\/guide\/clay$/m);
}, 120_000);

it('a deleted page takes its results with it, and the run says so', async () => {
  git('rm', 'versions/v1/old/kiln.md');
  const { ran, output } = await affected('Deleted');
  expect(ran).toEqual([...ROOT, 'v1:index']);
  expect(output).toMatch(/^topicmill: removed \d+ files in topics\/v1\/old/m);
  expect(repository.has('topics/v1/old')).toBe(false);
}, 120_000);

it('notes that are edited or removed run the folder of their page', async () => {
  repository.edit('topicmill/next/clay.qa.md', (text) => `${text}\n## Q: How hot?\n\nA: 1250 degrees.\n`);
  const tasks = ['next:index', 'topics:index'];
  expect((await affected('Edited notes')).ran).toEqual(tasks);
  git('rm', 'topicmill/next/clay.qa.md');
  expect((await affected('Removed notes')).ran).toEqual(tasks);
}, 120_000);

it('a commit that touches no docs runs nothing', async () => {
  repository.write('README.md', '# Clay\n');
  expect((await affected('Something else')).ran).toEqual([]);
});
