/** A map of all pieces costs as much as so many searches: whoever embeds a query asks for fewer, whoever embeds docs for more. */
const SEARCHES_BEFORE_MAP = 50;

/** The pieces of a table, each with its row. */
export class PieceRows {
  /** A line for each word, with a line feed on both sides of it. */
  private readonly lines: string;
  private rows: ReadonlyMap<string, number> | undefined;
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
    return at < 0 ? undefined : lineFeedsBefore(this.lines, at);
  }
}

/** Line feeds before an offset. */
function lineFeedsBefore(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
