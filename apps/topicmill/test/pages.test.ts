import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { targetsOf } from '@topicmill/pipeline/optional-targets';
import { runTargets } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { openDocs, openSearchIndex } from '@topicmill/search/retrieval';
import { beforeEach, describe, expect, it } from 'vitest';
import { directoryLoader } from '../src/docs-source/directory-loader.js';
import { main } from '../src/main.js';
import { DocsRepo } from './docs-repo.js';

const CONFIG = `sources: pages
site: { generator: docusaurus, url: 'https://kiln.example.org/' }
records: { enabled: true }
pages: { enabled: true, baseUrl: 'https://kiln.example.org/pages', context: 2000 }
`;
const CLAY = `---
title: Clay
description: Which clay for which pot
---
Stoneware for plates; see [how to fire it](guide/firing.md#glaze-firing).

## Storing clay

Wrap it in plastic, and keep it damp.
`;
const FIRING = '# Firing\n\nTwo firings make a pot.\n\n## Glaze firing\n\nFaster, to 1250 degrees.\n';
const FIRING_URL = 'https://kiln.example.org/docs/guide/firing';

let repo: DocsRepo;

/** Every target that the configuration asks for, as a run of Nx has them. */
async function runAll(): Promise<void> {
  const workspace = openWorkspace(repo.root, { env: {} });
  for await (const report of runTargets(targetsOf(workspace.config), workspace))
    if (report.outcome !== 'built') throw new Error(JSON.stringify(report));
}

beforeEach(() => {
  repo = new DocsRepo({
    'topicmill.yaml': CONFIG,
    'docs/clay.md': CLAY,
    'docs/guide/firing.md': FIRING,
    'topicmill/clay.qa.md': '## Q: How is clay stored?\n\nA: Wrapped in plastic.\n',
    '.gitignore': '.topicmill\n.embedding-cache\n',
  });
});

describe('with `sources: pages`', () => {
  it('build makes what verify finds sound, and pin-keywords pins its shares', async () => {
    expect((await repo.run('build')).exitCode).toBe(0);
    expect(await repo.run('verify')).toMatchObject({ exitCode: 0, err: '' });
    expect((await repo.run('pin-keywords', '--dry-run')).out).toMatch(/^would write topicmill\/keyword-shares\.md: /);
    expect((await repo.run('pin-keywords')).out).toMatch(/^written topicmill\/keyword-shares\.md: /);
    expect((await repo.run('pin-keywords')).out).toMatch(/^topicmill\/keyword-shares\.md is current: /);
    expect((await repo.run('build')).exitCode).toBe(0);
    expect(await repo.run('verify', 'clay')).toMatchObject({ exitCode: 0 });
    repo.write('topics/clay/_chunks/clay-0.md', 'altered');
    expect((await repo.run('verify')).err).toContain('CHUNK_FILE_WRONG');
  });

  it('a reader has a page whole, and the own texts of its chunks, from the chunks alone, and no mixture of two builds', async () => {
    await runAll();
    const docs = openDocs(directoryLoader(join(repo.root, 'topics')));
    const text = async (id: string): Promise<string> => new TextDecoder().decode(await docs.readReference(id));
    expect(await text('clay')).toBe(CLAY);
    const items = await docs.chunks('guide/firing');
    const spans = await Promise.all(items.map(({ index }) => docs.readSourceSpan('guide/firing', index)));
    expect(spans.join('')).toBe(FIRING);
    const chunk = 'topics/clay/_chunks/clay-0.md';
    repo.write(chunk, repo.read(chunk).replace('plates', 'mugs'));
    await expect(text('clay')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('the targets records and pages write below the results, and never into the content', async () => {
    await runAll();
    expect(repo.read('topics/clay/_records/golden-reference.records.json')).toContain('keep it damp');
    const pages = readdirSync(join(repo.root, 'topics/guide/firing/_pages')).filter((name) => name.endsWith('.md'));
    expect(pages.map((name) => repo.read(`topics/guide/firing/_pages/${name}`)).join('')).toContain('1250 degrees');
    expect(repo.has('docs/_records') || repo.has('docs/_pages') || repo.has('docs/clay')).toBe(false);
    expect((await repo.run('verify')).exitCode).toBe(0);
  });

  it('the target score finds the questions about pages', () => {
    repo.write('topicmill.yaml', `${CONFIG}score: { enabled: true }\n`);
    repo.write('topicmill/guide/firing.page-queries.yaml', '[]\n');
    const workspace = openWorkspace(repo.root, { env: {} });
    const score = targetsOf(workspace.config).find(({ name }) => name === 'score')!;
    expect(score.foldersIn(workspace).map(({ id }) => id)).toEqual(['guide/firing']);
  });

  it('related.json names pages by their ids', async () => {
    await runAll();
    const { topics } = JSON.parse(repo.read('topics/related.json')) as { topics: { id: string }[] };
    expect(topics.map(({ id }) => id)).toEqual(['clay', 'guide/firing']);
  });

  it('query, eval and diff read pages, their questions and their addresses', async () => {
    await runAll();
    const { results } = JSON.parse((await repo.run('query', 'glaze firing', '--json')).out) as { results: object[] };
    expect(results[0]).toMatchObject({ topic: 'guide/firing', url: expect.stringContaining(FIRING_URL) });
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: repo.root, encoding: 'utf8' });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
    expect(await repo.run('eval')).toMatchObject({ exitCode: 0, out: expect.stringContaining('1') });
    repo.write('docs/clay.md', CLAY.replace('Wrap it in plastic', 'Put it under a wet cloth'));
    const { topics } = JSON.parse((await repo.run('diff', 'HEAD', '--json')).out) as { topics: object[] };
    expect(topics).toMatchObject([{ id: 'clay', kind: 'changed' }]);
  });

  it('mcp serves pages as resources, with addresses', async () => {
    await runAll();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const running = main(['mcp'], { stdin, stdout, stderr: { write: () => undefined }, cwd: repo.root, env: {} });
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioServerTransport(stdout, stdin));
    const { contents } = await client.readResource({ uri: 'topicmill://topic/clay' });
    expect(contents).toMatchObject([{ text: CLAY }]);
    const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'glaze firing' } });
    expect((structuredContent as { results: object[] }).results[0]).toMatchObject({
      topic: 'guide/firing',
      url: expect.stringContaining(FIRING_URL),
    });
    await client.close();
    stdin.end();
    expect(await running).toBe(0);
  });

  it('llms.txt leads to the pages where people read them, in the order of the site, and so does llms-full.txt', async () => {
    repo.write('docs/guide/_category_.json', '{ "label": "Step by step", "position": 1 }');
    repo.write('docs/guide/firing.md', `---\nsidebar_position: 2\n---\n${FIRING}`);
    repo.write('docs/guide/aging.md', '---\nsidebar_position: 3\n---\n# Aging\n\nSee [clay](../clay.md).\n');
    repo.write('docs/guide/wheel.md', '---\nsidebar_position: 1\n---\n# Wheel\n\nIt turns.\n');
    await runAll();
    expect((await repo.run('export', 'llms', '--out', 'out')).exitCode).toBe(0);
    const at = 'https://kiln.example.org/docs';
    expect(linksOf(repo.read('out/llms.txt'))).toEqual([
      '## Step by step',
      `${at}/guide/wheel`,
      FIRING_URL,
      `${at}/guide/aging`,
      '## Topics',
      `${at}/clay`,
      '## Optional',
      expect.stringMatching(/clay\.qa\.md$|qa-pairs\.md$/),
    ]);
    expect(repo.read('out/llms.txt')).toContain(`[Clay](${at}/clay): Which clay for which pot`);
    const full = repo.read('out/llms-full.txt');
    const sources = [...full.matchAll(/^Source: .*\((.*)\)$/gm)].map(([, url]) => url);
    expect(sources).toEqual([`${at}/guide/wheel`, FIRING_URL, `${at}/guide/aging`, `${at}/clay`]);
    expect(full).toContain(`See [clay](${at}/clay).`);
    expect(full).toContain(`see [how to fire it](${FIRING_URL}#glaze-firing)`);
  });

  it('questions about pages are in a published search index, and count', async () => {
    repo.write('topicmill.yaml', `${CONFIG}search: { enabled: true }\n`);
    const question = 'Where does leftover mud go?';
    repo.write('topicmill/clay.qa.md', `## Q: ${question}\n\nA: Wrap it in plastic, and keep it damp.\n`);
    await runAll();
    expect(repo.has('topics/_search/manifest.json')).toBe(true);
    const index = await openSearchIndex(directoryLoader(join(repo.root, 'topics')));
    const { results, missingWords } = await index.search('leftover mud', { mode: 'bm25' });
    expect(missingWords).toEqual([]);
    expect(results.map(({ topic, match }) => [topic, match.question])).toEqual([['clay', question]]);
    const same = await index.search(question, { mode: 'prompts' });
    expect([same.mode, same.results[0]!.topic, same.results[0]!.match.promptDistance]).toEqual(['prompts', 'clay', 0]);
    const masked = await index.search('leftover mud', { mode: 'bm25', maskedQuestion: question });
    expect(masked.results).toEqual([]);
  });

  it('descriptions of front matter are in a published search index', async () => {
    repo.write('topicmill.yaml', `${CONFIG}search: { enabled: true }\n`);
    await runAll();
    const index = await openSearchIndex(directoryLoader(join(repo.root, 'topics')));
    const { results } = await index.search('which pot', { mode: 'bm25' });
    expect(results.map(({ topic, match }) => [topic, match.descriptionWords])).toContainEqual(['clay', ['pot']]);
  });
});

/** Headings of level 2, and where links lead, in order. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/^## .*$|^- \[.*?\]\((.*?)\)/gm)].map(([line, url]) => url ?? line);
}
