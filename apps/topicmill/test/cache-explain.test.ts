import { expect, it } from 'vitest';
import { reference, sampleRepo } from './docs-repo.js';

it('names the inputs that a miss is due to, step by step, and what depends on what those steps make', async () => {
  const repo = sampleRepo();
  expect((await repo.run('cache', 'explain', 'bread')).out).toMatch(
    /^chunk: runs\n {2}\.topicmill has no result of it\n/,
  );
  await repo.run('build');
  const built = repo.files('.topicmill');
  const current = await repo.run('cache', 'explain', 'bread');
  expect(current).toEqual({
    exitCode: 0,
    out:
      ['chunk', 'terms', 'keywords', 'topic-spec', 'index'].map((step) => `${step}: current\n`).join('') +
      'vectors: 0 of 1 text not in .embedding-cache\n',
    err: '',
  });

  repo.write('docs/bread/golden-reference.md', '# Bread\n\nRye and water.\n');
  repo.write('docs/bread/qa-pairs.md', '## Q: Why?\n\nA: So.\n');
  repo.write('topicmill.yaml', 'docsRoot: docs\nchunking:\n  minTokens: 200\n');
  const { out } = await repo.run('cache', 'explain', 'docs/bread');
  expect(out).toBe(`chunk: runs
  changed: chunking in topicmill.yaml
  changed: docs/bread/golden-reference.md
terms: runs
  changed: docs/bread/golden-reference.md
keywords: current, unless its inputs change
  after: terms
topic-spec: runs
  added: docs/bread/qa-pairs.md
  changed: docs/bread/golden-reference.md
  after: chunk
  after: keywords
index: current, unless its inputs change
  after: topic-spec
vectors: 2 of 2 texts not in .embedding-cache
`);
  expect(repo.files('.topicmill')).toEqual(built);

  await repo.run('build');
  repo.remove('docs/bread/qa-pairs.md');
  const { steps } = JSON.parse((await repo.run('cache', 'explain', 'bread', '--json')).out);
  expect(steps).toContainEqual(
    expect.objectContaining({ step: 'topic-spec', status: 'changed', removed: ['docs/bread/qa-pairs.md'] }),
  );
});

it('names the topics that the steps of the docs root would run for', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  repo.write('docs/bread/golden-reference.md', '# Bread\n\nRye and water.\n');
  repo.write('docs/salt/golden-reference.md', reference('Salt', 'crystals'));
  const { out } = await repo.run('cache', 'explain', 'docs');
  expect(out).toContain(
    'authority: runs\n  added: docs/salt/golden-reference.md\n  changed: docs/bread/golden-reference.md\n',
  );
});

it('a damaged state, a reference that cannot be read and a topic that is not there are reported', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  repo.write('.topicmill/index/docs/bread/state.json', '{}');
  const damaged = await repo.run('cache', 'explain', 'bread');
  expect(damaged.out).toMatch(/^chunk: runs\n {2}its result in \.topicmill is damaged\n/);
  expect(damaged.err).toContain('.topicmill/index/docs/bread/state.json warning CACHE_FILE_DAMAGED');
  repo.write('docs/bread/golden-reference.md', Buffer.from([0xff]));
  expect(await repo.run('cache', 'explain', 'bread')).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/^chunk: fails\n/),
    err: expect.stringContaining('docs/bread/golden-reference.md:1 error NOT_UTF8'),
  });
  expect(await repo.run('cache', 'explain', 'nothing')).toMatchObject({ exitCode: 2 });
});
