const FIRST_SLOT_COUNT = 1 << 10;
const INTS_PER_SLOT = 2;

/**
 * Numbers from 0, by the hashes of what they stand for. Several may have the same hash: whoever looks for one compares what
 * it stands for. Unlike a `Map`, it needs no text of a word to be found by.
 *
 * ```ts
 * let slot = table.find(hash);
 * while (table.isTaken(slot) && !isSame(table.numberAt(slot))) slot = table.findNext(slot);
 * const number = table.isTaken(slot) ? table.numberAt(slot) : table.add(slot, hash);
 * ```
 */
export class HashTable {
  /** Open addressing with linear probing: in each slot a hash, and its number counted from 1, or 0 in a free slot. */
  private slots: Int32Array;
  private count = 0;

  /** @param expectedCount how many numbers it has room for; with more, it grows */
  constructor(expectedCount = 0) {
    let slotCount = FIRST_SLOT_COUNT;
    while (slotCount < 2 * expectedCount) slotCount *= 2;
    this.slots = new Int32Array(slotCount * INTS_PER_SLOT);
  }

  /** How many numbers it has: all are below this. */
  get size(): number {
    return this.count;
  }

  /** The first slot that has a hash, or the free one where it belongs. A slot is valid until a number is added. */
  find(hash: number): number {
    // The low bits of FNV-1a depend on the low bits of the text only.
    return this.seek(hash | 0, (hash ^ (hash >>> 15)) * INTS_PER_SLOT);
  }

  /** The next slot with the hash of a taken one, or the free one where it belongs. */
  findNext(slot: number): number {
    return this.seek(this.slots[slot]!, slot + INTS_PER_SLOT);
  }

  isTaken(slot: number): boolean {
    return this.slots[slot + 1] !== 0;
  }

  /** @param slot taken */
  numberAt(slot: number): number {
    return this.slots[slot + 1]! - 1;
  }

  /**
   * Gives a hash the next number.
   *
   * @param slot free, as `find` or `findNext` returned it for this hash
   */
  add(slot: number, hash: number): number {
    this.slots[slot] = hash;
    this.slots[slot + 1] = ++this.count;
    if (this.count * INTS_PER_SLOT * 2 > this.slots.length) this.grow();
    return this.count - 1;
  }

  private seek(hash: number, start: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = start & mask;
    while (slots[slot] !== hash && slots[slot + 1] !== 0) slot = (slot + INTS_PER_SLOT) & mask;
    return slot;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(2 * old.length);
    for (let at = 0; at < old.length; at += INTS_PER_SLOT) {
      if (old[at + 1] === 0) continue;
      let slot = this.find(old[at]!);
      while (this.isTaken(slot)) slot = this.findNext(slot);
      this.slots[slot] = old[at]!;
      this.slots[slot + 1] = old[at + 1]!;
    }
  }
}
