import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import { tokenCounter } from './staged.js';

const lines = (word: string) => Array.from({ length: 120 }, (_, i) => `${word} number ${i} has some more words in it`);
const FENCED = ['```js', ...lines('CODE'), '```'];

function contained(first: string, rest: string, content: readonly string[]): string {
  return content.map((line, i) => (i === 0 ? first : rest) + line).join('\n');
}

const indented = (indent: string, marker: string, separator: string) =>
  lines('TEXT')
    .map((line) => `${indent}${marker}${line}`)
    .join(separator);

/** Texts of CODE in fences and of TEXT outside of them, in containers of every kind. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'a quote': contained('> ', '> ', FENCED),
  'a quote with text around the code': contained('> ', '> ', ['TEXT one', '', ...FENCED, '', 'TEXT two']),
  'a quote that ends its code': `${contained('> ', '> ', FENCED.slice(0, -1))}\n\nTEXT after it`,
  'a list': contained('- ', '  ', FENCED),
  'a list that ends its code': `${contained('- ', '  ', FENCED.slice(0, -1))}\n\nTEXT after it\n\nTEXT again`,
  'a numbered list': contained('10. ', '    ', FENCED),
  'a nested list': `- TEXT\n${contained('  - ', '    ', FENCED)}`,
  'an item with text before the code': `- a\n  - b\n${contained('    - ', '      ', ['TEXT', '', ...FENCED])}`,
  'a list in a quote': contained('> - ', '>   ', FENCED),
  'a quote in a list': contained('- > ', '  > ', FENCED),
  'a footnote': `TEXT[^1]\n\n${contained('[^1]: ', '    ', ['TEXT', '', ...FENCED])}`,
  'nested items': `- TEXT\n${indented('    ', '- ', '\n')}`,
  'nested items with blank lines': `- TEXT\n\n${indented('    ', '- ', '\n\n      TEXT of it\n\n')}`,
  'items of the third level': `- TEXT\n  - TEXT\n${indented('      ', '* ', '\n')}`,
  'items after tabs': `- TEXT\n${indented('\t', '- ', '\n')}`,
  'paragraphs of an item': `1.  TEXT\n\n${indented('    ', '', '\n\n')}`,
  'paragraphs of a footnote': `TEXT[^1]\n\n[^1]: TEXT\n\n${indented('    ', '', '\n\n')}`,
  'sentences of an item': `-   TEXT\n\n    ${lines('TEXT').join('. ')}\n\n    TEXT\n\n    TEXT`,
};

describe.each(Object.entries(DOCUMENTS))('what is cut out of %s', (_, text) => {
  const { chunks, dropped } = chunkSync(text, { fileTitle: 'Guide', tokenCounter });

  test('is all there', () => {
    expect(chunks.length).toBeGreaterThan(2);
    expect(dropped).toEqual([]);
    for (const { originalText, sourcePosition } of chunks) {
      expect(originalText).toContain(text.slice(sourcePosition.charStart, sourcePosition.charEnd));
    }
  });

  test('is code where it was code, and text where it was text', () => {
    for (const { originalText } of chunks) {
      const tree = unified().use(remarkParse).use(remarkGfm).parse(originalText);
      expect(valuesOf(tree, ['code'])).not.toMatch(/TEXT|```/);
      expect(valuesOf(tree, ['text', 'inlineCode'])).not.toMatch(/CODE|```/);
    }
  });
});

function valuesOf(node: Nodes, types: readonly string[]): string {
  if ('children' in node) return node.children.map((child) => valuesOf(child, types)).join('\n');
  return types.includes(node.type) && 'value' in node ? node.value : '';
}
