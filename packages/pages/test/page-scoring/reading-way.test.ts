import { expect, test } from 'vitest';
import { type FoundPage, PageSearch, walkPages } from '../../src/page-scoring/index.js';
import { pagesOf, plainPages } from './pages.js';

const facts = ['The owl is old.', 'The fox is red.', 'The cat is fat.', 'The dog is big.', 'The cow is low.'];

function read(pages: readonly FoundPage[], start: number, required: readonly string[]) {
  const way = walkPages(pages, start, required);
  return { ...way, pages: way.pages.map(({ ct }) => ct.id) };
}

test('reading ends where all passages are held', async () => {
  const { pages } = await pagesOf(facts);
  expect(read(pages, 2, ['The cat is fat.'])).toEqual({
    pages: ['chunk-003'],
    hits: 0,
    misses: [],
    missingPassages: [],
  });
  // Next, then previous: page 4, then 2, which contains it.
  expect(read(pages, 2, ['The cat is fat.', 'The fox is red.'])).toMatchObject({
    pages: ['chunk-002', 'chunk-003', 'chunk-004'],
    hits: 2,
  });
});

test('or at both ends, with what was not found', async () => {
  const { pages } = await pagesOf(facts);
  expect(read(pages, 3, ['The hen is here.', 'The cow is low.'])).toEqual({
    pages: ['chunk-001', 'chunk-002', 'chunk-003', 'chunk-004', 'chunk-005'],
    hits: 4,
    misses: [],
    missingPassages: ['The hen is here.'],
  });
});

test('a passage that runs over two pages is held once both are read', () => {
  const pages = plainPages(['One two ', 'three four', 'five']);
  expect(read(pages, 0, ['two three'])).toMatchObject({ pages: ['p0', 'p1'], missingPassages: [] });
  expect(read(pages, 1, ['two three'])).toMatchObject({ pages: ['p0', 'p1', 'p2'], missingPassages: [] });
});

test('edges to pages that are missing, altered or do not lead back are misses', async () => {
  const { pages } = await pagesOf(facts);
  const broken = pages.map((page, index): FoundPage => {
    if (index === 1) return { ...page, text: undefined, isWhole: false };
    if (index === 3) return { ...page, text: page.text!.replace('big', 'BIG'), isWhole: false };
    if (index === 4) return { ...page, text: page.text!.replace('"prev":"chunk-004"', '"prev":"chunk-003"') };
    return page;
  });
  expect(read(broken, 2, ['The owl is old.', 'nowhere'])).toEqual({
    pages: ['chunk-001', 'chunk-003', 'chunk-004', 'chunk-005'],
    hits: 1,
    misses: [
      { from: 'chunk-003', to: 'chunk-004', reason: 'altered' },
      { from: 'chunk-003', to: 'chunk-002', reason: 'missing' },
      { from: 'chunk-004', to: 'chunk-005', reason: 'one-way' },
    ],
    missingPassages: ['nowhere'],
  });
});

test('reading starts at the page whose words the question has, rare ones counting more', () => {
  const search = new PageSearch(['the cat and the dog', 'the dog and the dogs', 'a heron, the bird', 'the the the']);
  expect(search.bestPage('Where is the heron?')).toBe(2);
  expect(search.bestPage('DOG')).toBe(1);
  expect(search.bestPage('nothing of this')).toBe(0);
});
