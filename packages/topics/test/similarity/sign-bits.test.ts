import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signBits } from '../../src/similarity/index.js';

function differingBits(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, byte, at) => sum + (byte ^ b[at]!).toString(2).replaceAll('0', '').length, 0);
}

describe('the bits of vectors', () => {
  it.each([
    [1, 8],
    [8, 8],
    [9, 16],
    [612, 1024],
    [3072, 4096],
  ])('of %i components are %i', (dimensions, bitCount) => {
    expect(signBits(dimensions).bitCount).toBe(bitCount);
    expect(signBits(dimensions).encode(new Float32Array(dimensions).fill(1))).toHaveLength(bitCount / 8);
  });

  it('are the same on every machine and in every release, since stores contain them', () => {
    const bits = signBits(16).encode(Float32Array.from({ length: 16 }, (_, at) => at - 5));
    expect(Buffer.from(bits).toString('hex')).toBe('a798');
  });

  it('differ as much as the directions do, of sparse vectors too', () => {
    const bits = signBits(1024);
    fc.assert(
      fc.property(fc.nat(1023), fc.nat(1023), fc.double({ min: 0.1, max: 3, noNaN: true }), (first, step, angle) => {
        const second = (first + 1 + (step % 1023)) % 1024;
        const [a, b] = [new Float32Array(1024), new Float32Array(1024)];
        a[first] = 1;
        b[first] = Math.cos(angle);
        b[second] = Math.sin(angle);
        const share = differingBits(bits.encode(a), bits.encode(b)) / 1024;
        expect(Math.abs(share - angle / Math.PI)).toBeLessThan(0.1);
      }),
      { numRuns: 200 },
    );
  });
});
