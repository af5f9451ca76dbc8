import type { ChunkSetIndex } from '@topicmill/topics/formats';
import { stripeOrder } from '@topicmill/topics/similarity';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIntoStripes } from '../../src/viewer/app/data/stripes.js';

describe('stripes', () => {
  it('are found again in the order that is published', () => {
    const similarities = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(similarities, (values) => {
        const items = [1, ...values.map((value) => value / 20)].map((value, index) => ({
          index,
          similarity_conceptual: value,
        }));
        const order = stripeOrder(
          items.map((item) => item.similarity_conceptual),
          0,
          'up',
        );
        const stripes = splitIntoStripes('conceptual', { items, stripe_order: order } as unknown as ChunkSetIndex);
        expect(stripes.flat()).toEqual(order);
        const sorted = [...order].sort(
          (a, b) => items[b]!.similarity_conceptual - items[a]!.similarity_conceptual || a - b,
        );
        expect(stripes.map(([first]) => first)).toEqual(sorted.slice(0, stripes.length));
        for (const stripe of stripes) {
          expect(stripe.map((index) => sorted.indexOf(index))).toEqual(
            stripe.map((_, at) => sorted.indexOf(stripe[0]!) + at * stripes.length),
          );
        }
      }),
    );
  });
});
