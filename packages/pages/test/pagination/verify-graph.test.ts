import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ContinuityToken, verifyGraph } from '../../src/pagination/index.js';

function token(id: string, prev: string | null, next: string | null): ContinuityToken {
  return { id, prev, next };
}

function codes(...tokens: ContinuityToken[]): string[] {
  return [...new Set(verifyGraph(tokens, 'chunks.json').map(({ code }) => code))].sort();
}

test('a chain from one head to one end has no faults, whatever the order of its pages', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }), (order) => {
      const id = (index: number) => (index < 0 || index > 7 ? null : `chunk-00${index}`);
      expect(codes(...order.map((index) => token(id(index)!, id(index - 1), id(index + 1))))).toEqual([]);
    }),
  );
});

test('one page alone has no faults', () => {
  expect(codes(token('a', null, null))).toEqual([]);
});

test('dangling: an edge to a page that is not there', () => {
  expect(codes(token('a', null, 'b'))).toEqual(['CT_DANGLING']);
  expect(verifyGraph([token('a', null, 'b')], 'chunks.json')[0]?.message).toBe(
    'next of a names b, which does not exist.',
  );
});

test('one-way: an edge that does not lead back', () => {
  expect(codes(token('a', null, 'b'), token('b', 'a', 'c'), token('c', 'a', null))).toEqual(['CT_ONE_WAY']);
});

test('circular: next leads back to a page that was passed', () => {
  expect(codes(token('a', null, 'b'), token('b', 'a', 'c'), token('c', 'b', 'b'))).toEqual([
    'CT_CIRCULAR',
    'CT_ONE_WAY',
  ]);
});

test('a circle without a head is circular, and none of its pages is reached', () => {
  expect(codes(token('a', 'b', 'b'), token('b', 'a', 'a'))).toEqual(['CT_CIRCULAR', 'CT_UNREACHABLE']);
  expect(codes(token('a', 'a', 'a'))).toEqual(['CT_CIRCULAR', 'CT_UNREACHABLE']);
});

test('two heads: the second chain is not reached', () => {
  expect(codes(token('a', null, 'b'), token('b', 'a', null), token('c', null, null))).toEqual([
    'CT_TWO_HEADS',
    'CT_UNREACHABLE',
  ]);
});

test('unreachable: a circle next to a whole chain', () => {
  expect(codes(token('a', null, null), token('b', 'c', 'c'), token('c', 'b', 'b'))).toEqual([
    'CT_CIRCULAR',
    'CT_UNREACHABLE',
  ]);
});

test('an id that is used twice', () => {
  expect(codes(token('a', null, null), token('a', null, null))).toEqual(['CT_DUPLICATE']);
});

test('whatever the graph, no faults means that the head leads to every page, and back', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const edge = fc.constantFrom(...ids, null);
  fc.assert(
    fc.property(fc.array(fc.tuple(edge, edge), { minLength: 1, maxLength: 4 }), (edges) => {
      const tokens = edges.map(([prev, next], index) => token(ids[index]!, prev, next));
      const way: string[] = [];
      let at = tokens.find(({ prev }) => prev === null);
      for (let before: string | null = null; at !== undefined && at.prev === before && way.length < 5; ) {
        way.push(at.id);
        before = at.id;
        const { next }: ContinuityToken = at;
        at = next === null ? undefined : (tokens.find(({ id }) => id === next) ?? token('', '', ''));
      }
      const isChain = at === undefined && way.length === tokens.length;
      expect(codes(...tokens).length === 0).toBe(isChain);
    }),
    { numRuns: 2000 },
  );
});
