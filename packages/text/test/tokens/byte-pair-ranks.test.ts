import fc from 'fast-check';
import cl100k from 'gpt-tokenizer/bpeRanks/cl100k_base';
import o200k from 'gpt-tokenizer/bpeRanks/o200k_base';
import { describe, expect, it } from 'vitest';
import { BytePairRanks } from '../../src/tokens/byte-pair-ranks.js';
import { packTokens } from '../../src/tokens/index.js';

function bytesOf(token: string | readonly number[]): Buffer {
  return typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token);
}

describe.each([
  { name: 'cl100k_base', tokens: cl100k },
  { name: 'o200k_base', tokens: o200k },
])('the packed tokens of $name', ({ tokens }) => {
  const ranks = new BytePairRanks(packTokens(tokens));
  const known = new Map(tokens.map((token, rank) => [bytesOf(token).toString('latin1'), rank]));

  it('have the rank of every token', () => {
    const wrong = [...known].filter(([token, rank]) => {
      const bytes = Buffer.from(`x${token}y`, 'latin1');
      return ranks.rankOf(bytes, 1, bytes.length - 1) !== rank;
    });
    expect(wrong).toEqual([]);
    expect(known.size).toBe(tokens.length);
  });

  it('have the length of the longest', () => {
    expect(ranks.maxLength).toBe([...known.keys()].reduce((longest, { length }) => Math.max(longest, length), 0));
  });

  it('have no rank for other bytes', () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(bytes, (units) => {
        const rank = known.get(String.fromCharCode(...units)) ?? -1;
        expect(ranks.rankOf(Uint8Array.from(units), 0, units.length)).toBe(rank);
      }),
      { numRuns: 5000 },
    );
  });
});

it('tokens that are listed are packed; an empty one is refused, and so is one of 256 bytes', () => {
  const packed = packTokens(['a', 'é', [255, 10]]);
  expect([...packed]).toEqual([3, 0, 0, 0, 1, 2, 2, 97, 0xc3, 0xa9, 255, 10]);
  expect(new BytePairRanks(packed).rankOf(Uint8Array.of(1, 0xc3, 0xa9), 1, 3)).toBe(1);
  expect(new BytePairRanks(['a', 'é', [255, 10]]).rankOf(Uint8Array.of(255, 10), 0, 2)).toBe(2);
  expect(() => packTokens([''])).toThrow(RangeError);
  expect(() => packTokens(['x'.repeat(256)])).toThrow(RangeError);
});
