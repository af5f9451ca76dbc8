import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reorderPages, scoresInOrder } from '../../src/reranking/index.js';
import { firstPages } from '../../src/reranking/reorder-pages.js';

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

describe('scoresInOrder', () => {
  it('gives the best of each page the scores that they had in these places, and all others of a page their share of it', () => {
    fc.assert(
      fc.property(results, order, (found, pages) => {
        const before = found.map((result) => ({ ...result, score: 0.9 ** result.place }));
        const reordered = reorderPages(before, pages);
        const after = scoresInOrder(before, reordered);
        const bests = (list: typeof before): number[] =>
          firstPages(list, list.length).map((page) => list.find(({ topic }) => topic === page)!.score);
        expect(after.map(({ place }) => place)).toEqual(reordered.map(({ place }) => place));
        for (const [at, best] of bests(before).entries()) expect(bests(after)[at]).toBeCloseTo(best, 9);
        for (const { topic, place, score } of after) {
          const first = after.find((each) => each.topic === topic)!;
          expect(score / first.score).toBeCloseTo(0.9 ** (place - first.place), 9);
        }
      }),
    );
  });
});
