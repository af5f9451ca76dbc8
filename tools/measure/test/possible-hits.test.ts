import { expect, test } from 'vitest';
import { possibleHits } from '../src/typing/typing.js';

const pages = ['Configure', '`confirm`', 'Confide', 'Conform', 'Query'].map((title) => ({
  id: title,
  titles: [title],
}));

test('of four pages whose titles begin alike three can be right, and the only one that begins otherwise', () => {
  const possible = possibleHits(pages, 3);
  expect(possible('Con')).toBe(0.75);
  expect(possible('Que')).toBe(1);
});

test('pages with several titles that begin so are those to be taken, a title that a page has twice counts once', () => {
  const more = [...pages, { id: 'more', titles: ['Connect', 'connect', 'Consume'] }];
  expect(possibleHits(more, 1)('con')).toBe(2 / 6);
});
