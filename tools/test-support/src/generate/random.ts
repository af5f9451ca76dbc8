import { FNV_OFFSET_BASIS, fnv1a32 } from '@topicmill/text/hashes';

/** A stream of random numbers that its seed fixes: mulberry32 (Tommy Ettinger, public domain). */
export class Random {
  private state: number;

  /** @param seed a whole number; only its lower 32 bits count */
  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** The values in another order (Fisher–Yates). */
  shuffled<T>(list: readonly T[]): T[] {
    const order = [...list];
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(this.next() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    return order;
  }
}

/** Picks from a list by Zipf's law: the entry at 0-based position r is picked in proportion to 1 / (r + 2). */
export class ZipfList<T> {
  private readonly cumulative: Float64Array;

  constructor(private readonly list: readonly T[]) {
    this.cumulative = new Float64Array(list.length);
    let total = 0;
    for (let rank = 0; rank < list.length; rank++) {
      total += 1 / (rank + 2);
      this.cumulative[rank] = total;
    }
  }

  pick(random: Random): T {
    const wanted = random.next() * this.cumulative.at(-1)!;
    let low = 0;
    let high = this.list.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cumulative[middle]! <= wanted) low = middle + 1;
      else high = middle;
    }
    return this.list[low]!;
  }
}

/** A seed for one part of a whole, so that the part does not depend on how many others there are. */
export function partSeed(seed: number, kind: string, index: number): number {
  return fnv1a32(`${kind} ${index}`, seed ^ FNV_OFFSET_BASIS);
}
