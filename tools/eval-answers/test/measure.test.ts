import { describe, expect, it } from 'vitest';
import { CHUNK_ORDERS } from '../src/chunk-orders.js';
import type { AnsweredQuestion } from '../src/read-corpus.js';
import { type Found, measure } from '../src/searcher.js';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

function answered(...found: readonly Found[]): Map<AnsweredQuestion, Found> {
  return new Map(found.map((each, at) => [{ topic: 'right', question: `${at}`, answer: 'red green blue gold' }, each]));
}

describe('measure', () => {
  it('counts topics by their place, and 0 for those that are not found', () => {
    const answers = answered(
      { topics: ['right'] },
      { topics: ['wrong', 'right'] },
      { topics: ['wrong'] },
      { topics: [] },
    );
    expect(measure(answers, [...answers.keys()], wordsOf)).toMatchObject({
      hitAt1: 0.25,
      hitAt3: 0.5,
      meanReciprocalRank: 0.375,
      wordsInFirstChunk: undefined,
    });
  });

  it('counts the words of the answer in the first chunk and in the first three', () => {
    const answers = answered({ topics: [], chunkTexts: ['red x', 'green', 'red blue', 'gold'] });
    expect(measure(answers, [...answers.keys()], wordsOf)).toMatchObject({
      wordsInFirstChunk: 0.25,
      wordsInThreeChunks: 0.75,
    });
  });
});

describe('the orders that stripes are measured beside', () => {
  const vectors = Array.from({ length: 12 }, (_, at) => Float32Array.of(Math.cos(at / 10), Math.sin((at * at) / 50)));

  it.each(CHUNK_ORDERS.map((order) => [order.name, order] as const))(
    '%s hands out every chunk but the baseline',
    (_, order) => {
      for (const indices of order.orders(vectors)) {
        expect([...indices].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      }
    },
  );
});
