import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hammingDistance, simHash64 } from '../../src/similarity/index.js';

const hashes = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });

describe('simHash64', () => {
  it.each([
    ['', 0n],
    ['?!', 0n],
    ['json', 12398023717993471410n],
    ['How do I serialize to a file?', 198724501524735544n],
    ['C# と F#', 4989845157858599918n],
  ])('of %j is pinned', (text, hash) => {
    expect(simHash64(text)).toBe(hash);
  });

  it('does not see case, punctuation or Unicode form', () => {
    expect(simHash64('How do I cache, Café?')).toBe(simHash64('how DO i cache cafe\u0301'));
  });

  it('distinguishes C, C++ and C#', () => {
    expect(new Set(['C', 'C++', 'C#'].map(simHash64)).size).toBe(3);
  });

  it('is nearer to the same question in other words than to another one of the same form', () => {
    const question = simHash64('How do I serialize an object to a JSON file asynchronously?');
    const reworded = simHash64('How can I serialize an object to a JSON file asynchronously?');
    const other = simHash64('How do I configure a timeout for the HTTP client?');
    expect(hammingDistance(question, reworded)).toBeLessThan(12);
    expect(hammingDistance(question, other)).toBeGreaterThan(18);
  });

  it('is an unsigned 64-bit integer, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(BigInt.asUintN(64, simHash64(text))).toBe(simHash64(text));
      }),
    );
  });
});

describe('hammingDistance', () => {
  it('counts bits up to all 64', () => {
    expect(hammingDistance(0n, 0xffff_ffff_ffff_ffffn)).toBe(64);
    expect(hammingDistance(0b1011n, 0b0001n)).toBe(2);
  });

  it('is the number of ones in the binary difference', () => {
    fc.assert(
      fc.property(hashes, hashes, (a, b) => {
        expect(hammingDistance(a, b)).toBe((a ^ b).toString(2).replaceAll('0', '').length);
      }),
    );
  });
});
