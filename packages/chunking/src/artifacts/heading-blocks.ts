import { type BlockScan, type Heading, scanBlocks, splitFrontMatter } from '@topicmill/text/markdown';
import { type HtmlTable, HtmlTables } from '../html-table.js';
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
 * natural boundaries only if it begins with a table.
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
      const label = labelOf(titleOfContent(texts.headingContent(part.text)) || part.text);
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
  const nextStart = (): number => {
    const heading = headings[next];
    return heading === undefined ? text.length : starts[heading.line]!;
  };
  const htmlTables = new HtmlTables(text);
  for (const { type, startOffset, endOffset } of blocks) {
    const tables =
      type === 'table'
        ? [markedTable(text, startOffset, endOffset)]
        : type === 'html'
          ? [...htmlTables.startingIn(startOffset, endOffset)].map(tableBlock)
          : [];
    for (const table of tables) {
      while (nextStart() < table.startChar) yield headings[next++]!;
      if (table.endChar <= nextStart()) yield table;
    }
  }
  yield* headings.slice(next);
}

/** A table of lines with pipes, with its header as label. */
function markedTable(text: string, startChar: number, endChar: number): Block {
  const header = text.slice(startChar, text.indexOf('\n', startChar)).trim();
  return { startChar, endChar, label: labelOf(header.replace(/^\||\|$/g, '')) };
}

/** A table in HTML, to be cut between its rows, with the cells of its first row as label. */
function tableBlock({ startChar, endChar, rowStarts, head }: HtmlTable): Block {
  if (rowStarts.length === 0) return { startChar, endChar };
  const inner = rowStarts.map((row, at) => ({ startChar: row, endChar: rowStarts[at + 1] ?? endChar }));
  return { startChar, endChar, label: labelOf(head), inner };
}
