import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstPages, reorderPages } from '../../src/reranking/index.js';

interface Result {
  readonly topic: string;
  readonly place: number;
}

const PAGES = ['a', 'b', 'c', 'd', 'e', 'f'];
const results = fc
  .array(fc.constantFrom(...PAGES), { maxLength: 25 })
  .map((topics) => topics.map((topic, place): Result => ({ topic, place })));
const order = fc.shuffledSubarray([...PAGES, 'never found']);

describe('reorderPages', () => {
  it('returns the same results, those of a page in their order', () => {
    fc.assert(
      fc.property(results, order, (before, pages) => {
        const after = reorderPages(before, pages);
        expect([...after].sort((one, other) => one.place - other.place)).toEqual(before);
        for (const page of PAGES) {
          const ofPage = ({ topic }: Result): boolean => topic === page;
          expect(after.filter(ofPage)).toEqual(before.filter(ofPage));
        }
      }),
    );
  });

  it('puts the pages in the order that is given, and others after them in their own', () => {
    fc.assert(
      fc.property(results, order, (before, pages) => {
        const found = firstPages(before, before.length);
        const named = pages.filter((page) => found.includes(page));
        const others = found.filter((page) => !pages.includes(page));
        expect(firstPages(reorderPages(before, pages), before.length)).toEqual([...named, ...others]);
      }),
    );
  });

  it('changes nothing where the order is that of the search', () => {
    fc.assert(
      fc.property(results, fc.nat(6), (before, count) => {
        expect(reorderPages(before, firstPages(before, count))).toEqual(before);
      }),
    );
  });

  it('gives the first page the places that the first one had', () => {
    const written = (topics: string): Result[] => [...topics].map((topic, place) => ({ topic, place }));
    const shown = (list: readonly Result[]): string => list.map(({ topic, place }) => `${topic}${place}`).join(' ');
    expect(shown(reorderPages(written('aabacbcb'), ['c', 'a']))).toBe('c4 c6 a0 b2 a1 b5 a3 b7');
  });
});
