import { expect, test } from 'vitest';
import { sampleRepo } from './docs-repo.js';

const MANIFEST = 'docs/_search/manifest.json';

test('publishes what is built, and nothing again', async () => {
  const repo = sampleRepo();
  await repo.build();
  expect(await repo.run('search-index', '--dry-run')).toMatchObject({ exitCode: 0, err: '' });
  expect(repo.has('docs/_search')).toBe(false);
  expect(await repo.run('search-index')).toMatchObject({
    exitCode: 0,
    err: '',
    out: expect.stringMatching(/^search: written \d+ files/),
  });
  expect(repo.has(MANIFEST)).toBe(true);
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0, out: 'search: same output\n' });
});

test('fails when topics are not built, for nobody would miss them in the index', async () => {
  const repo = sampleRepo();
  await repo.build();
  repo.write('docs/drinks/cocoa/golden-reference.md', '# Cocoa\n\nBeans and milk.\n');
  expect(await repo.run('search-index')).toMatchObject({
    exitCode: 1,
    err: 'Not built, and not in the index: 1 topic, such as "drinks/cocoa"; run: npx topicmill build\n',
  });
  await repo.build();
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0, err: '' });
});
