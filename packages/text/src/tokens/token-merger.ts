import { type BytePairRanks, writeUtf8 } from './byte-pair-ranks.js';

/** Positions per rank in a key: above the length of any string. */
const POSITIONS = 2 ** 32;

/** A binary heap of numbers, the smallest first. */
class MinHeap {
  private readonly keys: number[] = [];

  push(key: number): void {
    const { keys } = this;
    let at = keys.length;
    keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      at = parent;
    }
    keys[at] = key;
  }

  get smallest(): number | undefined {
    return this.keys[0];
  }

  pop(): number | undefined {
    const { keys } = this;
    const smallest = keys[0];
    const last = keys.pop();
    if (last !== undefined && keys.length > 0) this.sink(last);
    return smallest;
  }

  private sink(key: number): void {
    const { keys } = this;
    let at = 0;
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      if (child + 1 < keys.length && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      at = child;
    }
    keys[at] = key;
  }
}

/** Positions of one rank that wait in ascending order, from the one at `next`. */
interface Waiting {
  readonly positions: number[];
  next: number;
}

/**
 * A queue of ranks times `POSITIONS` plus positions, the smallest first. Long pre-tokens repeat few characters, so that the
 * positions of a rank mostly come in ascending order: those just wait, and only the others are moved in a heap.
 */
class RankQueue {
  private readonly byRank = new Map<number, Waiting>();
  /** The ranks for which positions wait. */
  private readonly ranks = new MinHeap();
  private readonly others = new MinHeap();

  push(key: number): void {
    const rank = Math.floor(key / POSITIONS);
    const position = key - rank * POSITIONS;
    let waiting = this.byRank.get(rank);
    if (waiting === undefined) {
      waiting = { positions: [], next: 0 };
      this.byRank.set(rank, waiting);
    }
    const { positions } = waiting;
    if (waiting.next === positions.length) this.ranks.push(rank);
    else if (positions.at(-1)! > position) {
      this.others.push(key);
      return;
    }
    positions.push(position);
  }

  pop(): number | undefined {
    const rank = this.ranks.smallest;
    if (rank === undefined) return this.others.pop();
    const waiting = this.byRank.get(rank)!;
    const key = rank * POSITIONS + waiting.positions[waiting.next]!;
    const other = this.others.smallest;
    if (other !== undefined && other < key) return this.others.pop();
    if (++waiting.next === waiting.positions.length) this.ranks.pop();
    return key;
  }
}

const NO_RANK = -1;
const BYTES_PER_UNIT = 3;
/** Room that is kept from piece to piece; a longer piece gets room of its own, which the next one gives back. */
const REUSED_BUFFER_BYTES = 4096;
/** Bytes of a piece up to which a heap is the faster queue. */
const MAX_HEAP_PIECE_BYTES = 64;

/**
 * Byte pair encoding of one pre-token: the neighbours whose union has the lowest rank are joined, the leftmost first,
 * until no union has a rank. Takes n log n steps for n bytes, where the usual search for the lowest rank takes n².
 */
export class TokenMerger {
  /** After `merge`: by the byte at which a token starts, the byte after it; values for bytes inside a token are undefined. */
  ends = new Int32Array(REUSED_BUFFER_BYTES);
  private bytes = new Uint8Array(REUSED_BUFFER_BYTES);

  constructor(private readonly ranks: BytePairRanks) {}

  /** Tokens of the pre-token from `start` to `end`, at least one UTF-16 unit. */
  merge(text: string, start: number, end: number): number {
    this.makeRoom(Math.max(REUSED_BUFFER_BYTES, (end - start) * BYTES_PER_UNIT));
    const length = writeUtf8(text, start, end, this.bytes);
    if (this.ranks.rankOf(this.bytes, 0, length) !== NO_RANK) {
      this.ends[0] = length;
      return 1;
    }
    return this.mergeBytes(length);
  }

  private makeRoom(byteCount: number): void {
    if (this.bytes.length === byteCount) return;
    this.bytes = new Uint8Array(byteCount);
    this.ends = new Int32Array(byteCount);
  }

  private mergeBytes(length: number): number {
    const { ends, bytes, ranks } = this;
    const previous = new Int32Array(length + 1);
    const unionRanks = new Int32Array(length);
    const queue = length > MAX_HEAP_PIECE_BYTES ? new RankQueue() : new MinHeap();

    function updateUnion(at: number): void {
      const next = ends[at]!;
      const rank = next < length ? ranks.rankOf(bytes, at, ends[next]!) : NO_RANK;
      unionRanks[at] = rank;
      if (rank !== NO_RANK) queue.push(rank * POSITIONS + at);
    }

    for (let at = 0; at < length; at++) {
      ends[at] = at + 1;
      previous[at] = at - 1;
    }
    for (let at = 0; at < length; at++) updateUnion(at);
    let tokenCount = length;
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      const rank = Math.floor(key / POSITIONS);
      const at = key - rank * POSITIONS;
      if (unionRanks[at] !== rank) continue;
      const joined = ends[at]!;
      ends[at] = ends[joined]!;
      previous[ends[at]!] = at;
      unionRanks[joined] = NO_RANK;
      tokenCount--;
      updateUnion(at);
      if (previous[at]! >= 0) updateUnion(previous[at]!);
    }
    return tokenCount;
  }
}
