import { FNV_OFFSET_BASIS, FNV_PRIME, fnv1a32 } from '@topicmill/text/hashes';

/** A table of all words costs as much as so many searches: whoever embeds a query asks for fewer, whoever embeds docs for more. */
const SEARCHES_BEFORE_TABLE = 50;
const LINE_FEED = 10;

/** The words of a table, each with its row. Rows run from the most frequent word to the least. */
export class WordRows {
  /** A line for each word, with a line feed on both sides of it. */
  private readonly lines: string;
  /** A `Map` of as many words takes ten times as long to make, most of it for their texts. */
  private table: HashTable | undefined;
  private searchCount = 0;
  /** Words in the list. */
  readonly size: number;

  /** @param list words joined by line feeds, none empty, no two the same */
  constructor(list: string) {
    this.lines = list === '' ? '\n' : `\n${list}\n`;
    this.size = lineFeedsBefore(this.lines, this.lines.length) - 1;
  }

  /** Row of a word. */
  get(word: string): number | undefined {
    if (word === '' || word.includes('\n')) return undefined;
    if (this.table !== undefined) return this.table.find(word);
    this.searchCount++;
    if (this.searchCount <= SEARCHES_BEFORE_TABLE) return this.search(word);
    this.table = new HashTable(this.lines, this.size);
    return this.table.find(word);
  }

  has(word: string): boolean {
    return this.get(word) !== undefined;
  }

  /** All words, the most frequent first. */
  words(): string[] {
    return this.size === 0 ? [] : this.lines.slice(1, -1).split('\n');
  }

  private search(word: string): number | undefined {
    const at = this.lines.indexOf(`\n${word}\n`);
    return at < 0 ? undefined : lineFeedsBefore(this.lines, at);
  }
}

/** Open addressing with linear probing: rows by the hashes of their words, whose texts stay in the list. */
class HashTable {
  /** Where each row's word begins in the lines, then where they end; UTF-16 offsets. */
  private readonly starts: Int32Array;
  /** Rows, counted from 1; 0 where there is none. At most half of the slots are taken. */
  private readonly slots: Int32Array;

  constructor(
    private readonly lines: string,
    size: number,
  ) {
    this.starts = new Int32Array(size + 1);
    this.slots = new Int32Array(2 ** (32 - Math.clz32(2 * size)));
    let [row, hash] = [0, FNV_OFFSET_BASIS];
    this.starts[0] = 1;
    for (let at = 1; at < lines.length; at++) {
      const unit = lines.charCodeAt(at);
      if (unit !== LINE_FEED) {
        hash = Math.imul(hash ^ unit, FNV_PRIME);
        continue;
      }
      let slot = this.slotOf(hash);
      while (this.slots[slot] !== 0) slot = this.after(slot);
      this.slots[slot] = ++row;
      this.starts[row] = at + 1;
      hash = FNV_OFFSET_BASIS;
    }
  }

  find(word: string): number | undefined {
    for (let slot = this.slotOf(fnv1a32(word)); this.slots[slot] !== 0; slot = this.after(slot)) {
      const row = this.slots[slot]! - 1;
      const start = this.starts[row]!;
      if (this.starts[row + 1]! - start === word.length + 1 && this.lines.startsWith(word, start)) return row;
    }
    return undefined;
  }

  private slotOf(hash: number): number {
    // The low bits of FNV-1a depend on the low bits of the text only.
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }

  private after(slot: number): number {
    return (slot + 1) & (this.slots.length - 1);
  }
}

/** Line feeds before an offset. */
function lineFeedsBefore(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
