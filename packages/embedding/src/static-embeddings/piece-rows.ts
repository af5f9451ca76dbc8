import { FNV_OFFSET_BASIS, FNV_PRIME, fnv1a32, HashTable } from '@topicmill/text/hashes';

/** A table of all pieces costs as much as so many searches: whoever embeds a query asks for fewer, whoever embeds docs for more. */
const SEARCHES_BEFORE_TABLE = 50;
const LINE_FEED = 10;

/** The pieces of a table, each with its row. */
export class PieceRows {
  /** A line for each word, with a line feed on both sides of it. */
  private readonly lines: string;
  /** A `Map` of as many words takes ten times as long to make, most of it for their texts. */
  private table: RowTable | undefined;
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
    this.table = new RowTable(this.lines, this.size);
    return this.table.find(word);
  }

  has(word: string): boolean {
    return this.get(word) !== undefined;
  }

  /** All pieces, in the order of their rows. */
  words(): string[] {
    return this.size === 0 ? [] : this.lines.slice(1, -1).split('\n');
  }

  private search(word: string): number | undefined {
    const at = this.lines.indexOf(`\n${word}\n`);
    return at < 0 ? undefined : lineFeedsBefore(this.lines, at);
  }
}

/** Rows by the hashes of their words, whose texts stay in the list. */
class RowTable {
  /** Where each row's word begins in the lines, then where they end; UTF-16 offsets. */
  private readonly starts: Int32Array;
  private readonly table: HashTable;

  constructor(
    private readonly lines: string,
    size: number,
  ) {
    this.starts = new Int32Array(size + 1);
    this.table = new HashTable(size);
    let hash = FNV_OFFSET_BASIS;
    this.starts[0] = 1;
    for (let at = 1; at < lines.length; at++) {
      const unit = lines.charCodeAt(at);
      if (unit !== LINE_FEED) {
        hash = Math.imul(hash ^ unit, FNV_PRIME);
        continue;
      }
      let slot = this.table.find(hash);
      while (this.table.isTaken(slot)) slot = this.table.findNext(slot);
      this.starts[this.table.add(slot, hash) + 1] = at + 1;
      hash = FNV_OFFSET_BASIS;
    }
  }

  find(word: string): number | undefined {
    const { table, starts, lines } = this;
    for (let slot = table.find(fnv1a32(word)); table.isTaken(slot); slot = table.findNext(slot)) {
      const row = table.numberAt(slot);
      const start = starts[row]!;
      if (starts[row + 1]! - start === word.length + 1 && lines.startsWith(word, start)) return row;
    }
    return undefined;
  }
}

/** Line feeds before an offset. */
function lineFeedsBefore(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
