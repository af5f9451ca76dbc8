import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTermDescriptions } from '../../src/retrieval/index.js';

const words = (described: ReturnType<ReturnType<typeof readTermDescriptions>>): string[] =>
  described.map(({ word }) => word);

describe('readTermDescriptions', () => {
  const describeTerms = readTermDescriptions(
    [
      'address chang old,link old work\tredirect',
      'link point wrong\trelative link,base url',
      'old\tlegacy',
      'chang old version\tmigration',
    ].join('\n'),
  );

  it('gives what the descriptions of a query describe, what most of them point to first', () => {
    const [first, ...others] = describeTerms(['old', 'link', 'work', 'address']);
    expect(first).toMatchObject({ term: 'redirect', word: 'redirect', from: ['old', 'link', 'work', 'address'] });
    expect(words(others)).toEqual(['legacy']);
  });

  it('asks two terms of a description, or all that it has', () => {
    expect(words(describeTerms(['link']))).toEqual([]);
    expect(words(describeTerms(['old']))).toEqual(['legacy']);
    expect(words(describeTerms(['chang', 'version']))).toEqual(['migration']);
  });

  it('says for a later name, and for each of several words, less than for a first one alone', () => {
    const described = describeTerms(['point', 'wrong', 'link']);
    expect(words(described)).toEqual(['relative', 'base', 'url']);
    expect(described[0]!.votes / described[1]!.votes).toBeCloseTo(1.3, 10);
  });

  it('leaves out what was asked for', () => {
    expect(words(describeTerms(['old', 'link', 'redirect']))).toEqual(['legacy']);
  });

  it('knows nothing without descriptions', () => {
    expect(readTermDescriptions('')(['old', 'link'])).toEqual([]);
  });

  const term: fc.Arbitrary<string> = fc.constantFrom('ab', 'cd', 'ef', 'gh', 'ij', 'kl');
  const description = fc.uniqueArray(term, { minLength: 1, maxLength: 4 });
  const line = fc.tuple(fc.uniqueArray(description, { minLength: 1, maxLength: 4, selector: String }), term);
  const written = (descriptions: readonly (readonly string[])[], name: string): string =>
    `${descriptions.map((each) => each.join(' ')).join(',')}\t${name}`;

  it('says the same whether descriptions of a term are in one line or in several', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), description, (lines, asked) => {
        const joined = lines.map(([own, name]) => written(own, name)).join('\n');
        const apart = lines.flatMap(([own, name]) => own.map((each) => written([each], name))).join('\n');
        expect(readTermDescriptions(apart)(asked)).toEqual(readTermDescriptions(joined)(asked));
      }),
    );
  });

  it('never says what was asked for, and says each term once, by terms of the query, the most first', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), description, (lines, asked) => {
        const described = readTermDescriptions(lines.map(([own, name]) => written(own, name)).join('\n'))(asked);
        const terms = described.map((each) => each.term);
        expect(new Set(terms).size).toBe(terms.length);
        expect(terms.filter((each) => asked.includes(each))).toEqual([]);
        for (const { from, votes } of described) {
          expect(votes).toBeGreaterThan(0);
          expect(from).toEqual(asked.filter((each) => from.includes(each)));
          expect(from).not.toHaveLength(0);
        }
        const votes = described.map((each) => each.votes);
        expect(votes).toEqual([...votes].sort((a, b) => b - a));
      }),
    );
  });
});
