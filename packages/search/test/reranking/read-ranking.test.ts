import { MAX_GROWTH, TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRanking } from '../../src/reranking/index.js';

const permuted = (count: number) =>
  fc.shuffledSubarray(
    Array.from({ length: count }, (_, at) => at),
    { minLength: count },
  );
/** Texts that a model could write, with many numbers and brackets. */
const answer = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.nat(20).map((number) => `[${number}]`),
      fc.nat(20).map(String),
      fc.constantFrom(' ', '\n', ', ', '1. ', 'Ranking: ', '</think>', '**', ']', '[', '\u2028', '\r\n', '-1', '１'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('readRanking', () => {
  it('returns a permutation or nothing, whatever is answered', () => {
    fc.assert(
      fc.property(answer, fc.integer({ min: 1, max: 12 }), (text, count) => {
        const order = readRanking(text, count);
        if (order === undefined) return;
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
      }),
    );
  });

  it.each<[string, (order: readonly number[]) => string]>([
    ['in brackets', (order) => order.map((at) => `[${at + 1}]`).join(' ')],
    ['between commas', (order) => order.map((at) => at + 1).join(', ')],
    ['as JSON', (order) => JSON.stringify(order.map((at) => at + 1))],
    ['announced', (order) => `**Ranking:** ${order.map((at) => `[${at + 1}]`).join(' > ')}.`],
    ['a line each', (order) => order.map((at) => `[${at + 1}]`).join('\r\n')],
    ['as a numbered list', (order) => order.map((at, place) => `${place + 1}. [${at + 1}]`).join('\n')],
    ['as a list with titles', (order) => order.map((at, place) => `${place + 1}. [${at + 1}] **Title 7**`).join('\n')],
    [
      'after reasons',
      (order) => `<think>\n[1] [2]\n9\n</think>\nHere it is:\n\n${order.map((at) => `[${at + 1}]`).join(' ')}`,
    ],
  ])('reads numbers %s', (_, write) => {
    fc.assert(fc.property(permuted(10), (order) => void expect(readRanking(write(order), 10)).toEqual(order)));
  });

  it('lets what is not named follow in its order', () => {
    fc.assert(
      fc.property(permuted(10), fc.integer({ min: 1, max: 10 }), (order, length) => {
        const named = order.slice(0, length);
        const others = order.slice(length).sort((a, b) => a - b);
        expect(readRanking(named.map((at) => `[${at + 1}]`).join(' '), 10)).toEqual([...named, ...others]);
      }),
    );
  });

  it.each<[string, readonly number[]]>([
    ['[2] [2] [9] [0] [2] [1]', [1, 0, 2]],
    ['The 3 best are these:\n[2]\nThat leaves 1 and [3].', [1, 0, 2]],
    ['[3] tells how to do it, while [1] only names it.', [2, 0, 1]],
    ['3', [2, 0, 1]],
    ['[99999999999999999999] [3]', [2, 0, 1]],
  ])('reads %j', (text, order) => {
    expect(readRanking(text, 3)).toEqual(order);
  });

  it.each([
    '',
    ' \n ',
    'I cannot help with that.',
    'Pages 1 and 2 answer it.',
    '[0] [4]',
    '[]',
    '-',
    'See [2], then [1]',
  ])('finds no order in %j', (text) => {
    expect(readRanking(text, 3)).toBeUndefined();
  });

  it.each(['1', '[1] ', '1 ', '[', '<think>', '**', 'a: ', '1. ', '\n'])(
    'takes time in proportion to its length for many %j',
    async (part) => {
      const growth = await timeGrowth((length) => {
        const text = `${part.repeat(length)}x`;
        return () => readRanking(text, 10);
      }, TEXTS);
      expect(growth).toBeLessThan(MAX_GROWTH);
    },
  );
});
