import { oneLine } from '@topicmill/text/white-space';
import { plainText } from '@topicmill/topics/formats';
import { inParts } from './parts.js';
import { closedNamesOf, shownInline } from './shown-inline.js';
import { shownLines } from './shown-lines.js';
import { shownParagraph } from './shown-paragraph.js';

const TABLE_ROW = /^[\s>]*\|/;
const TABLE_RULE = /^[\s>]*\|[\s:|-]+\|\s*$/;
const CELL_BORDER = /(?<!\\)\|/;
const QUOTE_MARK = /^[ \t]*> ?/;
/** Where kramdown writes a table of contents; its text is never shown. */
const CONTENTS = /^[ \t]*(?:[*+-]|\d+\.)[ \t][^\n]*\n[ \t]*\{:[ \t]*toc\b[^{}\n]*\}/gm;

/** The text of a chunk as a reader sees it, on one line, without headings; code is kept as it is, cells of tables are parted by `·`. */
export function passageText(chunkText: string): string {
  const reading = { closedNames: closedNamesOf(chunkText) };
  const pieces: string[] = [];
  let paragraph = '';
  let codeDepth = 0;
  const read = (written: string, readLines = (lines: string): string => lines): string => {
    return inParts(written)
      .map((part) => plainText(readLines(shownInline(part, reading))))
      .join(' ');
  };
  const endParagraph = (): void => {
    if (paragraph !== '') pieces.push(read(paragraph.replace(CONTENTS, ''), shownParagraph));
    paragraph = '';
  };
  for (const { kind, text: written } of shownLines(chunkText)) {
    const isRow = kind === 'text' && TABLE_ROW.test(written);
    if (kind === 'text' && !isRow && written.trim() !== '') {
      paragraph += written;
      continue;
    }
    endParagraph();
    if (kind === 'fence') codeDepth = /^[ \t>]*/.exec(written)![0].split('>').length - 1;
    else if (kind === 'code') pieces.push(withoutQuoteMarks(written, codeDepth));
    else if (isRow && !TABLE_RULE.test(written)) pieces.push(tableRow(written, pieces, read));
  }
  endParagraph();
  return oneLine(pieces.join(' '));
}

/** A line of code in quotes without the marks of these. */
function withoutQuoteMarks(line: string, depth: number): string {
  let rest = line;
  for (let at = 0; at < depth; at++) rest = rest.replace(QUOTE_MARK, '');
  return rest;
}

/** The cells of a row; after another row, they go on where it ended. */
function tableRow(line: string, before: readonly string[], read: (written: string) => string): string {
  const cells = line.trim().split(CELL_BORDER).slice(1);
  const texts = cells.map((cell) => read(cell.replaceAll('\\|', '|'))).filter((cell) => cell !== '');
  const row = texts.join(' · ');
  return before.at(-1)?.includes(ROW_MARK) === true ? `· ${row}${ROW_MARK}` : `${row}${ROW_MARK}`;
}

/** White space that ends a row while pieces are gathered. */
const ROW_MARK = '\n';
