import { joinChunks, readChunksManifest, readIndexJson } from '@topicmill/topics/formats';
import { expect, it } from 'vitest';
import { buildDocs } from '../../src/docs-build/index.js';
import { DocsRepo, filesBelow } from '../steps/docs-repo.js';

const INTRO = `---
title: Introduction
sidebar_position: 2
tags: [start]
---
How to begin with the kiln; see [how to fire it](guide/firing.md#glaze-firing).

## Safety

Wear gloves. Keep the door closed until the kiln is cold.
`;
const FIRING = `---
sidebar_position: 1
---
# Firing

Two firings make a pot.

## Bisque firing

Slowly, to 1000 degrees.

## Glaze firing

Faster, to 1250 degrees. Read the [introduction](../intro.md) first.
`;
const GUIDE = '---\ntitle: Guides\ndescription: Everything step by step\nsidebar_position: 3\n---\n';

const FILES = {
  'topicmill.yaml': 'sources: pages\nsite:\n  generator: docusaurus\n  url: https://kiln.example.org/\n',
  'docs/intro.md': INTRO,
  'docs/guide/firing.md': FIRING,
  'docs/guide/index.md': GUIDE,
  'docs/guide/clay.md': '---\nsidebar_position: 2\n---\n# Clay\n\nStoneware and earthenware.\n',
  'docs/later.md': '---\ndraft: true\n---\nNot yet.\n',
  'docs/_part.md': 'A part of another page.\n',
};

async function builtPages(files: Record<string, string> = FILES): Promise<DocsRepo> {
  const repo = new DocsRepo(files);
  const build = await repo.build();
  expect(build.diagnostics).toEqual([]);
  return repo;
}

function indexOf(repo: DocsRepo, id: string): ReturnType<typeof readIndexJson> {
  const path = `topics/${id === '' ? '' : `${id}/`}index.json`;
  return readIndexJson(repo.read(path), path);
}

function manifestOf(repo: DocsRepo, id: string): ReturnType<typeof readChunksManifest> {
  const path = `topics/${id}/_chunks/${id.split('/').at(-1)}.chunks.json`;
  return readChunksManifest(repo.read(path), path);
}

it('pages become topics, their chunks are the pages again when joined, and the docs root stays as it was', async () => {
  const before = filesBelow(new DocsRepo(FILES).path('docs'));
  const repo = await builtPages();
  expect(filesBelow(repo.path('docs'))).toEqual(before);
  expect(Object.keys(repo.files('topics'))).toEqual([
    '_keywords/authority.md',
    'guide/clay/_chunks/clay-0.md',
    'guide/clay/_chunks/clay.chunks.json',
    'guide/clay/_keywords/words.md',
    'guide/clay/index.json',
    'guide/clay/topic-spec.md',
    'guide/firing/_chunks/firing-0.md',
    'guide/firing/_chunks/firing-1.md',
    'guide/firing/_chunks/firing-2.md',
    'guide/firing/_chunks/firing.chunks.json',
    'guide/firing/_keywords/words.md',
    'guide/firing/index.json',
    'guide/firing/topic-spec.md',
    'guide/index.json',
    'index.json',
    'intro/_chunks/intro-0.md',
    'intro/_chunks/intro-1.md',
    'intro/_chunks/intro.chunks.json',
    'intro/_keywords/words.md',
    'intro/index.json',
    'intro/topic-spec.md',
    'related.json',
  ]);
  expect(joinedText(repo, 'intro')).toBe(INTRO);
});

it('what the site leaves out is not a topic, with the reason', async () => {
  const repo = await builtPages();
  expect(repo.open().leftOut).toEqual([
    { path: 'docs/_part.md', reason: 'excluded by name, as partials with _ are' },
    { path: 'docs/later.md', reason: 'draft: true' },
  ]);
});

function joinedText(repo: DocsRepo, id: string): string | undefined {
  const manifest = manifestOf(repo, id);
  return joinChunks(
    manifest,
    manifest.chunks.map(({ file }) => repo.read(`topics/${id}/_chunks/${file}`)),
  );
}

it('pages with any line ends, marks and blank lines are what their chunks are when joined', async () => {
  const windows = `\uFEFF${INTRO}`.replaceAll('\n', '\r\n');
  const blank = `${FIRING.replaceAll('\n\n', '\n \n\n\n').trimEnd()}`;
  const repo = await builtPages({ ...FILES, 'docs/intro.md': windows, 'docs/guide/firing.md': blank });
  expect([joinedText(repo, 'intro'), joinedText(repo, 'guide/firing')]).toEqual([windows, blank]);
});

it('a page has a copy where its chunks are not all of it, which goes with the first build that makes them so', async () => {
  const settings = FILES['topicmill.yaml'];
  const repo = await builtPages({ ...FILES, 'topicmill.yaml': `${settings}chunking: { strategy: structural }\n` });
  expect(repo.read('topics/intro/intro.md')).toBe(INTRO);
  expect(indexOf(repo, 'intro')._links).toMatchObject({ 'golden-reference': { href: 'intro.md' } });
  repo.write('topicmill.yaml', settings);
  expect((await repo.build()).diagnostics).toEqual([]);
  const clean = await builtPages();
  expect(repo.files('topics')).toEqual(clean.files('topics'));
});

it('indexes have titles, descriptions, addresses and the order of the site', async () => {
  const repo = await builtPages();
  const root = indexOf(repo, '');
  expect(root._embedded.topics.map(({ id, title, url, tags }) => [id, title, url, tags])).toEqual([
    ['intro', 'Introduction', 'https://kiln.example.org/docs/intro', ['start']],
    ['guide', 'Guides', 'https://kiln.example.org/docs/guide/', undefined],
  ]);
  const guide = indexOf(repo, 'guide');
  expect([guide.title, guide.description]).toEqual(['Guides', 'Everything step by step']);
  expect(guide._embedded.topics.map(({ id }) => id)).toEqual(['guide/firing', 'guide/clay']);
  expect(guide._embedded.topics[0]!._links.chunks).toEqual({ href: 'firing/_chunks/firing.chunks.json' });
  expect(guide._embedded.topics[0]!._links['golden-reference']).toBeUndefined();
});

it('chunks have ids, addresses and the links that lead to other pages', async () => {
  const long = `${'Heat rises slowly in a cold kiln.\n\n'.repeat(120)}`;
  const repo = await builtPages({
    ...FILES,
    'docs/guide/firing.md': FIRING.replace('Slowly', `${long}Slowly`).replace('Faster', `${long}Faster`),
  });
  const { chunks } = manifestOf(repo, 'guide/firing');
  expect(chunks.map(({ id, url }) => [id, url])).toEqual([
    ['guide/firing', 'https://kiln.example.org/docs/guide/firing'],
    ['guide/firing#bisque-firing', 'https://kiln.example.org/docs/guide/firing#bisque-firing'],
    ['guide/firing#bisque-firing~2', 'https://kiln.example.org/docs/guide/firing#bisque-firing'],
    ['guide/firing#glaze-firing', 'https://kiln.example.org/docs/guide/firing#glaze-firing'],
    ['guide/firing#glaze-firing~2', 'https://kiln.example.org/docs/guide/firing#glaze-firing'],
  ]);
  expect(chunks[4]!.links).toEqual([
    { href: '../intro.md', url: 'https://kiln.example.org/docs/intro', topic: 'intro' },
  ]);
  const [item] = indexOf(repo, 'guide/firing')._embedded.chunks!['golden-reference'].items;
  expect([item!.id, item!.url]).toEqual(['guide/firing', 'https://kiln.example.org/docs/guide/firing']);
  expect(manifestOf(repo, 'intro').chunks[0]!.links).toEqual([
    {
      href: 'guide/firing.md#glaze-firing',
      url: 'https://kiln.example.org/docs/guide/firing#glaze-firing',
      topic: 'guide/firing',
    },
  ]);
});

it('a link without a destination leads nowhere, and its page is built', async () => {
  const repo = await builtPages({
    ...FILES,
    'docs/intro.md': `${INTRO}\nSee [the release notes]() and ![the kiln]().\n`,
  });
  const links = manifestOf(repo, 'intro').chunks.flatMap((chunk) => chunk.links ?? []);
  expect(links.map(({ href }) => href)).toEqual(['guide/firing.md#glaze-firing']);
});

it('an edit of one page runs its steps, the indexes above it, and the steps of the docs root', async () => {
  const repo = await builtPages();
  repo.edit('docs/guide/clay.md', (text) => `${text}\nPorcelain too.\n`);
  const build = await repo.build();
  expect(build.ran).toEqual([
    ':authority',
    ':related',
    'guide/clay:chunk',
    'guide/clay:index',
    'guide/clay:keywords',
    'guide/clay:source',
    'guide/clay:topic-spec',
    'guide:index',
  ]);
  expect((await repo.build()).ran).toEqual([]);
});

it('a page that is renamed takes its files along, changes the links to it, and nothing of other pages', async () => {
  const repo = await builtPages();
  const before = repo.files('topics');
  repo.move('docs/guide/firing.md', 'docs/guide/kiln.md');
  repo.edit('docs/intro.md', (text) => text.replace('guide/firing.md', 'guide/kiln.md'));
  await repo.build();
  const after = repo.files('topics');
  const changed = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
  const others = changed.filter((path) => !/^(?:intro|guide\/(?:firing|kiln))\//.test(path));
  expect(others).toEqual(['guide/index.json', 'related.json']);
  expect(changed.some((path) => path.startsWith('guide/firing/') && after[path] !== undefined)).toBe(false);
  expect(after['intro/_chunks/intro.chunks.json']).toContain('https://kiln.example.org/docs/guide/kiln#glaze-firing');
});

it('a page that comes changes the links that lead to it now, although their pages are as they were', async () => {
  const { 'docs/guide/firing.md': firing, ...others } = FILES;
  const repo = await builtPages(others);
  expect(manifestOf(repo, 'intro').chunks[0]!.links).toEqual([]);
  repo.write('docs/guide/firing.md', firing);
  expect((await repo.build()).ran).toContain('intro:chunk');
  expect(manifestOf(repo, 'intro').chunks[0]!.links).toHaveLength(1);
});

it('a page that becomes the page of its folder keeps its id and leaves no file of its old name', async () => {
  const repo = await builtPages();
  repo.move('docs/guide/clay.md', 'docs/guide/clay/index.md');
  await repo.build();
  expect(Object.keys(repo.files('topics/guide/clay'))).toEqual([
    '_chunks/index-0.md',
    '_chunks/index.chunks.json',
    '_keywords/words.md',
    'index.json',
    'topic-spec.md',
  ]);
});

it('of two pages of one address the site shows one; the other is left out with a warning that names both', async () => {
  const repo = new DocsRepo({ ...FILES, 'docs/guide/clay.mdx': '# Clay again\n\nText.\n' });
  const build = await buildDocs(repo.open(), {});
  expect(build.diagnostics.map(({ severity, code, file, message }) => [severity, code, file, message])).toEqual([
    ['warning', 'PAGE_ID_CONFLICT', 'docs/guide/clay.mdx', expect.stringContaining('docs/guide/clay.md')],
  ]);
  expect(indexOf(repo, 'guide/clay').title).toBe('Clay');
});

it('contributor files next to folders that differ in case alone are topics, and no failure', async () => {
  const repo = await builtPages({
    'topicmill.yaml': 'sources: pages\ndocsRoot: .\nsite: { generator: none }\n',
    'CONTRIBUTING.md': '# Contributing\n\nShort.\n',
    'contributing/README.md': '# How to contribute\n\nLong.\n',
    'contributing/search.md': '# Search\n\nText.\n',
  });
  const titles = ['contributing', 'contributing/README', 'contributing/search'].map((id) => indexOf(repo, id).title);
  expect(titles).toEqual(['Contributing', 'How to contribute', 'Search']);
});

it('a page next to a folder that differs in case alone is one topic with topics below it', async () => {
  const repo = await builtPages({
    ...FILES,
    'docs/FAQ.md': '# FAQ\n\nShort.\n',
    'docs/faq/kilns.md': '# Kilns\n\nHot.\n',
  });
  expect(indexOf(repo, 'faq').title).toBe('FAQ');
  expect(indexOf(repo, 'faq/kilns').title).toBe('Kilns');
  expect(Object.keys(repo.files('topics')).filter((path) => /^faq\//i.test(path))).not.toContainEqual(
    expect.stringMatching(/^FAQ/),
  );
});

it('what people write about a page is in the folder topicmill, and questions are next to the results too', async () => {
  const questions = '## Q: How hot is a glaze firing?\n\nA: 1250 degrees.\n';
  const repo = await builtPages({ ...FILES, 'topicmill/guide/firing.qa.md': questions });
  expect(indexOf(repo, 'guide/firing')._links['qa-pairs']).toEqual({ href: 'qa-pairs.md' });
  expect(repo.read('topics/guide/firing/qa-pairs.md')).toBe(questions);
  expect(repo.read('topics/guide/firing/topic-spec.md')).toContain('How hot is a glaze firing?');
});

it('a build of one page builds the indexes above it, and leaves them where pages have never been built', async () => {
  const repo = new DocsRepo(FILES);
  const first = await buildDocs(repo.open(), { ids: ['guide/clay'] });
  expect([first.folders.map(({ id }) => id), first.left]).toEqual([
    ['', 'guide/clay'],
    ['guide', ''],
  ]);
  await buildDocs(repo.open(), {});
  repo.edit('docs/guide/clay.md', (text) => `${text}\nPorcelain too.\n`);
  const again = await buildDocs(repo.open(), { ids: ['guide/clay'] });
  expect([again.folders.map(({ id }) => id), again.left]).toEqual([['', 'guide/clay', 'guide', ''], []]);
});

it('a dry run writes nothing and fails nothing', async () => {
  const repo = new DocsRepo(FILES);
  const before = filesBelow(repo.root);
  const { folders } = await buildDocs(repo.open(), { dryRun: true });
  expect(folders.every(({ outcome }) => outcome === 'built')).toBe(true);
  const { '.topicmill/memo/pages.br': _, '.topicmill/record.br': __, ...after } = filesBelow(repo.root);
  expect(after).toEqual(before);
});

it('several docs roots have ids that begin with their names, and versions and languages that indexes tell', async () => {
  const repo = await builtPages({
    'topicmill.yaml':
      'sources: pages\noutDir: built\nroots:\n  - { name: next, docsRoot: docs }\n  - { name: v1, docsRoot: old, version: "1.0", locale: en }\n',
    'docs/clay.md': '# Clay\n\nNew clay.\n',
    'old/clay.md': '# Clay\n\nOld clay.\n',
  });
  const { _embedded } = readIndexJson(repo.read('built/v1/index.json'), 'index.json');
  expect(_embedded.topics.map(({ id, version, locale }) => [id, version, locale])).toEqual([['v1/clay', '1.0', 'en']]);
  expect(Object.keys(repo.files('built')).filter((path) => path.endsWith('clay-0.md'))).toEqual([
    'next/clay/_chunks/clay-0.md',
    'v1/clay/_chunks/clay-0.md',
  ]);
});

it('pages that git ignores do not become topics, and their folder is named with the reason', async () => {
  const text = '# Page\n\nText.\n';
  const repo = await builtPages({ ...FILES, '.gitignore': 'api\n', 'docs/api/a.md': text, 'docs/api/b/c.md': text });
  expect(repo.open().tree.has('api/a')).toBe(false);
  expect(repo.open().leftOut).toContainEqual({ path: 'docs/api/', reason: 'ignored by git or Nx' });
});

it('a page of a docs root inside another is not left out by the outer one', async () => {
  const text = '# Page\n\nText.\n';
  const repo = new DocsRepo({
    'topicmill.yaml':
      'sources: pages\noutDir: topics\nroots:\n  - { name: en, docsRoot: docs, site: { generator: starlight, locales: [fr] } }\n  - { name: fr, docsRoot: docs/fr, site: { generator: starlight } }\n',
    'docs/a.md': text,
    'docs/404.md': text,
    'docs/fr/a.md': text,
    'docs/fr/404.md': text,
  });
  expect(repo.open().leftOut).toEqual([
    { path: 'docs/404.md', reason: 'the page for errors' },
    { path: 'docs/fr/404.md', reason: 'the page for errors' },
  ]);
});

it.each([
  "docsRoot: docs\ninclude: ['glazes/**']\n",
  "outDir: topics\nroots:\n  - { name: kiln, docsRoot: docs, include: ['glazes/**'], site: { generator: none } }\n",
])('a pattern without an ending takes no file for a page but markdown: %j', async (settings) => {
  const repo = await builtPages({
    'topicmill.yaml': `sources: pages\n${settings}`,
    'docs/glazes/tin.md': '# Tin\n\nWhite.\n',
    'docs/glazes/ash.markdown': '# Ash\n\nGreen.\n',
    'docs/glazes/tin.png': '\x89PNG\0\x01',
    'docs/glazes/prices.csv': 'tin,4\n',
    'docs/kilns.md': '# Kilns\n\nHot.\n',
  });
  const { tree, leftOut } = repo.open();
  const topics = [...tree.values()].flatMap(({ isTopic, page }) => (isTopic ? page!.sitePath : []));
  expect([topics.sort(), leftOut]).toEqual([['glazes/ash.markdown', 'glazes/tin.md'], []]);
});

it('a workspace that is its own docs root takes neither results nor notes for pages', async () => {
  const repo = await builtPages({
    'topicmill.yaml': 'sources: pages\ndocsRoot: .\n',
    'clay.md': '# Clay\n\nStoneware.\n',
    'topicmill/clay.qa.md': '## Q: What is stoneware?\n\nA: Clay.\n',
    '.github/CONTRIBUTING.md': '# Not a page\n\nText.\n',
  });
  const ids = (): string[] => [...repo.open().tree.keys()];
  expect(ids()).toEqual(['clay', '']);
  await repo.build();
  expect(ids()).toEqual(['clay', '']);
});

it.each([
  ['', ['_c/d', '_part', 'a', 'a_b', 'b/c_', 'index']],
  ['site: { generator: hugo }\n', ['_c/d', '_part', 'a', 'a_b', 'b/c_', 'index']],
  ['site: { generator: starlight }\n', ['_c/d', 'a_b', 'b/c_', 'index']],
  ['site: { generator: starlight }\nexclude: ["b/*"]\n', ['_c/d', 'a_b', 'index']],
])('names with an underscore are pages without a generator, and what the generator says with one: %j', (site, ids) => {
  const text = '# Title\n\nText.\n';
  const paths = [
    'a/_index.md',
    '_part.md',
    '_c/d.md',
    'a_b.md',
    'b/c_.md',
    site.includes('star') ? 'index.md' : '_index.md',
  ];
  const files = Object.fromEntries(paths.map((path) => [`docs/${path}`, text]));
  const repo = new DocsRepo({ 'topicmill.yaml': `sources: pages\n${site}`, ...files });
  const topics = [...repo.open().tree.values()].filter(({ isTopic }) => isTopic).map(({ id }) => id);
  expect(topics.sort()).toEqual(ids);
});

it('anchors are those of the headings that the dialect has', async () => {
  const text = `+++\ntitle = "Kilns"\n+++\n\nHeat.\n\n{{< highlight sh >}}\n# Not a heading\n{{< /highlight >}}\n\n${'Clay is heavy. '.repeat(60)}\n\n## Firing\n\n${'Slowly at first. '.repeat(60)}\n`;
  const repo = await builtPages({
    'topicmill.yaml':
      'sources: pages\nsite: { generator: hugo, url: https://kiln.example.org/ }\nchunking: { minTokens: 20, maxTokens: 100 }\n',
    'docs/kiln.md': text,
  });
  const manifest = readChunksManifest(repo.read('topics/kiln/_chunks/kiln.chunks.json'), 'kiln.chunks.json');
  const urls = new Set(manifest.chunks.map(({ url }) => url));
  expect([...urls]).toEqual(['https://kiln.example.org/kiln/', 'https://kiln.example.org/kiln/#firing']);
});

it('the docs are called what the configuration says, in the index of their root alone', async () => {
  const repo = await builtPages();
  const before = repo.files('topics');
  repo.edit('topicmill.yaml', (text) => `title: The kiln\ndescription: How to fire pots.\n${text}`);
  await repo.build();
  expect(indexOf(repo, '')).toMatchObject({ title: 'The kiln', description: 'How to fire pots.' });
  const after = repo.files('topics');
  expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual(['index.json']);
});
