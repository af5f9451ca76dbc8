/** Padded tables contain runs of several hundred blanks or dashes, and splitting one takes a hundred times as long. */
const MAX_PIECE_LENGTH = 1000;
const MAX_ENTRIES = 1 << 16;
const SLOTS = 1 << 18;
const MAX_PROBES = 16;
const POOL_LENGTH = MAX_ENTRIES * 12;

/**
 * Token counts of short pieces of text, found without cutting the piece out of its text, which would allocate and keep
 * that text in memory. Bounded: when full, it starts anew.
 */
export class PieceCounts {
  /** Index of an entry plus one, 0 for none. */
  private readonly slots = new Int32Array(SLOTS);
  private readonly offsets = new Int32Array(MAX_ENTRIES);
  private readonly lengths = new Uint16Array(MAX_ENTRIES);
  private readonly counts = new Uint16Array(MAX_ENTRIES);
  private readonly pool = new Uint16Array(POOL_LENGTH);
  private entryCount = 0;
  private poolEnd = 0;
  private freeSlot = -1;

  /** The count of `text` from `start` to `end`; 0 when it is not known. */
  find(text: string, start: number, end: number): number {
    this.freeSlot = -1;
    if (end - start > MAX_PIECE_LENGTH) return 0;
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
    let slot = (hash ^ (hash >>> 14)) & (SLOTS - 1);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const entry = this.slots[slot]! - 1;
      if (entry === -1) {
        this.freeSlot = slot;
        return 0;
      }
      if (this.lengths[entry] === end - start && this.isEntry(entry, text, start, end)) return this.counts[entry]!;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return 0;
  }

  /** Keeps the count of the piece that `find` has just not found. */
  add(text: string, start: number, end: number, count: number): void {
    if (this.freeSlot === -1) return;
    if (this.entryCount === MAX_ENTRIES || this.poolEnd + MAX_PIECE_LENGTH > POOL_LENGTH) this.clear();
    const entry = this.entryCount++;
    this.slots[this.freeSlot] = entry + 1;
    this.offsets[entry] = this.poolEnd;
    this.lengths[entry] = end - start;
    this.counts[entry] = count;
    for (let at = start; at < end; at++) this.pool[this.poolEnd++] = text.charCodeAt(at);
  }

  private isEntry(entry: number, text: string, start: number, end: number): boolean {
    let offset = this.offsets[entry]!;
    for (let at = start; at < end; at++) if (this.pool[offset++] !== text.charCodeAt(at)) return false;
    return true;
  }

  private clear(): void {
    this.slots.fill(0);
    this.entryCount = 0;
    this.poolEnd = 0;
  }
}
