import { MAX_GROWTH, timeGrowth } from '@topicmill/test-support/time-growth';
import { readQaPairs } from '@topicmill/topics/formats';
import { describe, expect, test } from 'vitest';
import { detectSite, findConfigs } from '../../src/site-config/index.js';
import { readModule } from '../../src/site-config/read-module.js';
import { docusaurusOrder } from '../../src/sites/docusaurus/detect.js';
import { mkdocsPages, readNav } from '../../src/sites/mkdocs/pages.js';
import { applyOrder } from '../../src/sites/page-order.js';
import type { PageSource } from '../../src/sites/page-source.js';
import { memoryView } from './folder-views.js';

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');
const placed = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    source: { path: `f${at}/p.md`, frontMatter: {} } as PageSource,
    route: '',
  }));
const sections = (count: number): string => `nav:\n${lines(count, (at) => `- S${at}:\n  - f${at}/p.md\n`)}`;
const moduleOf = (text: string) => () =>
  docusaurusOrder(readModule(memoryView({ 'sidebars.js': text }), 'sidebars.js').value);

describe('time at most doubles for twice as many', () => {
  test.each<[string, (count: number) => () => unknown]>([
    ['pages of a nav', (count) => () => readNav(`nav:\n${lines(count, (at) => `- p${at}.md\n`)}`)],
    ['sections of a nav', (count) => () => readNav(sections(count))],
    [
      'pages below forty sections of a nav',
      (count) => {
        const around = lines(40, (at) => `${' '.repeat(at * 2)}- S${at}:\n`);
        const text = `nav:\n${around}${lines(count, (at) => `${' '.repeat(80)}- f/p${at}.md\n`)}`;
        return () => readNav(text);
      },
    ],
    [
      'folders of a MkDocs site with a nav',
      (count) => {
        const sources = placed(count).map(({ source }) => source);
        const context = { files: new Map([['mkdocs.yml', sections(count)]]), now: new Date(0) };
        const settings = { excludeDocs: '', navFile: 'mkdocs.yml', useDirectoryUrls: true } as never;
        return () => mkdocsPages(sources, settings, context);
      },
    ],
    [
      'folders that a navigation names, as often as it likes',
      (count) => {
        const pages = placed(count);
        const order = [...pages.map((_, at) => `f${at}/`), ...pages.map(() => '/')];
        return () => applyOrder(pages, order);
      },
    ],
    [
      'questions on consecutive lines',
      (count) => {
        const text = `${lines(count, (at) => `Q: How ${at}?\n`)}A: So.\n`;
        return () => readQaPairs(text, 'qa-pairs.md');
      },
    ],
  ])('%s', async (_, make) => {
    expect(await timeGrowth(make)).toBeLessThan(MAX_GROWTH);
  });

  test.each<[string, (count: number) => () => unknown]>([
    ['items of a sidebar', (count) => moduleOf(`module.exports = { a: [${lines(count, (at) => `'p${at}',`)}] };`)],
    ['items that only running it gives', (count) => moduleOf(`module.exports = { a: [${'f(),'.repeat(count)}] };`)],
  ])('%s', async (_, make) => {
    expect(await timeGrowth(make)).toBeLessThan(MAX_GROWTH);
  });
});

const DOUBLED = lines(50, (at) => `const a${at} = [...a${at + 1}, ...a${at + 1}];\n`);

test('names that double a list again and again are refused, with the file', () => {
  const text = `${DOUBLED}const a50 = ['intro'];\nmodule.exports = { docs: a0 };\n`;
  expect(() => readModule(memoryView({ 'docs/sidebars.js': text }), 'docs/sidebars.js')).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      file: 'docs/sidebars.js',
      remedy: expect.stringContaining('topicmill.yaml'),
    }),
  );
});

test.each([
  ['sums', (name: string) => `${name} + ${name}`],
  ['templates', (name: string) => `\`\${${name}}\${${name}}\``],
])('a text that %s double again and again is not read', (_, twice) => {
  const text = `const t0 = '${'x'.repeat(100_000)}';\n${lines(15, (at) => `const t${at + 1} = ${twice(`t${at}`)};\n`)}module.exports = { title: t15, url: 'u' };\n`;
  expect(readModule(memoryView({ 'a.js': text }), 'a.js')).toEqual({ value: { url: 'u' }, unread: ['title'] });
});

const DEEP = 100_000;

test.each([
  ['sidebars.json', docusaurusOrderOfJson],
  ['docs.json', mintlifyOrder],
])('lists too deep inside each other in %s are not read', (_, read) => {
  expect(read() ?? []).toEqual([]);
});

function docusaurusOrderOfJson(): unknown {
  const text = `{"docs":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`;
  return docusaurusOrder(readModule(memoryView({ 'sidebars.json': text }), 'sidebars.json').value);
}

function mintlifyOrder(): unknown {
  const navigation = `${'{"pages":['.repeat(DEEP)}"a"${']}'.repeat(DEEP)}`;
  const view = memoryView({ 'docs.json': `{"$schema":"https://mintlify.com/docs.json","navigation":${navigation}}` });
  const [root] = detectSite(view, findConfigs(view)[0]!).roots;
  return (root?.site as { order?: readonly string[] } | undefined)?.order;
}
