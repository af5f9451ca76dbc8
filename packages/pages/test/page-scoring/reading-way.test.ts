import { expect, test } from 'vitest';
import {
  checkEdges,
  type FoundPage,
  missingPassages,
  PageSearch,
  Quoter,
  walkPages,
} from '../../src/page-scoring/index.js';
import { pagesOf, plainPages } from './pages.js';

const facts = ['The owl is old.', 'The fox is red.', 'The cat is fat.', 'The dog is big.', 'The cow is low.'];

function read(pages: readonly FoundPage[], start: number, question: string) {
  const { edges, ...way } = walkPages(pages, start, new Quoter(question));
  return { ...way, pages: way.pages.map(({ ct }) => ct.id), ...checkEdges(pages, { edges }) };
}

test('reading ends where what is quoted has the words of the question', async () => {
  const { pages } = await pagesOf(facts);
  expect(read(pages, 2, 'How fat is the cat?')).toEqual({
    pages: ['chunk-003'],
    answer: 'The cat is fat.',
    hits: 0,
    misses: [],
  });
  // Next, then previous: page 4, then 2, which has the rest of the words.
  expect(read(pages, 2, 'Is the cat fat, and the fox red?')).toMatchObject({
    pages: ['chunk-002', 'chunk-003', 'chunk-004'],
    answer: 'The fox is red. The cat is fat.',
    hits: 2,
  });
});

test('or at both ends, where words of the question are on no page', async () => {
  const { pages } = await pagesOf(facts);
  expect(read(pages, 3, 'Is the hen here, and is the dog big?')).toEqual({
    pages: ['chunk-001', 'chunk-002', 'chunk-003', 'chunk-004', 'chunk-005'],
    answer: 'The dog is big.',
    hits: 4,
    misses: [],
  });
});

test('or after 32 pages that change nothing of what is quoted', () => {
  const pages = plainPages(['The dog is big.', ...Array.from({ length: 40 }, (_, index) => `Page ${index}.`)]);
  expect(read(pages, 0, 'Is the hen here, and is the dog big?').pages).toHaveLength(33);
});

test('a passage that runs over two pages is held once both are read', () => {
  const pages = plainPages(['One two ', 'three four', 'five']);
  expect(missingPassages({ pages: pages.slice(0, 2) }, ['two three'])).toEqual([]);
  expect(missingPassages({ pages: pages.slice(1) }, ['two three', 'three  four'])).toEqual(['two three']);
  // The page between them is missing.
  expect(missingPassages({ pages: [pages[0]!, pages[2]!] }, ['two five'])).toEqual(['two five']);
});

test('edges to pages that are missing, altered or do not lead back are misses', async () => {
  const { pages } = await pagesOf(facts);
  const broken = pages.map((page, index): FoundPage => {
    if (index === 1) return { ...page, text: undefined, isWhole: false };
    if (index === 3) return { ...page, text: page.text!.replace('big', 'BIG'), isWhole: false };
    if (index === 4) return { ...page, text: page.text!.replace('"prev":"chunk-004"', '"prev":"chunk-003"') };
    return page;
  });
  expect(read(broken, 2, 'Is the owl old, or is it nowhere?')).toEqual({
    pages: ['chunk-001', 'chunk-003', 'chunk-004', 'chunk-005'],
    answer: 'The owl is old.',
    hits: 1,
    misses: [
      { from: 'chunk-003', to: 'chunk-004', reason: 'altered' },
      { from: 'chunk-003', to: 'chunk-002', reason: 'missing' },
      { from: 'chunk-004', to: 'chunk-005', reason: 'one-way' },
    ],
  });
});

test('reading starts at the page whose words the question has, rare ones counting more', () => {
  const search = new PageSearch(['the cat and the dog', 'the dog and the dogs', 'a heron, the bird', 'the the the']);
  expect(search.bestPage('Where is the heron?')).toBe(2);
  expect(search.bestPage('DOG')).toBe(1);
  expect(search.bestPage('nothing of this')).toBe(0);
});
