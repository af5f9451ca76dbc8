import { expect, it } from 'vitest';
import { runTargets } from '../../src/runner/index.js';
import { INDEX } from '../../src/steps/index.js';
import { DocsRepo } from './docs-repo.js';
import { wordEmbedder } from './word-embedder.js';

const COMPOST = 'docs/garden/compost/golden-reference.md';
const ESPRESSO = 'docs/brewing/espresso/golden-reference.md';
const QUESTIONS = 'docs/brewing/espresso/qa-pairs.md';

it('without an edit nothing runs, is written or embedded', async () => {
  const repo = await DocsRepo.builtHandbook();
  const build = await repo.build();
  expect(build.ran).toEqual([]);
  expect(build.current).toHaveLength(29);
  expect([build.written, build.removed, build.embeddedCount]).toEqual([[], [], 0]);
});

it('an edit of one topic runs its steps, the index of its category, and the authority', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(COMPOST, (text) => `${text}\nLeaves of oak rot slowly; a compost heap likes them shredded.\n`);
  const build = await repo.build();
  expect(build.ran).toEqual([
    ':authority',
    'garden/compost:chunk',
    'garden/compost:index',
    'garden/compost:keywords',
    'garden/compost:terms',
    'garden/compost:topic-spec',
    'garden:index',
  ]);
  expect(build.written.every((path) => path.startsWith('garden/compost/'))).toBe(true);
  expect(build.embeddedCount).toBe(1);
});

it('an edit of a first chunk runs what finds related topics', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(COMPOST, (text) => text.replace(/^(# .*\n+)/m, '$1Heaps rot. '));
  const build = await repo.build();
  expect(build.ran).toContain(':related');
});

it('an edit of a title reaches the index of every folder above', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit('docs/brewing/golden-reference.md', (text) => text.replace('# Brewing coffee', '# Making coffee'));
  const build = await repo.build();
  expect(build.written).toContain('/index.json');
  expect(repo.read('docs/index.json')).toContain('"title": "Making coffee"');
});

it.each([
  ['front matter changes', ESPRESSO, (text: string) => text.replace('title: Espresso at home', 'title: Espresso')],
  ['front matter comes', COMPOST, (text: string) => `---\nowner: Ida\n---\n${text}`],
  ['blank lines come at the end', COMPOST, (text: string) => `${text}\n\n\n`],
  ['blank lines go at the end', COMPOST, (text: string) => text.trimEnd()],
  [
    'a line that no chunk contains changes its white space',
    COMPOST,
    (text: string) => text.replace('\n\n## Green', '\n\n\n## Green'),
  ],
])('when %s, nothing is embedded', async (_name, path, change) => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(path, change);
  const embedder = wordEmbedder();
  const build = await repo.build({ embedder });
  expect(build.ran).toContain(`${path.slice('docs/'.length, -'/golden-reference.md'.length)}:chunk`);
  expect(build.embeddedCount).toBe(0);
  expect(embedder.embedded).toEqual([]);
});

it('white space that is in no chunk file stops at the manifest', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit('docs/brewing/pour-over/golden-reference.md', (text) => `${text}\n\n`);
  const build = await repo.build();
  expect(build.ran).not.toContain('brewing/pour-over:keywords');
  expect(build.written.filter((path) => path.includes('_keywords'))).toEqual([]);
  expect(build.written.filter((path) => /_chunks\/.*\.md$/.test(path))).toEqual([]);
});

it('an edited chunk is embedded alone, with every other found in the cache', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(ESPRESSO, (text) => text.replace('Steam the milk', 'Steam the cold milk'));
  const embedder = wordEmbedder();
  await repo.build({ embedder });
  expect(embedder.embedded).toEqual([repo.read('docs/brewing/espresso/_chunks/golden-reference-5.md')]);
});

it('an edit of the questions leaves chunks, terms and keywords alone', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(QUESTIONS, (text) => `${text}\n## Q: How do I steam milk?\n\nA: Hot.\n`);
  const embedder = wordEmbedder();
  const build = await repo.build({ embedder });
  expect(build.ran).toEqual(['brewing/espresso:index', 'brewing/espresso:topic-spec', 'brewing:index']);
  expect(build.current).toEqual(
    expect.arrayContaining(['brewing/espresso:chunk', 'brewing/espresso:terms', 'brewing/espresso:keywords']),
  );
  expect(embedder.embedded).toEqual(['How do I steam milk?\n\nHot.']);
  expect(build.written).toEqual(['brewing/espresso/index.json', 'brewing/espresso/topic-spec.md']);
});

it('an edit of an answer embeds that question with its answer again, and nothing else', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(QUESTIONS, (text) => text.replace('Start with one to two', 'One to two'));
  const embedder = wordEmbedder();
  const build = await repo.build({ embedder });
  expect(build.ran).toEqual(['brewing/espresso:index', 'brewing/espresso:topic-spec']);
  expect(embedder.embedded).toEqual([expect.stringContaining('One to two')]);
});

it('questions that come and go change the topic and its index alone', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  repo.write('docs/garden/compost/qa-pairs.md', '## Q: What smells?\n\nA: Too much green waste.\n');
  const build = await repo.build();
  expect(build.written).toEqual(['garden/compost/index.json', 'garden/compost/topic-spec.md', 'garden/index.json']);
  expect(repo.read('docs/garden/compost/index.json')).toContain('"qa-pairs": { "href": "qa-pairs.md" }');
  repo.remove('docs/garden/compost/qa-pairs.md');
  await repo.build();
  expect(repo.files()).toEqual(before);
});

it('a term that crosses a share limit runs the keywords of the topics that have it', async () => {
  const repo = new DocsRepo(
    Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((id) => [
        `docs/${id}/golden-reference.md`,
        `# Topic ${id}\n\nThe ${id}${id}word ${id}${id}word ${id}${id}word is here.\n${id < 'c' ? 'shared shared shared' : ''}\n`,
      ]),
    ),
  );
  await repo.build();
  expect(repo.read('docs/_keywords/authority.md')).toContain('| shared | 10-25 % |');
  repo.edit('docs/c/golden-reference.md', (text) => `${text}\nshared shared shared\n`);
  const build = await repo.build();
  expect(repo.read('docs/_keywords/authority.md')).toContain('| shared | 25-50 % |');
  expect(build.ran.filter((step) => step.endsWith(':keywords'))).toEqual(['a:keywords', 'b:keywords', 'c:keywords']);
  expect(build.ran.filter((step) => step.startsWith('d:'))).toEqual([]);
  expect(build.written).toContain('a/_keywords/words.md');
  expect(build.current).toEqual(expect.arrayContaining(['a:chunk', 'a:terms', 'd:topic-spec', 'd:index']));
});

it('outputs that were deleted or altered by hand are restored though no step runs', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  repo.remove('docs/brewing/espresso/_chunks/golden-reference-3.md');
  repo.write('docs/garden/compost/_keywords/words.md', 'altered\n');
  repo.remove('docs/garden/index.json');
  const build = await repo.build();
  expect(build.ran).toEqual([]);
  expect(build.written).toEqual([
    'brewing/espresso/_chunks/golden-reference-3.md',
    'garden/compost/_keywords/words.md',
    'garden/index.json',
  ]);
  expect(repo.files()).toEqual(before);
});

it('files that no step owns are left alone', async () => {
  const repo = DocsRepo.handbook();
  const own = {
    'docs/brewing/espresso/_chunks/notes.md': 'mine\n',
    'docs/brewing/espresso/_chunks/golden-reference-1a.md': 'mine\n',
    'docs/brewing/espresso/_keywords/ideas.md': 'mine\n',
    'docs/brewing/espresso/picture.svg': '<svg/>\n',
    'docs/brewing/espresso/topic-spec.md.20240131': 'a copy of mine\n',
    'docs/brewing/espresso/index.json.2024013117': 'a copy of mine\n',
    'docs/_drafts/later/golden-reference.md': '# Later\n\nNot yet.\n',
    'docs/.hidden/golden-reference.md': '# Hidden\n\nNever.\n',
    'docs/README.md': 'mine\n',
  };
  for (const [path, text] of Object.entries(own)) repo.write(path, text);
  await repo.build();
  repo.edit(ESPRESSO, (text) => `${text}\nMore about the shot.\n`);
  await repo.build();
  const files = repo.files();
  expect(Object.fromEntries(Object.keys(own).map((path) => [path, files[path]]))).toEqual(own);
  expect(Object.keys(files).filter((path) => /drafts|hidden/.test(path))).toHaveLength(2);
});

it('a shorter document loses the chunk files that it no longer has', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(ESPRESSO, (text) => text.slice(0, text.indexOf('## Milk')));
  const build = await repo.build();
  expect(build.removed).toEqual([5, 6, 7, 8, 9].map((n) => `brewing/espresso/_chunks/golden-reference-${n}.md`));
  expect(build.embeddedCount).toBe(0);
});

it('a state that is missing or damaged costs a run and changes no file', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  repo.remove('.topicmill/index/docs/brewing/espresso/state.br');
  repo.write('.topicmill/index/docs/garden/compost/state.br', '{"format":1,"steps":{"chunk":{"inp');
  repo.write('.topicmill/index/docs/garden/state.br', '[]');
  const build = await repo.build();
  expect(build.ran).toHaveLength(11);
  expect([build.written, build.removed, build.embeddedCount]).toEqual([[], [], 0]);
  expect(repo.files()).toEqual(before);
});

it('another release of the steps runs them all and writes nothing that is equal', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  const workspace = { ...repo.open(), engine: 'another' };
  const reports = [];
  for await (const report of runTargets([INDEX], workspace)) {
    reports.push(...report.steps);
  }
  expect(reports).toHaveLength(28);
  expect(reports.every(({ outcome, written }) => outcome === 'ran' && written.length === 0)).toBe(true);
  expect(repo.files()).toEqual(before);
});
