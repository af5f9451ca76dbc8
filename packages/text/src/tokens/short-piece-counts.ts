/** Pieces of more ASCII characters are not kept here. */
export const MAX_SHORT_LENGTH = 12;
const SLOT_BITS = 16;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const MAX_PROBES = 8;
const INTS_PER_SLOT = 4;

/**
 * Token counts of pieces of up to twelve ASCII characters, by the characters themselves: four to a number, the first in
 * the highest byte, zeros where there is none. One cache line contains everything that is compared, and nothing is compared character by character. Bounded:
 * what finds no free place takes that of another piece. NUL is not allowed, since it would equal no character.
 */
export class ShortPieceCounts {
  private readonly slots = new Int32Array((1 << SLOT_BITS) * INTS_PER_SLOT);

  /** The count of the piece with these characters; 0 when it is not known. */
  find(first: number, second: number, third: number): number {
    const { slots } = this;
    let slot = homeSlot(first, second, third);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const at = slot * INTS_PER_SLOT;
      if (slots[at] === first && slots[at + 1] === second && slots[at + 2] === third) return slots[at + 3]!;
      slot = (slot + 1) & SLOT_MASK;
    }
    return 0;
  }

  /** Keeps the count of a piece that `find` does not know, and returns it. */
  add(first: number, second: number, third: number, tokenCount: number): number {
    const { slots } = this;
    const home = homeSlot(first, second, third);
    let slot = home;
    for (let probe = 0; probe < MAX_PROBES && slots[slot * INTS_PER_SLOT] !== 0; probe++) slot = (slot + 1) & SLOT_MASK;
    const at = (slots[slot * INTS_PER_SLOT] === 0 ? slot : home) * INTS_PER_SLOT;
    slots[at] = first;
    slots[at + 1] = second;
    slots[at + 2] = third;
    slots[at + 3] = tokenCount;
    return tokenCount;
  }
}

function homeSlot(first: number, second: number, third: number): number {
  const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
  return (hash ^ (hash >>> SLOT_BITS)) & SLOT_MASK;
}
