import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BuildOptions, DocsRepo } from './docs-repo.js';
import { wordEmbedder } from './word-embedder.js';

const HANDBOOK = join(import.meta.dirname, 'fixtures', 'handbook', 'input');

/** Nothing of what was built before is left: the files are those of a first build of the same sources. */
async function expectAsBuiltAnew(repo: DocsRepo, options: BuildOptions = {}): Promise<void> {
  const anew = new DocsRepo(repo.sources());
  await anew.build(options);
  expect(repo.files()).toEqual(anew.files());
}

const TOPIC_STEPS = ['chunk', 'index', 'keywords', 'terms', 'topic-spec'];

it('a topic that is added runs its steps, the indexes above, and the steps of the docs root', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.write('docs/garden/pests/golden-reference.md', '# Pests\n\nSlugs eat seedlings at night.\n');
  const build = await repo.build();
  expect(build.ran).toEqual([
    ':authority',
    ':index',
    ':related',
    ...TOPIC_STEPS.map((step) => `garden/pests:${step}`),
    'garden:index',
  ]);
  expect(build.embeddedCount).toBe(1);
  await expectAsBuiltAnew(repo);
});

it('a topic that is deleted with its folder leaves nothing, and no other topic runs', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.remove('docs/brewing/pour-over');
  const build = await repo.build();
  expect(build.ran).toEqual([':authority', ':index', ':related', 'brewing:index']);
  expect(build.embeddedCount).toBe(0);
  await expectAsBuiltAnew(repo);
});

it('a topic whose reference alone is deleted loses what the tool made, and keeps what people wrote', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.remove('docs/brewing/espresso/golden-reference.md');
  repo.write('docs/brewing/espresso/_chunks/notes.md', 'mine\n');
  const build = await repo.build();
  expect(build.reconciled.removed).toHaveLength(15);
  expect(Object.keys(repo.files('docs/brewing/espresso'))).toEqual(['_chunks/notes.md', 'qa-pairs.md']);
  expect(build.ran).toEqual([':authority', ':index', ':related', 'brewing:index']);
});

it('a topic-spec.md that people wrote in outlives its topic, without the sections of the tool', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.remove('docs/garden/compost/golden-reference.md');
  await repo.build();
  const [first, second] = repo.read('docs/garden/compost/topic-spec.md').split('## Notes for editors');
  expect(Object.keys(repo.files('docs/garden/compost'))).toEqual(['topic-spec.md']);
  expect(first).toMatch(/^# Compost for small gardens\n[\s\S]*\| Year \| 2019 \|\n\n+$/);
  expect(second).toBe('\n\nKeep it to one heap: *nobody* with a small garden has two.\n');
});

it.each([
  ['altered', 'altered\n'],
  ['replaced by bytes that are not text', Uint8Array.from([0xff, 0x00, 0xfe])],
])('an output of a deleted topic that people %s stays', async (_name, content) => {
  const repo = await DocsRepo.builtHandbook();
  repo.remove('docs/brewing/espresso/golden-reference.md');
  repo.write('docs/brewing/espresso/_keywords/words.md', content);
  await repo.build();
  expect(Object.keys(repo.files('docs/brewing/espresso'))).toEqual(['_keywords/words.md', 'qa-pairs.md']);
});

it('a topic that is deleted right after the build that made it leaves nothing', async () => {
  const repo = new DocsRepo({
    'docs/a/golden-reference.md': '# A\n\nStays.\n',
    'docs/c/b/golden-reference.md': '# B\n\nGoes.\n',
  });
  await repo.build();
  repo.remove('docs/c/b/golden-reference.md');
  await repo.build();
  expect(Object.keys(repo.files()).filter((path) => path.startsWith('docs/c'))).toEqual([]);
  expect(Object.keys(repo.files('.topicmill/index')).sort()).toEqual(['docs/a/state.br', 'docs/state.br']);
});

it('a topic that is renamed with its outputs gets those of its new id, and nothing is embedded', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.move('docs/brewing/espresso', 'docs/brewing/short-coffee');
  const build = await repo.build();
  expect(build.ran).toEqual([
    ':authority',
    ':index',
    ':related',
    ...TOPIC_STEPS.map((step) => `brewing/short-coffee:${step}`),
    'brewing:index',
  ]);
  expect(build.embeddedCount).toBe(0);
  await expectAsBuiltAnew(repo);
});

it('a topic that is renamed without its outputs leaves none at its old place', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.move('docs/brewing/espresso/golden-reference.md', 'docs/drinks/espresso/golden-reference.md');
  repo.move('docs/brewing/espresso/qa-pairs.md', 'docs/drinks/espresso/qa-pairs.md');
  expect((await repo.build()).embeddedCount).toBe(0);
  await expectAsBuiltAnew(repo);
});

it('a topic that becomes a category only keeps its index and loses the rest', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.remove('docs/brewing/golden-reference.md');
  const build = await repo.build();
  expect(build.ran.filter((step) => step.includes('/'))).toEqual([]);
  await expectAsBuiltAnew(repo);
  expect((await repo.build()).reconciled).toMatchObject({ written: [], removed: [] });
});

it('a category that becomes a topic gets the outputs of one', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.write('docs/garden/golden-reference.md', '# The garden\n\nA garden needs time.\n');
  const build = await repo.build();
  expect(build.ran.filter((step) => step.includes('/'))).toEqual([]);
  await expectAsBuiltAnew(repo);
});

it('a docs root that is a topic no longer loses the outputs of one', async () => {
  const repo = DocsRepo.from(join(HANDBOOK, '../../root-topic/input'));
  await repo.build();
  repo.remove('guide/golden-reference.md');
  await repo.build();
  await expectAsBuiltAnew(repo);
});

it('a category whose last topic goes, goes too', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.remove('docs/garden/seeds');
  repo.remove('docs/garden/compost');
  await repo.build();
  await expectAsBuiltAnew(repo);
});

it('the last topic of all leaves the empty index of the docs root', async () => {
  const repo = new DocsRepo({ 'docs/a/golden-reference.md': '# A\n\nGoes.\n' });
  await repo.build();
  repo.remove('docs/a/golden-reference.md');
  await repo.build();
  expect(Object.keys(repo.files('docs'))).toEqual(['_keywords/authority.md', 'index.json', 'related.json']);
});

const BASE =
  'docsRoot: docs\nchunking: { minTokens: 20, maxTokens: 60, exclude: [garden/seeds] }\nprompts: { minSimilarity: 0.3, maxPerQuestion: 1 }\n';
const CHUNKS_CHANGE = ['chunk', 'index', 'related', 'topic-spec'];

it.each([
  ['chunking.minTokens', BASE.replace('minTokens: 20', 'minTokens: 30'), CHUNKS_CHANGE],
  ['chunking.maxTokens', BASE.replace('maxTokens: 60', 'maxTokens: 50'), CHUNKS_CHANGE],
  ['chunking.tokenCounter', BASE.replace('minTokens', 'tokenCounter: cl100k_base, minTokens'), CHUNKS_CHANGE],
  ['chunking.tail', BASE.replace('minTokens', 'tail: keep, minTokens'), CHUNKS_CHANGE],
  ['keywords.languages', `${BASE}keywords: { languages: [eng, deu] }\n`, ['authority', 'terms', 'topic-spec']],
  ['stripes.rounding', `${BASE}stripes: { rounding: nearest }\n`, ['index']],
  ['prompts.enabled', BASE.replace('minSimilarity', 'enabled: false, minSimilarity'), ['index', 'topic-spec']],
  ['prompts.minSimilarity', BASE.replace('0.3', '0.99'), ['topic-spec']],
  ['prompts.maxPerQuestion', BASE.replace('maxPerQuestion: 1', 'maxPerQuestion: 2'), ['index', 'topic-spec']],
  ['technicalBaselineTitles', `${BASE}technicalBaselineTitles: [Nothing]\n`, ['index', 'topic-spec']],
  ['baseHref', `${BASE}baseHref: /handbook/\n`, ['index']],
])('a change of %s runs the steps that read it, and leaves nothing of before', async (_key, config, steps) => {
  const repo = DocsRepo.handbook();
  repo.write('topicmill.yaml', BASE);
  await repo.build();
  const before = repo.files();
  repo.write('topicmill.yaml', config);
  const build = await repo.build();
  expect([...new Set(build.ran.map((step) => step.split(':')[1]))].sort()).toEqual(steps);
  await expectAsBuiltAnew(repo);
  repo.write('topicmill.yaml', BASE);
  expect((await repo.build()).embeddedCount).toBe(0);
  expect(repo.files()).toEqual(before);
});

it('a topic that is excluded from chunking loses its chunks, and no other topic runs', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit('topicmill.yaml', (text) => text.replace('[garden/seeds]', '[garden/seeds, garden/compost]'));
  const build = await repo.build();
  expect(build.ran).toEqual([
    ':related',
    'garden/compost:chunk',
    'garden/compost:index',
    'garden/compost:topic-spec',
    'garden:index',
  ]);
  expect(build.embeddedCount).toBe(0);
  expect(existsSync(join(repo.root, 'docs/garden/compost/_chunks'))).toBe(false);
  await expectAsBuiltAnew(repo);
});

it('an id of chunking.exclude that is not a topic is reported, with the one that is meant', async () => {
  const repo = DocsRepo.handbook();
  repo.write('topicmill.yaml', 'docsRoot: docs\nchunking: { exclude: [docs/garden/seeds, garden, garden/compost] }\n');
  const isAboutExclusion = ({ code }: { code: string }): boolean => code === 'CONFIG_INVALID';
  const told = (await repo.build()).diagnostics.filter(isAboutExclusion);
  expect(told.map(({ severity, file, message, remedy }) => [severity, file, message, remedy])).toEqual([
    [
      'warning',
      'topicmill.yaml',
      'chunking.exclude names "docs/garden/seeds", which is not a topic.',
      'Write garden/seeds.',
    ],
    [
      'warning',
      'topicmill.yaml',
      'chunking.exclude names "garden", which is not a topic.',
      'Write the path of a topic below the docs root, or remove the entry if the topic is gone.',
    ],
  ]);
});

it('a chunk set of another strategy embeds only texts that are new', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit('topicmill.yaml', (text) => text.replace('maxTokens: 60', 'maxTokens: 61'));
  const embedder = wordEmbedder();
  await repo.build({ embedder });
  repo.edit('topicmill.yaml', (text) => text.replace('maxTokens: 61', 'maxTokens: 60'));
  expect((await repo.build()).embeddedCount).toBe(0);
});

it('another model runs what depends on vectors; the first one is still in the cache', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  const other = { embedder: wordEmbedder('test:other words') };
  const build = await repo.build(other);
  expect([...new Set(build.ran.map((step) => step.split(':')[1]))].sort()).toEqual(['index', 'related', 'topic-spec']);
  expect(build.ran.filter((step) => step.endsWith(':topic-spec'))).toHaveLength(5);
  expect(build.embeddedCount).toBe(19);
  expect(repo.read('docs/garden/compost/topic-spec.md')).toContain('| Model | test:other words |');
  await expectAsBuiltAnew(repo, other);
  const back = await repo.build();
  expect(back.embeddedCount).toBe(0);
  expect(repo.files()).toEqual(before);
});

it('a docs root that moves takes everything along', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.move('docs', 'handbook');
  repo.edit('topicmill.yaml', (text) => text.replace('docsRoot: docs', 'docsRoot: handbook'));
  const build = await repo.build();
  expect(build.written).toEqual([]);
  expect(build.embeddedCount).toBe(0);
  await expectAsBuiltAnew(repo);
});

it('another docs root leaves nothing of the tool in the first', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.write('other/new/golden-reference.md', '# New\n\nA new start.\n');
  repo.edit('topicmill.yaml', (text) => text.replace('docsRoot: docs', 'docsRoot: other'));
  await repo.build();
  expect(Object.keys(repo.files('docs')).sort()).toEqual(Object.keys(DocsRepo.handbook().files('docs')).sort());
});
