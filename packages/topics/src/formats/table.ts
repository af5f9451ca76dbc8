/** A pipe table of a markdown file. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** 0-based index, in the lines it was read from, of the header row. Row i is at `headerLine + 2 + i`. */
  readonly headerLine: number;
}

const DELIMITER_ROW = /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const NEEDS_ESCAPES = /[\\|\r\n]/;

/**
 * The first pipe table in `lines`, or `undefined`. Cells are trimmed; `\|` in a cell is a `|`, `\\` a backslash.
 * A row with fewer or more cells than the header is kept as it is: the caller knows what is at fault.
 */
export function readTable(lines: readonly string[]): Table | undefined {
  for (let i = 0; i + 1 < lines.length; i++) {
    if (!lines[i]!.includes('|') || !isDelimiterRow(lines[i + 1]!)) continue;
    const rows: string[][] = [];
    for (let j = i + 2; j < lines.length && lines[j]!.includes('|'); j++) rows.push(splitRow(lines[j]!));
    return { header: splitRow(lines[i]!), rows, headerLine: i };
  }
  return undefined;
}

/** Whether a line is what makes a table of the line above it. */
export function isDelimiterRow(line: string): boolean {
  return DELIMITER_ROW.test(line);
}

/** A pipe table as markdown, each line with its newline. Line breaks in a cell become spaces. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const delimiter = `|${header.map(() => ' --- |').join('')}\n`;
  return formatRow(header) + delimiter + rows.map(formatRow).join('');
}

function formatRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${escapeCell(cell)} |`).join('')}\n`;
}

function escapeCell(cell: string): string {
  if (!NEEDS_ESCAPES.test(cell)) return cell;
  return withoutLineBreaks(cell.replace(/\\/g, '\\\\').replace(/\|/g, '\\|'));
}

/** What `readTable` gives back of a cell that `formatTable` wrote. */
export function cellText(cell: string): string {
  return withoutLineBreaks(cell).trim();
}

function withoutLineBreaks(cell: string): string {
  return cell.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ');
}

/** The cells of a row, as `readTable` gives them. */
export function splitRow(line: string): string[] {
  const row = line.trim().replace(/^\|/, '');
  return row.includes('\\') ? splitEscapedRow(row) : splitPlainRow(row);
}

function splitPlainRow(row: string): string[] {
  const cells = row.split('|').map((cell) => cell.trim());
  if (row.endsWith('|')) cells.pop();
  return cells;
}

function splitEscapedRow(row: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (let i = 0; i < row.length; i++) {
    const next = row[i + 1];
    if (row[i] === '\\' && (next === '|' || next === '\\')) {
      cell += next;
      i++;
    } else if (row[i] === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += row[i];
  }
  if (cell.trim() !== '' || !row.endsWith('|')) cells.push(cell.trim());
  return cells;
}
