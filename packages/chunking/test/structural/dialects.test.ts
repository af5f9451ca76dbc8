import { type DialectName, dialectOf } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { describe, expect, test } from 'vitest';
import { chunkSync, twoTierStrategy } from '../../src/index.js';
import { tokenCounter, words } from './staged.js';

const long = words(300);
const MDX = [
  'import { Tabs } from "./tabs.js";',
  '',
  'export const levels = [',
  '  # not a heading',
  '];',
  '',
  `# Guide\n\n${long}\n\n## Setup {/* a comment */}\n\n<Tabs items={[\n"# no heading either",\n]}>\n\n### In tabs\n\n${long}\n\n</Tabs>\n\n## Use\n\n${long}\n`,
].join('\n');
const VITEPRESS = `# Guide\n\n${long}\n\n## Setup {#install}\n\n::: tip\n${long}\n:::\n\n## Use\n\n${long}\n`;
const MKDOCS = `# Guide\n\n${long}\n\n!!! note "Read this"\n\n    ${long}\n\n    ${long}\n\n#Use\n\n${long}\n`;

const wordpiece = await loadTokenCounter('wordpiece');

describe.each<[DialectName, string, string, string[][]]>([
  ['none', 'page.mdx', MDX, [['Guide'], ['Guide', 'Setup'], ['Guide', 'Use']]],
  ['vitepress', 'page.md', VITEPRESS, [['Guide'], ['Guide', 'Setup'], ['Guide', 'Use']]],
  ['mkdocs', 'page.md', MKDOCS, [['Guide'], ['Guide'], ['Use']]],
])('a page of %s (%s)', (name, path, text, paths) => {
  const dialect = dialectOf(name, path);
  const { chunks, dropped } = chunkSync(text, { fileTitle: 'Guide', tokenCounter, dialect });

  test('has the headings of its dialect', () => {
    const found = new Set(chunks.map(({ headerPath }) => JSON.stringify(headerPath)));
    for (const each of paths) expect(found).toContain(JSON.stringify(each));
    expect([...found].join()).not.toMatch(/heading|not a/);
  });

  test('loses nothing', () => {
    expect(dropped).toEqual([]);
    let end = 0;
    for (const { sourcePosition } of chunks) {
      expect(text.slice(end, sourcePosition.charStart).trim()).toBe('');
      end = sourcePosition.charEnd;
    }
    expect(text.slice(end).trim()).toBe('');
  });

  test('embeds what readers see, without code of modules, tags and markers', () => {
    for (const { embedText, originalText } of chunks) {
      expect(embedText).not.toMatch(/import |export const|<\/?Tabs|\{\/\*|:::|!!!|\{#install\}/);
      expect(text.replaceAll('\r', '')).toContain(originalText.trim().slice(-40));
    }
  });

  test('has the same headings in two tiers', () => {
    const strategy = twoTierStrategy({ tokenCounter: wordpiece, headings: 'markdown' });
    const { headings } = strategy.chunk({ text, file: path, docId: 'page', title: 'Guide', dialect });
    expect(headings.map(({ text: heading }) => heading).filter((heading) => heading !== 'In tabs')).toEqual([
      ...new Set(paths.flat()),
    ]);
  });
});

test('an id that the author gave a heading is its anchor', () => {
  const { chunks } = chunkSync(VITEPRESS, {
    fileTitle: 'Guide',
    tokenCounter,
    dialect: dialectOf('vitepress', 'a.md'),
  });
  expect(chunks.flatMap(({ headerSlugs }) => headerSlugs)).toContain('install');
});

test('a chunk of nothing but imports is left out without a warning', () => {
  const imports = Array.from({ length: 120 }, (_, at) => `import Part${at} from '@site/parts/part-${at}.js';`);
  const text = `${imports.join('\n')}\n\n# Guide\n\n${long}\n`;
  const made = chunkSync(text, { fileTitle: 'Guide', tokenCounter, dialect: dialectOf('none', 'a.mdx') });
  expect(made.diagnostics).toEqual([]);
  expect(made.chunks.map(({ embedText }) => embedText).join('')).not.toContain('import');
  expect(made.chunks[0]!.embedText).toContain('Guide');
});
