import { buildAuthority, type LocalTerm, scoreKeywords } from '@topicmill/topics/keywords';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const termOf = (term: string, count = 3): LocalTerm => ({
  term,
  type: 'single',
  count,
  headerMultiplier: 1,
  localScore: count,
});
const topicsWith = (term: string, count: number, total: number) =>
  Array.from({ length: total }, (_, i) => ({ id: `t${i}`, terms: i < count ? [termOf(term)] : [] }));
const shareOf = (count: number, total: number) => buildAuthority(topicsWith('x', count, total))[0]?.share;

describe('buildAuthority', () => {
  it.each([
    [3, 40, undefined],
    [4, 40, '10-25'],
    [9, 40, '10-25'],
    [10, 40, '25-50'],
    [19, 40, '25-50'],
    [20, 40, '50-100'],
    [40, 40, '50-100'],
    [4, 42, undefined],
    [5, 42, '10-25'],
  ])('puts a term of %i in %i topics into the class %s', (count, total, share) => {
    expect(shareOf(count, total)).toBe(share);
  });

  it.each([
    [1, 1, undefined],
    [1, 10, undefined],
    [2, 2, '10-25'],
    [2, 10, '10-25'],
    [3, 4, '25-50'],
    [5, 5, '50-100'],
  ])('with few topics, takes shares of ten: %i of %i is %s', (count, total, share) => {
    expect(shareOf(count, total)).toBe(share);
  });

  it('counts a term once a topic, however it is hyphenated', () => {
    const topics = [
      { terms: [termOf('build-time'), termOf('build time')] },
      { terms: [termOf('build time')] },
      { terms: [] },
    ];
    expect(buildAuthority(topics)).toEqual([{ term: 'build time', share: '10-25' }]);
  });

  it('does not depend on the order of the topics, and orders its terms by code unit', () => {
    const topics = fc.array(
      fc
        .uniqueArray(fc.constantFrom('a', 'b', 'B', 'é', 'a-b', 'c d', '漢字'), { maxLength: 7 })
        .map((terms) => ({ terms: terms.map((term) => termOf(term)) })),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(topics, fc.integer(), (list, seed) => {
        const shuffled = list.map((topic, i) => ({ topic, key: Math.imul(i + 1, seed) })).sort((a, b) => a.key - b.key);
        const authority = buildAuthority(list);
        expect(buildAuthority(shuffled.map(({ topic }) => topic))).toEqual(authority);
        const names = authority.map(({ term }) => term);
        expect(names).toEqual([...names].sort());
      }),
    );
  });

  it('does not change when one topic gets a term that no other has', () => {
    const topics = topicsWith('x', 4, 12);
    const edited = topics.map((topic, i) => (i === 5 ? { ...topic, terms: [...topic.terms, termOf('new')] } : topic));
    expect(buildAuthority(edited)).toEqual(buildAuthority(topics));
  });
});

describe('scoreKeywords', () => {
  const compound: LocalTerm = {
    term: 'build-time cache',
    type: 'compound',
    count: 7,
    headerMultiplier: 1.25,
    localScore: 13.125,
  };

  it('multiplies count, header, type and global', () => {
    expect(scoreKeywords([compound], [{ term: 'build time cache', share: '10-25' }])).toEqual([
      {
        term: 'build-time cache',
        type: 'compound',
        count: 7,
        headerMultiplier: 1.25,
        typeMultiplier: 1.5,
        globalMultiplier: 1.5,
        score: 19.688,
      },
    ]);
    expect(scoreKeywords([compound], [])).toMatchObject([{ globalMultiplier: 2, score: 26.25 }]);
  });

  it('keeps a common term only when it is used ten times here and by less than half of the topics', () => {
    const kept = (count: number, share: '25-50' | '50-100') =>
      scoreKeywords([termOf('x', count)], [{ term: 'x', share }]).map(({ score }) => score);
    expect(kept(9, '25-50')).toEqual([]);
    expect(kept(10, '25-50')).toEqual([10]);
    expect(kept(1000, '50-100')).toEqual([]);
  });

  it('orders by score, then by term, and applies the formula to every term', () => {
    const term = fc.record({
      term: fc.string({ minLength: 1, maxLength: 3 }),
      type: fc.constantFrom('compound' as const, 'single' as const),
      count: fc.integer({ min: 1, max: 5000 }),
      headerMultiplier: fc.constantFrom(1, 1.1, 1.25, 1.5),
      localScore: fc.constant(3),
    });
    fc.assert(
      fc.property(fc.uniqueArray(term, { selector: (row) => row.term }), (terms) => {
        const keywords = scoreKeywords(terms, []);
        expect(keywords.length).toBe(terms.length);
        for (const { count, headerMultiplier, typeMultiplier, globalMultiplier, score } of keywords) {
          expect(Math.abs(score - count * headerMultiplier * typeMultiplier * globalMultiplier)).toBeLessThan(0.000501);
          expect(score).toBe(Number(score.toFixed(3)));
        }
        const ordered = [...keywords].sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
        expect(keywords).toEqual(ordered);
      }),
    );
  });
});
