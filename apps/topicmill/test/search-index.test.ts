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
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0, out: 'search: same output; embedded 9 texts\n' });
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

test.each([
  ['the folder', 'dist/topicmill-search', 'FILE_UNREADABLE'],
  ['the search box', 'dist/topicmill-search/topicmill-search.js/full', 'FILE_UNREADABLE'],
])('something else in place of %s is an error that names it from where the user is', async (_, path, code) => {
  const repo = sampleRepo();
  repo.write(path, 'mine');
  const { exitCode, err } = await repo.run('search-index', '--out', 'dist');
  expect(exitCode).toBe(1);
  expect(err).toContain(code);
  expect(err).toContain('dist/topicmill-search');
  expect(err).not.toContain(repo.root);
  expect(err).not.toMatch(/^ +at /m);
  expect(repo.read(path)).toBe('mine');
});

test('a folder in place of an index file that is left over is an error that names it from where the user is', async () => {
  const repo = sampleRepo();
  const path = `dist/topicmill-search/${'0'.repeat(16)}.bin`;
  repo.write(`${path}/full`, 'mine');
  const { exitCode, err } = await repo.run('search-index', '--out', 'dist');
  expect(exitCode).toBe(1);
  expect(err).toContain(path);
  expect(err).not.toContain(repo.root);
  expect(repo.read(`${path}/full`)).toBe('mine');
});

test('a built site that is not there is named as it was given', async () => {
  const repo = sampleRepo();
  const { exitCode, err } = await repo.run('search-index', '--out', 'dist');
  expect(exitCode).toBe(2);
  expect(err).toContain('There is no folder "dist".');
});
