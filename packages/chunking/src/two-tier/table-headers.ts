import { HeadingTexts, titleOfContent } from '../structural/heading-text.js';
import type { Piece } from './piece.js';

/** Header cells of a table, without markdown. */
export interface TableHeader {
  readonly columnCount: number;
  /** Cells joined by ` | `. */
  readonly text: string;
}

/** A cell is read without the definitions of its document: a reference in brackets stays as it is written. */
const cellTexts = new HeadingTexts([]);
const ITEM_MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Headers of the tables among pieces, in order. */
export function tableHeaders(text: string, pieces: readonly Piece[]): TableHeader[] {
  return pieces.filter(({ kind }) => kind === 'table').map(({ start, end }) => tableHeader(text, start, end));
}

function tableHeader(text: string, start: number, end: number): TableHeader {
  const newline = text.indexOf('\n', start);
  const row = text
    .slice(start, newline === -1 ? end : Math.min(newline, end))
    .replace(ITEM_MARKER, '')
    .trim();
  const cells = rowCells(row).map((cell) => titleOfContent(cellTexts.contentOf(cell)));
  return { columnCount: cells.length, text: cells.join(' | ') };
}

/** Cells between the pipes of a row; an escaped pipe is text. */
function rowCells(row: string): string[] {
  const inner = row.startsWith('|') ? row.slice(1) : row;
  const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells;
}
