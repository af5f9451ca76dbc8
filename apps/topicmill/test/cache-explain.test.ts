import { runTargets } from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { expect, it } from 'vitest';
import { type DocsRepo, reference, SERVED, sampleRepo, servedRepo } from './docs-repo.js';

it('names the inputs that a miss is due to, step by step, and what depends on what those steps make', async () => {
  const repo = await servedRepo();
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
  repo.write('topicmill.yaml', `${SERVED}chunking:\n  minTokens: 200\n`);
  const { out } = await repo.run('cache', 'explain', 'docs/bread');
  expect(out).toBe(`chunk: runs
  changed: chunking in topicmill.yaml
  changed: docs/bread/golden-reference.md
terms: runs
  changed: docs/bread/golden-reference.md
keywords: current, unless its inputs change
  after: terms
  after: authority of docs
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

/** What `cache explain` names as inputs of a topic's steps that are not those of the last build, each once. */
async function namedInputs(repo: DocsRepo, id: string): Promise<string[]> {
  const { steps } = JSON.parse((await repo.run('cache', 'explain', id, '--json')).out) as {
    steps: readonly Readonly<Record<'added' | 'changed' | 'removed', readonly string[]>>[];
  };
  const named = steps.flatMap(({ added, changed, removed }) => [
    ...added.map((name) => `added ${name}`),
    ...changed.map((name) => `changed ${name}`),
    ...removed.map((name) => `removed ${name}`),
  ]);
  return [...new Set(named)].sort();
}

const setting = (yaml: string) => (repo: DocsRepo) => repo.write('topicmill.yaml', `docsRoot: docs\n${yaml}`);
const TEA = 'docs/drinks/tea';

it('names just the input that was changed, of every kind that can make a miss', async () => {
  const repo = sampleRepo();
  const changes: readonly (readonly [id: string, change: () => unknown, named: string | string[]])[] = [
    [
      'drinks/tea',
      () => repo.edit(`${TEA}/golden-reference.md`, (text) => `${text}\nMore.\n`),
      `changed ${TEA}/golden-reference.md`,
    ],
    [
      'drinks/tea',
      () => repo.edit(`${TEA}/qa-pairs.md`, (text) => text.replace('tin', 'box')),
      `changed ${TEA}/qa-pairs.md`,
    ],
    ['drinks/tea', () => repo.remove(`${TEA}/qa-pairs.md`), `removed ${TEA}/qa-pairs.md`],
    [
      'drinks/tea',
      () => repo.edit(`${TEA}/topic-spec.md`, (text) => text.replace('| Priority |  |', '| Priority | 2 |')),
      [`added what people wrote in ${TEA}/topic-spec.md`, `changed ${TEA}/topic-spec.md`],
    ],
    [
      'drinks/tea',
      () => repo.edit('docs/_keywords/authority.md', (text) => `${text}| leaves | 10-25 % |\n`),
      'changed docs/_keywords/authority.md',
    ],
    ['drinks/tea', () => setting('chunking:\n  maxTokens: 700\n')(repo), 'changed chunking in topicmill.yaml'],
    ['drinks/tea', () => setting('keywords:\n  stopWords: [leaves]\n')(repo), 'changed keywords in topicmill.yaml'],
    ['drinks/tea', () => setting('prompts:\n  maxPerQuestion: 2\n')(repo), 'changed prompts in topicmill.yaml'],
    [
      'drinks/tea',
      () => setting('technicalBaselineTitles: [Making]\n')(repo),
      'changed technicalBaselineTitles in topicmill.yaml',
    ],
    ['drinks/tea', () => setting('stripes:\n  rounding: nearest\n')(repo), 'changed stripes in topicmill.yaml'],
    ['drinks/tea', () => setting('baseHref: /docs/\n')(repo), 'changed baseHref in topicmill.yaml'],
    ['drinks/tea', () => setting('embedding:\n  model: ollama:small\n')(repo), 'changed embedding model'],
    [
      'drinks',
      () => repo.edit(`${TEA}/index.json`, (text) => text.replace('"Tea"', '"Infusions"')),
      `changed ${TEA}/index.json`,
    ],
    [
      '',
      () => repo.edit('docs/bread/golden-reference.md', (text) => text.replace('Bread', 'Loaves')),
      'changed docs/bread/golden-reference.md',
    ],
    ['', () => repo.write('docs/keyword-shares.md', '# Shares\n'), 'added docs/keyword-shares.md'],
  ];
  for (const [id, change, named] of changes) {
    repo.write('topicmill.yaml', 'docsRoot: docs\n');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0 });
    expect(await namedInputs(repo, id === '' ? 'docs' : id), `before: ${named}`).toEqual([]);
    change();
    expect(await namedInputs(repo, id === '' ? 'docs' : id)).toEqual([named].flat());
  }
});

it('names Topicmill itself where another release of it made the result', async () => {
  const repo = sampleRepo();
  const older = { ...openWorkspace(repo.root, { env: {} }), engine: 'an older release' };
  for await (const { outcome } of runTargets([AUTHORITY, INDEX], older)) expect(outcome).toBe('built');
  expect(await namedInputs(repo, 'drinks/tea')).toEqual(['changed Topicmill']);
});

it('names the steps elsewhere whose results are read: the terms of all topics, the indexes below', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  repo.edit(`${TEA}/golden-reference.md`, (text) => text.replace('# Tea', '# Infusions'));
  expect((await repo.run('cache', 'explain', 'bread')).out).toContain(
    'keywords: current, unless its inputs change\n  after: authority of docs\n',
  );
  expect((await repo.run('cache', 'explain', 'drinks')).out).toContain(`  after: index of ${TEA}\n`);
  expect((await repo.run('cache', 'explain', 'docs')).out).toContain('  after: index of docs/drinks\n');
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
  repo.write('.topicmill/index/docs/bread/state.br', '{}');
  const damaged = await repo.run('cache', 'explain', 'bread');
  expect(damaged.out).toMatch(/^chunk: runs\n {2}its result in \.topicmill is damaged\n/);
  expect(damaged.err).toContain('.topicmill/index/docs/bread/state.br warning CACHE_FILE_DAMAGED');
  repo.write('docs/bread/golden-reference.md', Buffer.from([0xff]));
  expect(await repo.run('cache', 'explain', 'bread')).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/^chunk: fails\n/),
    err: expect.stringContaining('docs/bread/golden-reference.md:1 error NOT_UTF8'),
  });
  expect(await repo.run('cache', 'explain', 'nothing')).toMatchObject({ exitCode: 2 });
});
