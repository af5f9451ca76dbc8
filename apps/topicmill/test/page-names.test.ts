import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

/** Pages below `docs`, and what a build says about them: nothing, or a code with what mends it. */
const NAMES: readonly {
  readonly of: string;
  readonly pages: readonly string[];
  readonly refused?: { readonly code: string; readonly rename: readonly [string, string] };
}[] = [
  { of: 'a folder .txt below a section that is a page', pages: ['web/index.md', 'web/robots.txt/index.md'] },
  { of: 'a folder .md below such a section', pages: ['web/index.md', 'web/notes.md/index.md'] },
  { of: 'a folder .html of pages', pages: ['web/index.md', 'web/old.html/a.md'] },
  { of: 'a folder .rst, and a page of the name', pages: ['web/index.md', 'web/api.rst/index.md', 'web/api.md'] },
  { of: 'a folder with the name of a chunk', pages: ['web.md', 'web/web-1.md/index.md'] },
  { of: 'a page below a page of its name', pages: ['web.md', 'web/web.md', 'web/web/web.md'] },
  { of: 'folders of outputs', pages: ['web/index.md', 'web/_chunks/index.md', 'web/_keywords/a.md', '_search/b.md'] },
  { of: 'files of exports', pages: ['llms.txt/index.md', 'llms-full.txt/index.md'] },
  { of: 'pages with names of outputs', pages: ['topic-spec.md', 'qa-pairs.md', 'golden-reference.md', 'related.md'] },
  { of: 'pages with names of questions', pages: ['model-questions.md', 'web/model-questions.md', 'web/QA-Pairs.md'] },
  { of: 'names that Windows keeps', pages: ['con/index.md', 'aux.md', 'nul.txt/index.md', 'web/COM1.md'] },
  { of: 'dots and spaces at the end', pages: ['foo..md', 'bar./index.md', 'wide /index.md', 'x .md'] },
  { of: 'spaces inside', pages: ['a  b.md', 'c\u00a0d.md', 'e\u3000f/g h.md', 'tab\there.md'] },
  { of: 'percent signs', pages: ['100%.md', 'a%2Fb.md', '50%25/index.md', '%zz/x.md', '%00.md'] },
  { of: 'signs of addresses and shells', pages: ['a:b.md', 'c*d.md', 'q?.md', 'h#x.md', '<t>.md', 'p|q.md', '"q".md'] },
  { of: 'signs of markdown', pages: ['[a](b).md', '`c`.md', '_d_.md', '$e.md', "it's.md", 'a & b.md'] },
  { of: 'scripts and symbols', pages: ['日本語.md', 'ελλ/ψ.md', '🫖.md', 'עברית/index.md', '\u200bzero.md'] },
  { of: 'pages that differ in case', pages: ['FAQ.md', 'faq.md'] },
  { of: 'folders that differ in case', pages: ['Guide/a.md', 'guide/b.md'] },
  { of: 'pages that differ in Unicode form', pages: ['caf\u00e9.md', 'cafe\u0301.md'] },
  { of: 'a folder of 255 bytes', pages: [`${'z'.repeat(255)}/index.md`] },
  { of: 'a page of 200 bytes', pages: [`${'z'.repeat(197)}.md`] },
  {
    of: 'a page whose chunks have no room for their names',
    pages: [`${'y'.repeat(240)}.md`],
    refused: { code: 'FILE_UNWRITABLE', rename: [`${'y'.repeat(240)}.md`, 'y.md'] },
  },
  {
    of: 'the index of a folder',
    pages: ['web/index.md', 'web/index.json/index.md', 'web/index.json/deeper/a.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['web/index.json', 'web/index-json'] },
  },
  {
    of: 'the index of a folder in another case',
    pages: ['web/a.md', 'web/Index.JSON/index.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['web/Index.JSON', 'web/json'] },
  },
  {
    of: 'the topic-spec.md of a page',
    pages: ['web/index.md', 'web/topic-spec.md/index.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['web/topic-spec.md', 'web/topic-spec'] },
  },
  {
    of: 'the state of a folder',
    pages: ['web/index.md', 'web/state.br/index.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['web/state.br', 'web/state-br'] },
  },
  {
    of: 'the states of folders, in another case',
    pages: ['web/States.BR.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['web/States.BR.md', 'web/states.md'] },
  },
  {
    of: 'the related.json of the docs root',
    pages: ['related.json/index.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['related.json', 'related'] },
  },
  {
    of: 'the copy of a page',
    pages: ['web/foo.md', 'web/foo/foo.md/index.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['web/foo/foo.md', 'web/foo/bar'] },
  },
  {
    of: 'a backslash',
    pages: ['a\\b.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['a\\b.md', 'a-b.md'] },
  },
  {
    of: 'a space at the beginning',
    pages: [' left.md', 'other.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: [' left.md', 'left.md'] },
  },
  {
    of: 'a line break',
    pages: ['c\nd.md', 'other.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['c\nd.md', 'c-d.md'] },
  },
  {
    of: 'what a terminal obeys',
    pages: ['red\u001b[31m.md', 'other.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['red\u001b[31m.md', 'red.md'] },
  },
  {
    of: 'a name that is not in UTF-8',
    pages: ['caf\ufffd.md', 'other.md'],
    refused: { code: 'FOLDER_NAME_INVALID', rename: ['caf\ufffd.md', 'cafe.md'] },
  },
];

function siteOf(pages: readonly string[]): DocsRepo {
  const texts = pages.map((page, at) => [
    `docs/${page}`,
    `# Page ${at}\n\nWords of page ${at}.\n\n## Part\n\nMore of subject ${at}.\n`,
  ]);
  const config = 'sources: pages\nexclude: []\nsite:\n  generator: none\n';
  return new DocsRepo({ 'topicmill.yaml': config, ...Object.fromEntries(texts) });
}

async function codesOf(repo: DocsRepo): Promise<string[]> {
  const { out, err } = await repo.run('build');
  return [...new Set([...`${out}${err}`.matchAll(/ (?:error|warning) ([A-Z_]+):/g)].map(([, code]) => code!))];
}

it.each(NAMES)('$of', async ({ pages, refused }) => {
  const repo = siteOf(pages);
  if (refused !== undefined) {
    expect(await codesOf(repo)).toEqual([refused.code]);
    expect((await repo.run('build')).exitCode).toBe(1);
    const [from, to] = refused.rename;
    renameSync(repo.path(`docs/${from}`), repo.path(`docs/${to}`));
  }
  expect(await codesOf(repo)).toEqual([]);
  const built = repo.files('topics');
  expect(await repo.run('verify')).toMatchObject({ exitCode: 0, err: '' });
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(repo.files('topics')).toEqual(built);
  expect((await repo.run('clean', '--dry-run')).out).not.toContain('OUTPUT_ORPHANED');
});
