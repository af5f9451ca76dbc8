import { loadTokenCounter } from '@topicmill/text/tokens';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TWO_TIER_OPTIONS, twoTierStrategy } from '../src/index.js';

const tokenCounter = await loadTokenCounter('words');
const PROSE = 'The cache keeps what a reader has read, and gives it back when it is asked for again.';

function dropped(text: string, headings: 'auto' | 'plain' = 'plain'): [number, string][] {
  const strategy = twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter, headings });
  const { reading } = strategy.read({ text, file: 'book.txt', docId: 'book', title: 'Book' });
  return reading.dropped.map(({ line, kind }) => [line, kind]);
}

function pages(count: number, page: (number: number) => string): string {
  return Array.from({ length: count }, (_, i) => page(i + 1)).join('\f');
}

describe('boilerplate of plain text', () => {
  it.each([
    ['Copyright © 2017 Somebody', 'copyright'],
    ['© 2017 by Somebody', 'copyright'],
    ['Somebody, 2017. All rights reserved.', 'copyright'],
    ['Storage and Retrieval ..... 47', 'contents'],
    ['Chapter 3 . . . . . . . 12', 'contents'],
    ['Preface …… xi', 'contents'],
    ['Page 12', 'page-number'],
    ['- 12 -', 'page-number'],
    ['12 of 300', 'page-number'],
  ])('%s', (line, kind) => {
    expect(dropped(`${PROSE}\n\n${line}\n\n${PROSE}\n`)).toEqual([[3, kind]]);
  });

  it.each(['Copyright law is old.', 'Wait ... 47 of them came.', '42', 'In 2017 the cache was small.'])(
    'is not %s',
    (line) => {
      expect(dropped(`${PROSE}\n\n${line}\n\n${PROSE}\n`)).toEqual([]);
    },
  );

  it('is a bare number at the edge of a page', () => {
    expect(dropped(pages(2, (page) => `${PROSE}\n\n${page}\n`))).toEqual([
      [3, 'page-number'],
      [6, 'page-number'],
    ]);
  });

  it('is a bare number that counts up, without form feeds', () => {
    const page = (number: number) => `${`${PROSE}\n`.repeat(12)}\n${number}\n\n`;
    expect(dropped(page(7) + page(8) + page(9))).toEqual([
      [14, 'page-number'],
      [29, 'page-number'],
      [44, 'page-number'],
    ]);
  });

  it('is a line in the same place of more than three pages, with the number of the page', () => {
    const page = (number: number) =>
      `${number} | Storage\n\n${PROSE} ${'x'.repeat(number)}\n\nMore ${number * number}.\n`;
    expect(dropped(pages(4, page)).map(([, kind]) => kind)).toEqual(Array(4).fill('running-line'));
    expect(dropped(pages(3, page))).toEqual([]);
  });

  it('is no chapter line, though each is at the top of a page', () => {
    const text = pages(8, (page) =>
      page % 2 === 0 ? `Chapter ${page / 2}\n\n${PROSE} ${'x'.repeat(page)}\n` : `${PROSE} ${'y'.repeat(page)}\n`,
    );
    expect(dropped(text)).toEqual([]);
  });

  it('is the title of the contents with its entries', () => {
    expect(dropped(`Contents\n\nOne ..... 1\nTwo ..... 12\n\n${PROSE}\n`).map(([line]) => line)).toEqual([1, 3, 4]);
  });

  it('is the sorted index at the end, with or without its title', () => {
    const entries = [
      'apple, 1',
      'banana, 2',
      'cherry, 3–5',
      'date, 4',
      'elder, 5',
      'fig, 6, 8',
      'grape, 7',
      'hazel, 9',
    ];
    const text = `${`${PROSE}\n\n`.repeat(6)}`;
    expect(dropped(`${text}Index\n\n${entries.join('\n')}\n`)).toHaveLength(9);
    expect(dropped(`${text}${entries.join('\n')}\n`)).toHaveLength(8);
    expect(dropped(`${text}${entries.toReversed().join('\n')}\n`)).toEqual([]);
    expect(dropped(`${entries.join('\n')}\n\n${text}`)).toEqual([]);
  });

  it('is looked for in plain text only', () => {
    expect(dropped(`# A\n\n# B\n\n# C\n\nCopyright © 2017 Somebody\n`, 'auto')).toEqual([]);
  });

  it('does not divide a paragraph that it is in', () => {
    const strategy = twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter });
    const text = `${PROSE.slice(0, 39)}\n\n1\n\f${PROSE.slice(40)}\n\n2\n`;
    const { sections } = strategy.chunk({ text, file: 'book.txt', docId: 'book', title: 'Book' });
    expect(sections).toHaveLength(1);
    expect(sections[0]).toMatchObject({ heading_path: [], page: 1 });
    expect(sections[0]!.text.replace(/\s+/g, ' ')).toBe(PROSE);
  });
});
