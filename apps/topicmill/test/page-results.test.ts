import { beforeEach, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const CONFIG = 'sources: pages\nsite: { generator: none }\n';
const CLAY = '# Clay\n\nStoneware for plates.\n';

let repo: DocsRepo;

beforeEach(() => {
  repo = new DocsRepo({
    'topicmill.yaml': CONFIG,
    'docs/clay.md': CLAY,
    'docs/guide/firing.md': '# Firing\n\nTwo firings make a pot.\n',
  });
});

it.each([
  ['is not a topic', undefined],
  ['is a page', '# Pots\n\nFrom clay to glaze.\n'],
])('builds keep what `export llms` wrote where the docs root %s', async (_, home) => {
  if (home !== undefined) repo.write('docs/index.md', home);
  await repo.run('build');
  expect((await repo.run('export', 'llms')).exitCode).toBe(0);
  const [list, full] = ['llms.txt', 'llms-full.txt'].map((name) => repo.read(`topics/${name}`));
  repo.write('docs/clay.md', `${CLAY}\nKeep it damp.\n`);
  expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
  expect(await repo.run('clean')).toMatchObject({ exitCode: 0 });
  expect(await repo.run('verify')).toMatchObject({ exitCode: 0, err: '' });
  expect([repo.read('topics/llms.txt'), repo.read('topics/llms-full.txt')]).toEqual([list, full]);
});

it('builds keep files written by hand in a category of pages, and remove those of the page that it was', async () => {
  repo.write('docs/guide/index.md', '# Guide\n\nAll of it.\n');
  await repo.run('build');
  repo.remove('docs/guide/index.md');
  repo.write('topics/guide/notes.md', 'Ours.\n');
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(Object.keys(repo.files('topics/guide')).filter((path) => !path.startsWith('firing/'))).toEqual([
    'index.json',
    'notes.md',
  ]);
});

it('a dry run compares topics that were never embedded with embedded ones, and says what it would embed', async () => {
  await repo.run('build');
  repo.write(
    'topicmill.yaml',
    'sources: pages\nroots:\n  - { name: blog, docsRoot: blog, site: { generator: none } }\n  - { name: docs, docsRoot: docs, site: { generator: none } }\n',
  );
  repo.write('blog/kiln.md', '# Kiln\n\nA new kiln has come.\n');
  const { exitCode, out, err } = await repo.run('build', '--dry-run');
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toMatch(/\b\d+ texts? to embed\b/);
  expect(out).not.toContain('embedded');
});
