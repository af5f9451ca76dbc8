import { unescapeHtml } from '@topicmill/text/html';
import { oneLine } from '@topicmill/text/white-space';

/** A table in HTML. Offsets are UTF-16. */
export interface HtmlTable {
  readonly startChar: number;
  /** After its closing tag. */
  readonly endChar: number;
  /** Where each of its rows starts; those of tables inside it do not count. */
  readonly rowStarts: readonly number[];
  /** Texts of the cells of its first row, joined by ` | `. */
  readonly head: string;
  /** Columns of its first row. */
  readonly columnCount: number;
}

/** Tables without an end that are read to the end of the text: more would take time that grows with its square. */
const MAX_OPEN_ELEMENTS = 3;
const TABLE_START = /<table(?=[\s>])/gi;
const OTHER_HTML_START = /^\s*<(?:!--|(?:script|pre|style|textarea)[\s>])/i;
const TAG = /<(\/?)(table|tr)(?=[\s>])[^<>]*>/gi;
const CELL = /<t[hd](?=[\s>])([^<>]*)>/i;
const COLUMNS = /\bcolspan\s*=\s*["']?(\d{1,3})/i;

/** Finds tables of HTML in a text. They may contain blank lines, at which an HTML block of markdown ends. */
export class HtmlTables {
  private openCount = 0;

  constructor(private readonly text: string) {}

  /** The tables that start in an HTML block, in order; the last one may end after it. */
  *startingIn(startChar: number, endChar: number): Generator<HtmlTable> {
    const block = this.text.slice(startChar, endChar);
    if (OTHER_HTML_START.test(block)) return;
    let covered = startChar;
    for (const { index } of block.matchAll(TABLE_START)) {
      if (startChar + index < covered) continue;
      if (this.openCount === MAX_OPEN_ELEMENTS) return;
      const table = tableAt(this.text, startChar + index);
      if (table === undefined) this.openCount++;
      else {
        covered = table.endChar;
        yield table;
      }
    }
  }
}

/** `undefined` for a table without an end. */
function tableAt(text: string, startChar: number): HtmlTable | undefined {
  const rowStarts: number[] = [];
  let depth = 0;
  TAG.lastIndex = startChar;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const isEnd = tag[1] === '/';
    if (tag[2]!.toLowerCase() === 'table') depth += isEnd ? -1 : 1;
    else if (!isEnd && depth === 1) rowStarts.push(tag.index);
    if (depth > 0) continue;
    const endChar = TAG.lastIndex;
    return { startChar, endChar, rowStarts, ...firstRow(text.slice(rowStarts[0] ?? endChar, rowStarts[1] ?? endChar)) };
  }
  return undefined;
}

function firstRow(row: string): Pick<HtmlTable, 'head' | 'columnCount'> {
  const parts = row.split(CELL).slice(1);
  const texts = parts
    .filter((_, at) => at % 2 === 1)
    .map((cell) => oneLine(unescapeHtml(cell.replace(/<[^<>]*>/g, ' '))));
  const columns = parts.filter((_, at) => at % 2 === 0).map((attributes) => Number(COLUMNS.exec(attributes)?.[1] ?? 1));
  return {
    head: texts.join(' | '),
    columnCount: Math.max(
      1,
      columns.reduce((sum, count) => sum + count, 0),
    ),
  };
}
