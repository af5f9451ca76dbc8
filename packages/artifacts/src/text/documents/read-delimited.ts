import { type ReadableText, unreadableDocument } from '../readable-text.js';
import { table } from './markdown-parts.js';

const MAX_VALUE_LENGTH = 64;
/** A cell that names no column: nothing, a number, a date. */
const VALUE = /^\s*(?:[-+(]?[\p{Sc}]?\s?[\d.,'\s]*\d[\d.,'\s]*[%)\p{Sc}]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*)?\s*$/u;

/**
 * Rows of a file of separated values (CSV, TSV) as a table. Its first row is the header, unless all its cells could be values;
 * then columns are numbered. Empty rows are left out, and so are empty cells at the end of one.
 *
 * @param separator `undefined` to tell it by the text
 * @throws TopicmillError `DOCUMENT_UNREADABLE` where there is no row
 */
export async function readDelimited(text: string, separator: string | undefined): Promise<ReadableText> {
  const { default: papaparse } = await import('papaparse');
  const { data, errors } = papaparse.parse<string[]>(text.replace(/^\ufeff?(?:sep=.\r?\n)?/, ''), {
    delimiter: separator ?? '',
    skipEmptyLines: 'greedy',
  });
  const rows = data.map(withoutEmptyEnd).filter((row) => row.length > 0);
  if (rows.length === 0) throw unreadableDocument('The table has no rows.', 'Check that it was saved completely.');
  const isOpen = errors.some(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const names = rows[0]!.every((cell) => cell.length <= MAX_VALUE_LENGTH && VALUE.test(cell))
    ? [Array.from({ length: width }, (_, at) => `Column ${at + 1}`)]
    : [];
  return {
    content: `${table([...names, ...rows])}\n`,
    attributes: { row_count: rows.length - 1 + names.length },
    ...(isOpen && { warnings: ['A quoted cell of the table has no end, or text after it.'] }),
  };
}

function withoutEmptyEnd(row: readonly string[]): readonly string[] {
  const end = row.findLastIndex((cell) => cell.trim() !== '');
  return row.slice(0, end + 1);
}
