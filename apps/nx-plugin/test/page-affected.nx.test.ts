import { afterAll, beforeAll, expect, it } from 'vitest';
import { Commits } from './commits.js';
import { NxWorkspace } from './nx-workspace.js';
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
let commits: Commits;

beforeAll(async () => {
  repository = NxWorkspace.create();
  repository.remove('docs');
  for (const [path, text] of Object.entries(FILES)) repository.write(path, text);
  commits = new Commits(repository);
  commits.start();
  expect((await repository.build()).status).toBe(0);
}, 180_000);

afterAll(() => repository.remove('.'));

it('an edited page runs the task of its folder, those of the folders above it in its docs root, and the docs root’s own', async () => {
  repository.edit('docs/guide/fire.md', (text) => `${text}\nThen faster.\n`);
  expect((await commits.affected('Edited')).ran).toEqual(['next/guide:index', 'next:index', ...ROOT]);
  repository.edit('versions/v1/old/kiln.md', (text) => `${text}\nAnd of clay.\n`);
  expect((await commits.affected('Edited in the other root')).ran).toEqual([...ROOT, 'v1/old:index', 'v1:index']);
}, 120_000);

it('a moved page runs at its new place, with the folders of both places and the pages whose links led to it', async () => {
  commits.git('mv', 'docs/guide/clay.md', 'docs/clay.md');
  commits.git('mv', 'topicmill/next/guide/clay.qa.md', 'topicmill/next/clay.qa.md');
  const { ran, output } = await commits.affected('Moved');
  expect(ran).toEqual(['next/guide:index', 'next:index', ...ROOT]);
  expect(repository.has('topics/next/clay/index.json')).toBe(true);
  expect(repository.has('topics/next/guide/clay')).toBe(false);
  expect(output).toMatch(/^topicmill: removed \d+ files in topics\/next\/guide\/clay$/m);
}, 120_000);

it('a deleted page takes its results with it, and the run says so', async () => {
  commits.git('rm', 'versions/v1/old/kiln.md');
  const { ran, output } = await commits.affected('Deleted');
  expect(ran).toEqual([...ROOT, 'v1:index']);
  expect(output).toMatch(/^topicmill: removed \d+ files in topics\/v1\/old/m);
  expect(repository.has('topics/v1/old')).toBe(false);
}, 120_000);

it('notes that are edited or removed run the folder of their page', async () => {
  repository.edit('topicmill/next/clay.qa.md', (text) => `${text}\n## Q: How hot?\n\nA: 1250 degrees.\n`);
  const tasks = ['next:index', 'topics:index'];
  expect((await commits.affected('Edited notes')).ran).toEqual(tasks);
  commits.git('rm', 'topicmill/next/clay.qa.md');
  expect((await commits.affected('Removed notes')).ran).toEqual(tasks);
}, 120_000);

it('a commit that touches no docs runs nothing', async () => {
  repository.write('README.md', '# Clay\n');
  expect((await commits.affected('Something else')).ran).toEqual([]);
});
