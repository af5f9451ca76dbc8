import { type Block, type BlockScan, startsFence, startsTable } from '@topicmill/text/markdown';
import type { PieceKind } from './piece.js';

/** Lines that belong together, and what they contain. */
export interface LineRun {
  readonly kind: Exclude<PieceKind, 'heading'>;
  readonly isAtomic: boolean;
  readonly firstLine: number;
  readonly lastLine: number;
}

const ITEM_MARKERS = /^(?:\s*(?:[-*+]|\d{1,9}[.)])(?=\s))*\s*/;

/**
 * The runs of lines of a block: a list is cut before its items, and tables, code and quotes in it are kept whole; lines
 * of a paragraph that all start and end with a pipe are a table without a rule.
 *
 * @param isPlain indented lines are not code, but set off
 */
export function lineRuns(text: string, scan: BlockScan, block: Block, isPlain: boolean): LineRun[] {
  const { firstLine, lastLine } = block;
  switch (block.type) {
    case 'table':
      return [{ kind: 'table', isAtomic: true, firstLine, lastLine }];
    case 'blockquote':
      return [{ kind: 'quote', isAtomic: true, firstLine, lastLine }];
    case 'code':
      if (block.isFenced) return [{ kind: 'code', isAtomic: true, firstLine, lastLine }];
      return [{ kind: isPlain ? 'prose' : 'code', isAtomic: false, firstLine, lastLine }];
    case 'list':
    case 'footnoteDefinition':
      return containerRuns(text, scan, block);
    case 'definition':
      return [{ kind: 'definition', isAtomic: false, firstLine, lastLine }];
    case 'paragraph':
      return paragraphRuns(text, scan, block);
    default:
      return [{ kind: 'prose', isAtomic: false, firstLine, lastLine }];
  }
}

function containerRuns(text: string, scan: BlockScan, block: Block): LineRun[] {
  const plainKind = block.type === 'list' ? 'list' : 'prose';
  const runs: LineRun[] = [];
  let line = block.firstLine;
  while (line <= block.lastLine) {
    const mark = scan.marks[line]!;
    const isQuote = isQuoteLine(text, scan, line);
    const lastLine = isQuote ? quoteEnd(text, scan, line, block.lastLine) : blockEnd(scan, line, block.lastLine);
    const kind = isQuote ? 'quote' : startsTable(mark) ? 'table' : startsFence(mark) ? 'code' : plainKind;
    const contentLine = lastContentLine(text, scan, line, lastLine);
    if (contentLine >= line) runs.push({ kind, isAtomic: kind !== plainKind, firstLine: line, lastLine: contentLine });
    line = lastLine + 1;
  }
  return runs;
}

/** Last line before the next line that starts something. */
function blockEnd(scan: BlockScan, line: number, lastLine: number): number {
  let at = line;
  while (at < lastLine && scan.marks[at + 1] === 0) at++;
  return at;
}

/** A further line of a quote has its marker first, or nothing starts on it. */
function quoteEnd(text: string, scan: BlockScan, line: number, lastLine: number): number {
  let at = line;
  while (at < lastLine && continuesQuote(text, scan, at + 1)) at++;
  return at;
}

function continuesQuote(text: string, scan: BlockScan, line: number): boolean {
  if (scan.marks[line] === 0) return !isBlank(text, scan, line);
  return text
    .slice(scan.starts[line], scan.starts[line + 1])
    .trimStart()
    .startsWith('>');
}

function isQuoteLine(text: string, scan: BlockScan, line: number): boolean {
  const content = text.slice(scan.starts[line], scan.starts[line + 1]).replace(ITEM_MARKERS, '');
  return content.startsWith('>');
}

function isBlank(text: string, scan: BlockScan, line: number): boolean {
  return text.slice(scan.starts[line], scan.starts[line + 1]).trim() === '';
}

function lastContentLine(text: string, scan: BlockScan, firstLine: number, lastLine: number): number {
  let line = lastLine;
  while (line >= firstLine && isBlank(text, scan, line)) line--;
  return line;
}

function paragraphRuns(text: string, scan: BlockScan, { firstLine, lastLine }: Block): LineRun[] {
  const runs: LineRun[] = [];
  let runStart = firstLine;
  let isRow = isRowLine(text, scan, firstLine);
  const close = (end: number) => {
    const isTable = isRow && end > runStart;
    runs.push({ kind: isTable ? 'table' : 'prose', isAtomic: isTable, firstLine: runStart, lastLine: end });
  };
  for (let line = firstLine + 1; line <= lastLine; line++) {
    if (isRowLine(text, scan, line) === isRow) continue;
    close(line - 1);
    runStart = line;
    isRow = !isRow;
  }
  close(lastLine);
  return runs;
}

function isRowLine(text: string, scan: BlockScan, line: number): boolean {
  const row = text.slice(scan.starts[line], scan.starts[line + 1]).trim();
  return row.length > 2 && row.startsWith('|') && row.endsWith('|');
}
