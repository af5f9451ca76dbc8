import type { Halves } from './fnv-1a.js';

const MIX_FACTORS: readonly [Halves, Halves] = [
  [0xff51_afd7, 0xed55_8ccd],
  [0xc4ce_b9fe, 0x1a85_ec53],
];

/** `fmix32`, the finalizer of MurmurHash3: spreads every bit over the word. Gives an unsigned 32-bit integer. */
export function mix32(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** `fmix64` of MurmurHash3. */
export function mix64(hash: Halves): Halves {
  let mixed = xorShift33(hash);
  for (const factor of MIX_FACTORS) mixed = xorShift33(multiply(mixed, factor));
  return mixed;
}

function xorShift33([high, low]: Halves): Halves {
  return [high, (low ^ (high >>> 1)) >>> 0];
}

/** The lower 64 bits of the product. */
function multiply([highA, lowA]: Halves, [highB, lowB]: Halves): Halves {
  const cross = (lowA >>> 16) * (lowB & 0xffff) + Math.floor(((lowA & 0xffff) * (lowB & 0xffff)) / 2 ** 16);
  const otherCross = (lowA & 0xffff) * (lowB >>> 16) + (cross % 2 ** 16);
  const carried = (lowA >>> 16) * (lowB >>> 16) + Math.floor(cross / 2 ** 16) + Math.floor(otherCross / 2 ** 16);
  const high = (carried + Math.imul(highA, lowB) + Math.imul(lowA, highB)) >>> 0;
  return [high, Math.imul(lowA, lowB) >>> 0];
}
