/** A map of all pieces costs as much as so many searches: whoever embeds a query asks for fewer, whoever embeds docs for more. */
const SEARCHES_BEFORE_MAP = 50;
const LINE_FEED = 10;

/** The pieces of a table, each with its row. */
export class PieceRows {
  /** A line for each word, with a line feed on both sides of it. */
  private readonly lines: string;
  /** Offsets of the line feeds before the words, and of the last one. */
  private readonly lineFeeds: Uint32Array;
  private rows: ReadonlyMap<string, number> | undefined;
  private searchCount = 0;

  /** @param list words joined by line feeds, none empty, no two the same */
  constructor(list: string) {
    this.lines = list === '' ? '\n' : `\n${list}\n`;
    this.lineFeeds = offsetsOfLineFeeds(this.lines);
  }

  /** Words in the list. */
  get size(): number {
    return this.lineFeeds.length - 1;
  }

  /** Row of a word. */
  get(word: string): number | undefined {
    if (word === '' || word.includes('\n')) return undefined;
    if (this.rows === undefined && this.searchCount++ < SEARCHES_BEFORE_MAP) return this.search(word);
    this.rows ??= new Map(this.words().map((each, row) => [each, row]));
    return this.rows.get(word);
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
    return at < 0 ? undefined : positionAmongSorted(at, this.lineFeeds);
  }
}

function offsetsOfLineFeeds(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === LINE_FEED) offsets[count++] = at;
  return offsets.slice(0, count);
}

/** Position of a value among rising ones, which have it. */
function positionAmongSorted(value: number, rising: Uint32Array): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rising[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
