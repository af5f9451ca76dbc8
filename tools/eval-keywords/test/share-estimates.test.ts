import { extractTerms } from '@topicmill/topics/keywords';
import { describe, expect, it } from 'vitest';
import { meanInterval } from '../src/mean-interval.js';
import { keywordsOfLists } from '../src/methods.js';
import { authorityBy, authorityOfLists, SHARE_ESTIMATES } from '../src/share-estimates.js';

describe('an estimate of shares', () => {
  it.each(SHARE_ESTIMATES)('%s grows with the topics that hold a term and stays a share', (_, estimate) => {
    for (let holding = 1; holding <= 10; holding++) {
      expect(estimate(holding, 10)).toBeGreaterThanOrEqual(0);
      expect(estimate(holding, 10)).toBeLessThanOrEqual(1);
      if (holding > 1) expect(estimate(holding, 10)).toBeGreaterThan(estimate(holding - 1, 10));
    }
  });

  it.each([
    ['of the other topics, (k − 1) / (n − 1)', 2 / 9],
    ['lower end of the Wilson interval, 95 %', 0.1267],
    ['Laplace, (k + 1) / (n + 2)', 4 / 12],
  ])('%s, for three of ten topics', (name, share) => {
    expect(new Map(SHARE_ESTIMATES).get(name)!(3, 10)).toBeCloseTo(share, 3);
  });
});

describe('the classes of terms', () => {
  const topics = [
    { terms: extractTerms('# A\n\nQueue queue queue. Letter-box and letter box.\n') },
    { terms: extractTerms('# B\n\nQueue queue queue.\n') },
  ];

  it('are those of the estimated share', () => {
    expect(authorityBy((holding) => holding / 10)(topics)).toEqual([
      { term: 'letter box', share: '10-25' },
      { term: 'queue', share: '10-25' },
    ]);
    expect(authorityBy(() => 0.09)(topics)).toEqual([]);
  });

  it('are those of the lists where they name a term', () => {
    const named = authorityOfLists(
      new Map([
        ['queue', 2],
        ['letter-box', 1],
      ]),
      topics,
    );
    expect(named).toEqual([{ term: 'letter box', share: '25-50' }]);
    expect(authorityOfLists(new Map(), topics)).toEqual([{ term: 'queue', share: '10-25' }]);
  });

  it('say nothing to the topic whose list they are of', () => {
    const text = '# A\n\nQueue queue queue.\n';
    const other = { id: 'b', text, expected: [], globalMultipliers: new Map() };
    const listed = { id: 'a', text, expected: ['queue'], globalMultipliers: new Map([['queue', 1]]) };
    expect(keywordsOfLists([listed, other])).toEqual([['queue'], []]);
  });
});

describe('meanInterval', () => {
  it('is the mean alone when all values are the same', () => {
    expect(meanInterval([0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('is as wide as the mean varies', () => {
    const { mean, low, high } = meanInterval(Array.from({ length: 100 }, (_, i) => i % 2));
    expect(mean).toBe(0.5);
    expect(low).toBeCloseTo(0.4, 1);
    expect(high).toBeCloseTo(0.6, 1);
  });
});
