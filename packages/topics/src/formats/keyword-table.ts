import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import { formatTable, readTable } from './table.js';

/** One of the markdown files with a table of terms. */
export interface KeywordTableFormat {
  /** The first column is the term, which no two rows share. */
  readonly columns: readonly string[];
  readonly code: Extract<DiagnosticCode, 'AUTHORITY_FILE_INVALID' | 'TERMS_FILE_INVALID' | 'WORDS_FILE_INVALID'>;
  /** The step that writes the file. */
  readonly step: string;
  /** The text between the title and the table; contains no `|`. */
  readonly explanation: string;
}

/** A row of such a table. Every reader throws the format's code, with the row's line. */
export interface KeywordTableRow {
  text(column: string): string;
  /** A whole number from 1 on. */
  count(column: string): number;
  /** A number with just this many decimals. */
  decimal(column: string, decimals: number): number;
  /** The key that has this cell as its value. */
  choice<Key extends string>(column: string, cells: Readonly<Record<Key, string>>): Key;
}

/** Title, explanation and table as markdown. */
export function formatKeywordTable(
  format: KeywordTableFormat,
  title: string,
  rows: readonly (readonly string[])[],
): string {
  return `# ${title}\n\n${format.explanation}\n\n${formatTable(format.columns, rows)}`;
}

/**
 * Reads such a file: it must contain one table with exactly the format's columns, followed by nothing but blank lines.
 *
 * @param file path that errors name
 * @throws TopicmillError with the format's code and the line at fault
 */
export function readKeywordTable(format: KeywordTableFormat, text: string, file: string): KeywordTableRow[] {
  const lines = text.split(/\r\n|\n|\r/);
  const table = readTable(lines);
  const wanted = `a table with the columns ${format.columns.join(', ')}`;
  if (table === undefined) throw fault(format, file, 1, `There should be ${wanted}.`);
  if (table.header.join('\n') !== format.columns.join('\n')) {
    throw fault(format, file, table.headerLine + 1, `This should be ${wanted}.`);
  }
  const firstRow = table.headerLine + 2;
  const rest = lines.findIndex((line, i) => i >= firstRow + table.rows.length && line.trim() !== '');
  if (rest !== -1) throw fault(format, file, rest + 1, 'The table should go on here, or the file end.');
  const linesByTerm = new Map<string, number>();
  return table.rows.map((cells, i) => {
    const line = firstRow + i + 1;
    const fail = (message: string): never => {
      throw fault(format, file, line, message);
    };
    if (cells.length !== format.columns.length) fail(`The row has ${cells.length} of ${format.columns.length} cells.`);
    const term = cells[0]!;
    if (term === '') fail(`${format.columns[0]} is empty.`);
    if (linesByTerm.has(term)) fail(`"${term}" is in line ${linesByTerm.get(term)} already.`);
    linesByTerm.set(term, line);
    return rowReader(format.columns, cells, fail);
  });
}

function rowReader(
  columns: readonly string[],
  cells: readonly string[],
  fail: (message: string) => never,
): KeywordTableRow {
  const text = (column: string): string => cells[columns.indexOf(column)]!;
  const wrong = (column: string, expected: string): never =>
    fail(`${column} should be ${expected}, and is "${text(column)}".`);
  return {
    text,
    count: (column) => {
      const value = Number(text(column));
      return /^[1-9]\d*$/.test(text(column)) && Number.isSafeInteger(value) ? value : wrong(column, 'a whole number');
    },
    decimal: (column, decimals) => {
      const value = Number(text(column));
      const isPlain = /^(?:0|[1-9]\d*)\.\d+$/.test(text(column)) && value.toFixed(decimals) === text(column);
      return isPlain ? value : wrong(column, `a number with ${decimals} decimals`);
    },
    choice: (column, choices) => {
      for (const key in choices) if (choices[key] === text(column)) return key;
      return wrong(column, Object.values(choices).join(' or '));
    },
  };
}

function fault({ code, step }: KeywordTableFormat, file: string, line: number, message: string): TopicmillError {
  return new TopicmillError(code, message, { file, line, remedy: `Run the ${step} step again; it writes this file.` });
}
