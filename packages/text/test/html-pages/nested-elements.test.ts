import { MAX_GROWTH, TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import { expect, test } from 'vitest';
import { markdownOf, readHtmlPage } from '../../src/html-pages/index.js';

const COUNT = 150;

function markdown(html: string): string {
  return markdownOf(readHtmlPage(html).blocks);
}

/** Forms that took time which doubles with each element, or grows with the fourth power of their number. */
test.each([
  ['blocks in the title of others', '<details><summary>a\n', '</summary></details>'],
  ['titles in titles', '<h1>a<div>', '</div></h1>'],
  ['tables in cells', '<table><tr><td>a', '</td></tr></table>'],
  ['lists in words', '<b>a<ul><li>', '</li></ul></b>'],
  ['quotes in words', '<i>a<blockquote>', '</blockquote></i>'],
  ['marks in marks', '<b><i>', '</i></b>'],
  ['links in marks', '<b><a href="a">', '</a></b>'],
])('%s, each in another, are read', (_, opening, closing) => {
  expect(markdown(`${opening.repeat(COUNT)}lamp${closing.repeat(COUNT)}`).includes('lamp')).toBe(true);
  expect(markdown(opening.repeat(COUNT)).includes('undefined')).toBe(false);
});

test('a mark in one of its kind says nothing', () => {
  expect(markdown('<p>a <b>b <b>c</b> <i>d <b>e</b></i></b></p>')).toBe('a **b c _d e_**\n');
});

test('a paragraph of more marks than people write has none', () => {
  expect(markdown(`<p>${'<b>a</b> '.repeat(1000)}</p>`).includes('**')).toBe(true);
  expect(markdown(`<p>${'<b>a</b> '.repeat(1001)}</p>`).includes('**')).toBe(false);
});

test('a page of words in many elements takes time as it has text', async () => {
  const growth = await timeGrowth(
    (length) => {
      const page = '<span>a </span>'.repeat(length / 15);
      return () => readHtmlPage(page);
    },
    { ...TEXTS, firstSize: 1 << 16 },
  );
  expect(growth).toBeLessThanOrEqual(MAX_GROWTH);
});
