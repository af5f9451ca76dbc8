import { TopicmillError } from '@topicmill/base/diagnostics';
import { MAX_UINT64 } from '../index-schema.js';
import { readTable } from '../table.js';

/** One row of a table that the tool wrote, read cell by cell. Every reader throws `TOPIC_SPEC_INVALID` with the line. */
export class TableRow {
  private readonly columns: readonly string[];
  private readonly cells: readonly string[];
  private readonly file: string;
  private readonly line: number;

  constructor(columns: readonly string[], cells: readonly string[], file: string, line: number) {
    this.columns = columns;
    this.cells = cells;
    this.file = file;
    this.line = line;
    if (cells.length !== columns.length) throw this.fault(`The row has ${cells.length} of ${columns.length} cells.`);
  }

  text(column: string): string {
    return this.cells[this.columns.indexOf(column)]!;
  }

  name(column: string): string {
    const text = this.text(column);
    if (text === '') throw this.fault(`${column} is empty.`);
    return text;
  }

  integer(column: string): number {
    const value = Number(this.text(column));
    if (!/^\d+$/.test(this.text(column)) || !Number.isSafeInteger(value)) throw this.wrong(column, 'a whole number');
    return value;
  }

  decimal(column: string): number {
    if (!/^-?\d+(?:\.\d+)?$/.test(this.text(column))) throw this.wrong(column, 'a number');
    return Number(this.text(column));
  }

  flag(column: string): boolean {
    const text = this.text(column);
    if (text !== 'yes' && text !== 'no') throw this.wrong(column, '"yes" or "no"');
    return text === 'yes';
  }

  hash(column: string): bigint {
    const text = this.text(column);
    if (!/^\d{1,20}$/.test(text) || BigInt(text) > MAX_UINT64) throw this.wrong(column, 'an unsigned 64-bit integer');
    return BigInt(text);
  }

  wrong(column: string, expected: string): TopicmillError {
    return this.fault(`${column} should be ${expected}, and is "${this.text(column)}".`);
  }

  private fault(message: string): TopicmillError {
    return sectionFault(message, this.file, this.line);
  }
}

/** A run of lines of a file. */
export interface LineRange {
  readonly lines: readonly string[];
  /** 1-based line of the first of them. */
  readonly firstLine: number;
  readonly file: string;
}

/** A table of a section, and the lines after it. */
export interface SectionTable {
  readonly rows: readonly TableRow[];
  /** The header that it has, of those that were allowed. */
  readonly header: readonly string[];
  readonly rest: LineRange;
}

/**
 * The first table in `range`, which must have one of the given headers.
 *
 * @throws TopicmillError `TOPIC_SPEC_INVALID`
 */
export function readSectionTable(
  range: LineRange,
  first: readonly string[],
  ...others: readonly (readonly string[])[]
): SectionTable {
  const table = readTable(range.lines);
  const wanted = `a table with the columns ${first.join(', ')}`;
  if (table === undefined) throw sectionFault(`There should be ${wanted}.`, range.file, range.firstLine);
  const firstRowLine = range.firstLine + table.headerLine + 2;
  const header = [first, ...others].find((form) => table.header.join('|') === form.join('|'));
  if (header === undefined) {
    throw sectionFault(`This should be ${wanted}.`, range.file, range.firstLine + table.headerLine);
  }
  return {
    header,
    rows: table.rows.map((cells, i) => new TableRow(header, cells, range.file, firstRowLine + i)),
    rest: linesFrom(range, table.headerLine + 2 + table.rows.length),
  };
}

/** The lines of `range` from its `start`-th on, up to its `end`-th. */
export function linesFrom(range: LineRange, start: number, end?: number): LineRange {
  return { ...range, lines: range.lines.slice(start, end), firstLine: range.firstLine + start };
}

/** The error for a section of the tool that cannot be read. */
export function sectionFault(message: string, file: string, line: number): TopicmillError {
  return new TopicmillError('TOPIC_SPEC_INVALID', message, { file, line, remedy: 'Run the topic-spec step again.' });
}
