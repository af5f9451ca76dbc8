import { oneLine } from '@topicmill/text/white-space';
import { tooLarge } from './open-archive.js';

/** What would begin a heading, quote, fence or list, or underline the line before. */
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|```|~~~|={2,}\s*$|-{2,}\s*$|[-+*](?=\s)|\d{1,9}[.)](?=\s))/;
/** Cells that are written at most; more come from a few bytes that name distant places. */
const MAX_CELLS = 20_000_000;

/** A text as a paragraph, its line breaks kept. */
export function paragraph(text: string): string {
  const lines = text.split(/\r\n|[\n\r\v\u2028\u2029]/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => line.replace(BLOCK_START, '\\$&'))
    .join('\n');
}

/** A text as a heading; empty for an empty one. */
export function heading(level: number, text: string): string {
  const line = oneLine(text);
  return line === '' ? '' : `${'#'.repeat(Math.min(6, Math.max(1, level)))} ${line}`;
}

/** An item of a list. @param depth of the list, 0 for one that is in no other */
export function listItem(depth: number, text: string, marker = '-'): string {
  const indent = '  '.repeat(Math.min(8, depth));
  return `${indent}${marker} ${paragraph(text).replaceAll('\n', `\n${indent}  `)}`;
}

/** Blocks with a blank line between them, items of a list without; empty ones are left out. */
export function joinBlocks(blocks: readonly string[]): string {
  let text = '';
  let before = '';
  for (const block of blocks) {
    if (block === '') continue;
    if (text !== '') text += isItem(before) && isItem(block) ? '\n' : '\n\n';
    text += block;
    before = block;
  }
  return text === '' ? '' : `${text}\n`;
}

function isItem(block: string): boolean {
  return /^ *(?:-|\d{1,9}\.) /.test(block);
}

/** Text as a fenced block. @param info what follows the fence, a language */
export function fenced(text: string, info: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/**
 * Rows as a table, the first as its header, which has as many cells as the longest row. Empty for none.
 *
 * @throws TopicmillError `ARCHIVE_TOO_LARGE`
 */
export function table(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const cellCount = rows.reduce((sum, row) => sum + row.length, 0);
  if (cellCount + width > MAX_CELLS) throw tooLarge(`a table of more than ${MAX_CELLS} cells`);
  if (width === 0) return '';
  const [header, ...body] = rows as [readonly string[], ...(readonly string[])[]];
  const head = [...header, ...Array.from({ length: width - header.length }, () => '')];
  return [tableRow(head), `|${' --- |'.repeat(width)}`, ...body.map(tableRow)].join('\n');
}

/** The parts of a row without their header are found by it alone, so empty cells at the end are left out. */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(tableCell).join(' | ')} |`;
}

function tableCell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}
