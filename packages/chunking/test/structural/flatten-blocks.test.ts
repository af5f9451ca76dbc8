import { describe, expect, test } from 'vitest';
import { nodesOf, tokenCounter } from './staged.js';

const texts = (markdown: string) =>
  nodesOf(markdown).map(({ section }) => section.path.map(({ text }) => text).join('/'));
const slugs = (markdown: string) => nodesOf(markdown).map(({ section }) => section.path.at(-1)?.slug);

test('each block is under the headings in force, a heading under itself', () => {
  expect(texts('a\n\n# B\n\nc\n\n### D\n\n## E\n\nf\n\n# G\n')).toEqual(['', 'B', 'B', 'B/D', 'B/E', 'B/E', 'G']);
});

test('parts under different outermost headings are distinguished', () => {
  const nodes = nodesOf('a\n\n## B\n\n### C\n\n## D\n\n# E\n');
  expect(nodes.map(({ section }) => section.topLevelIndex)).toEqual([0, 1, 1, 2, 3]);
});

test('sizes add up to that of the text', () => {
  const text = '# A\n\nSome text. More of it.\n\n- x\n- y\n\n```js\nf();\n```\n\n\n\nend\n';
  const total = nodesOf(text).reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  expect(total).toBe(tokenCounter.count(text));
});

describe('text and anchor of headings are those of the rendered page', () => {
  test.each([
    ['# `code` and **bold** text', 'code and bold text', 'code-and-bold-text'],
    ['# A [link](https://a.b "t") & ![image](i.png)', 'A link &', 'a-link--'],
    ['# Snake_case &amp; 1.2', 'Snake_case & 1.2', 'snake_case--12'],
    ['# <em>HTML</em> in it', 'HTML in it', 'html-in-it'],
    ['# ~~old~~ new', 'old new', 'old-new'],
    ['# Überschrift: 日本語!', 'Überschrift: 日本語!', 'überschrift-日本語'],
    ['# Closed \\# ##', 'Closed #', 'closed-'],
    ['Underlined *twice*\n===', 'Underlined twice', 'underlined-twice'],
    ['Two\n  lines\n===', 'Two lines', 'twolines'],
    ['Two *or\nthree*\nlines\n===', 'Two or three lines', 'two-orthreelines'],
    ['# [not] a [link]', '[not] a [link]', 'not-a-link'],
    ['# `` a`b `` c', 'a`b c', 'ab-c'],
  ])('%s', (markdown, text, slug) => {
    const { path } = nodesOf(markdown)[0]!.section;
    expect(path.map((heading) => [heading.text, heading.slug])).toEqual([[text, slug]]);
  });

  test('a reference is a link when the document defines it', () => {
    expect(texts('# [a][b]\n\n[b]: https://a.b')[0]).toBe('a');
    expect(texts('# [a][b]')[0]).toBe('[a][b]');
  });

  test('anchors are numbered, and headings in quotes and lists take theirs', () => {
    expect(slugs('# Setup\n\n# Setup\n\n# Setup-1\n\n# Setup')).toEqual(['setup', 'setup-1', 'setup-1-1', 'setup-2']);
    expect(slugs('> # Setup\n\n# Setup')).toEqual([undefined, 'setup-1']);
  });

  test('text of a hostile heading is found in bounded time and length', { timeout: 20_000 }, () => {
    const [{ section }] = nodesOf(`# ${'*_'.repeat(200_000)}a\n`) as [ReturnType<typeof nodesOf>[0]];
    expect(section.path[0]!.text.length).toBeLessThanOrEqual(1000);
  });
});

test('a paragraph is rows when bars part the cells of all its lines, and belongs to what announces it', () => {
  const [, rows, after] = nodesOf('Sales were these:\n\nyear | sales\n2013 | 1\n\nThey rose.');
  expect(rows).toMatchObject({ type: 'paragraph', isRows: true, breakPlace: 'announced' });
  expect(after).toMatchObject({ isRows: false, breakPlace: 'block' });
  const areRows = (text: string) => nodesOf(text).map(({ isRows }) => isRows);
  expect(areRows('year | sales\r\n2013 | 1')).toEqual([true]);
  expect(areRows('year | sales')).toEqual([false]);
  expect(areRows('one\ntwo | three')).toEqual([false]);
  expect(areRows('one | two\nthree')).toEqual([false]);
  expect(areRows('- one | two\n- three | four')).toEqual([false]);
});

test('breaking is cheapest at the shallowest heading and dearest after a heading', () => {
  const [h1, h2, paragraph, code, under] = nodesOf('# A\n\nb\n\n## C\n\nd\n\n# E\n\nf\n\ng:\n\n```\nx\n```')
    .map(({ breakCost }) => breakCost)
    .reduce<number[]>((costs, cost, i) => {
      const places: Record<number, number> = { 4: 0, 2: 1, 6: 2, 7: 3, 1: 4 };
      if (places[i] !== undefined) costs[places[i]] = cost;
      return costs;
    }, []);
  expect([h1! < h2!, h2! < paragraph!, paragraph! < code!, code! < under!]).toEqual([true, true, true, true]);
});
