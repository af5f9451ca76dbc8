import { type BlockScan, type Heading, scanBlocks, splitFrontMatter } from '@topicmill/text/markdown';
import { HeadingTexts, titleOfContent } from '../structural/heading-text.js';
import type { Block } from './artifact-chunk.js';
import { labelOf } from './block-labels.js';

/** A section that is still open while headings are read. */
interface OpenSection {
  readonly level: number;
  readonly startChar: number;
  readonly label: string | undefined;
  readonly inner: Block[];
}

/**
 * The sections of a markdown document, each with those below it and its tables inside. A document without headings has
 * joints only if it begins with a table.
 */
export function headingBlocks(text: string): readonly Block[] {
  const scan = scanBlocks(text, splitFrontMatter(text).bodyOffset);
  const texts = new HeadingTexts([]);
  const root: OpenSection = { level: 0, startChar: 0, label: undefined, inner: [] };
  const open = [root];
  function closeDownTo(level: number, endChar: number): void {
    while (open.at(-1)!.level >= level) {
      const { startChar, label, inner } = open.pop()!;
      open.at(-1)!.inner.push({ startChar, endChar, label, ...(inner.length > 0 && { inner }) });
    }
  }
  for (const part of sectionParts(text, scan)) {
    if ('level' in part) {
      const startChar = scan.starts[part.line]!;
      closeDownTo(part.level, startChar);
      const label = labelOf(titleOfContent(texts.contentOf(part.text)) || part.text);
      open.push({ level: part.level, startChar, label, inner: [] });
    } else if ((open.at(-1)!.inner.at(-1)?.endChar ?? 0) <= part.startChar) open.at(-1)!.inner.push(part);
  }
  closeDownTo(1, text.length);
  const [first] = root.inner;
  return scan.headings.length === 0 && first !== undefined && first.startChar > 0 ? [] : root.inner;
}

/** Headings and tables, in order. */
function* sectionParts(text: string, { headings, blocks, starts }: BlockScan): Generator<Heading | Block> {
  let next = 0;
  let openTables = 0;
  const nextStart = (): number => {
    const heading = headings[next];
    return heading === undefined ? text.length : starts[heading.line]!;
  };
  for (const { type, startOffset, endOffset } of blocks) {
    let table: Block | undefined;
    if (type === 'table') table = markedTable(text, startOffset, endOffset);
    else if (type === 'html' && openTables < MOST_OPEN && isHtmlTable(text, startOffset)) {
      table = htmlTable(text, startOffset);
      if (table === undefined) openTables++;
    }
    if (table === undefined) continue;
    while (nextStart() < table.startChar) yield headings[next++]!;
    if (table.endChar <= nextStart()) yield table;
  }
  yield* headings.slice(next);
}

/** Tables without an end that are read to the end of the text: more would take time that grows with its square. */
const MOST_OPEN = 3;

/** A table of lines with pipes, with its header as label. */
function markedTable(text: string, startChar: number, endChar: number): Block {
  const header = text.slice(startChar, text.indexOf('\n', startChar)).trim();
  return { startChar, endChar, label: labelOf(header.replace(/^\||\|$/g, '')) };
}

const TABLE_START = /^\s*<table[\s>]/i;
const TABLE_TAG = /<(\/?)(table|tr)(?=[\s>])[^<>]*>/gi;

function isHtmlTable(text: string, startChar: number): boolean {
  return TABLE_START.test(text.slice(startChar, startChar + 100));
}

/** A table in HTML, to be cut between its rows, with the cells of its first row as label; `undefined` if it has no end. */
function htmlTable(text: string, startChar: number): Block | undefined {
  const rows: number[] = [];
  let depth = 0;
  TABLE_TAG.lastIndex = startChar;
  for (let tag = TABLE_TAG.exec(text); tag !== null; tag = TABLE_TAG.exec(text)) {
    const isEnd = tag[1] === '/';
    const name = tag[2]!.toLowerCase();
    if (name === 'table') depth += isEnd ? -1 : 1;
    else if (name === 'tr' && !isEnd && depth === 1) rows.push(tag.index);
    if (depth > 0) continue;
    const endChar = TABLE_TAG.lastIndex;
    if (rows.length === 0) return { startChar, endChar };
    const inner = rows.map((row, at) => ({ startChar: row, endChar: rows[at + 1] ?? endChar }));
    return { startChar, endChar, label: labelOf(cellsOf(text.slice(rows[0], rows[1] ?? endChar))), inner };
  }
  return undefined;
}

function cellsOf(row: string): string {
  const cells = row.split(/<t[hd](?=[\s>])[^<>]*>/i).slice(1);
  return cells.map((cell) => cell.replace(/<[^<>]*>/g, ' ').trim()).join(' | ');
}
