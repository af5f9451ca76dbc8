import { splitFrontMatter } from '../front-matter.js';
import { INNER_MARK, LEAF_MASK, LeafMark } from '../line-mark.js';
import { LineKind } from '../line-scan.js';
import { CODE_FENCE, codeDirectiveLines } from './code-directive-lines.js';
import type { Dialect } from './dialect.js';
import type { DialectScan } from './dialect-scan.js';
import { scanMarkdown } from './scan-markdown.js';

const TAB_WIDTH = 4;
const RUST = /^rust(?:[\s,]|$)/;
const HIDDEN_LINE = /^\s*#(?:\s|$)/;
const TIGHT_HEADING = /^ {0,3}#+[^#\s]/;
const TEMPLATE_TAG = /^[ \t>]*\{/;

/**
 * A document as plain markdown: what only a generator reads is taken out, titles and labels are put in its place, and
 * the indentation of a container's body goes. It is what is embedded, counted for keywords, and searched, and what
 * titles and descriptions are taken from. Front matter stays.
 *
 * @returns the text itself without a dialect
 */
export function readableMarkdown(text: string, dialect: Dialect | undefined): string {
  if (dialect === undefined) return text;
  const { bodyOffset } = splitFrontMatter(text);
  return text.slice(0, bodyOffset) + writeReadable(text, scanMarkdown(text, { bodyOffset, dialect }));
}

/** @param isLeftOut lines of which nothing is written; by default none, and what readers see of markup is written too */
export function writeReadable(text: string, scan: DialectScan, isLeftOut?: (line: number) => boolean): string {
  const { starts, kinds, marks, lineCount } = scan;
  const writer = new ReadableWriter();
  const indents = bodyIndents(text, scan);
  const shown = rewrittenLines(text, scan);
  const withoutMarkup = lineReader(text, scan);
  let isHtml = false;
  for (let line = 0; line < lineCount; line++) {
    if (marks[line] !== 0) isHtml = (marks[line]! & LEAF_MASK) === LeafMark.Html;
    const source = text.slice(starts[line], starts[line + 1]);
    const rest = withoutMarkup(starts[line]!, starts[line + 1]!);
    if (isLeftOut?.(line) === true) writer.addMarkup('');
    else if (kinds[line] === LineKind.Markup) writer.addMarkup(isLeftOut === undefined ? rest.trim() : '');
    else if (shown.has(line)) writer.addText(shown.get(line)!);
    else if (rest === source) writer.addText(isHtml ? source : strip(source, indents[line]!));
    else writer.addText(isHtml ? tidied(rest.trimStart()) : strip(tidied(withIndentOf(source, rest)), indents[line]!));
  }
  return writer.written;
}

/** Writes lines of text, and blank lines in place of lines of markup. */
class ReadableWriter {
  written = '';
  private isAfterMarkup = false;

  /** @param shown what readers see of the line of markup */
  addMarkup(shown: string): void {
    if (shown !== '') this.written += `${blankLineAfter(this.written)}${shown}\n`;
    this.isAfterMarkup = true;
  }

  addText(line: string): void {
    if (this.isAfterMarkup) {
      const gap = blankLineAfter(this.written);
      if (gap === '' && line.trim() === '') return;
      if (line.trim() !== '') this.written += gap;
    }
    this.isAfterMarkup = false;
    this.written += line;
  }
}

/** A blank line when the text does not end with one. */
function blankLineAfter(written: string): string {
  return written === '' || /(?:^|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(written.slice(-200)) ? '' : '\n';
}

/** What is left of a line without its markup, indented as the line was. */
function withIndentOf(source: string, rest: string): string {
  return (/^[ \t]*/.exec(source)?.[0] ?? '') + rest.trimStart();
}

/** No white space at the end, which could be a hard break that nobody wrote. */
function tidied(line: string): string {
  const content = line.trimEnd();
  return content === '' ? '\n' : content + (/(?:\r\n|\n|\r)$/.exec(line)?.[0] ?? ' ');
}

/** Gives the parts of ascending lines that are no markup, with what readers see of the markup. */
function lineReader(text: string, { markups }: DialectScan): (start: number, end: number) => string {
  let next = 0;
  return (start, end) => {
    let rest = '';
    let at = start;
    while (next < markups.length && markups[next]!.start < end) {
      const markup = markups[next]!;
      if (markup.start >= start) rest += text.slice(at, markup.start) + markup.text;
      at = Math.min(markup.end, end);
      if (markup.end > end) break;
      next++;
    }
    return rest + text.slice(at, end);
  };
}

/** Columns of white space before each line that belong to the container around it. */
function bodyIndents(text: string, { dialect, kinds, marks, starts, lineCount, regions }: DialectScan): Uint16Array {
  const indents = new Uint16Array(lineCount);
  if (!dialect.hasIndentedCode) {
    let base = 0;
    for (let line = 0; line < lineCount; line++) {
      const startsTop = marks[line] !== 0 && (marks[line]! & INNER_MARK) === 0;
      if (startsTop && kinds[line] !== LineKind.Markup) base = indentOf(text, starts[line]!);
      indents[line] = base;
    }
  }
  for (const { firstLine, lastLine, bodyIndent } of regions) {
    if (bodyIndent > 0) for (let line = firstLine + 1; line <= lastLine; line++) indents[line]! += bodyIndent;
  }
  return indents;
}

function indentOf(text: string, start: number): number {
  let column = 0;
  for (let at = start; ; at++) {
    if (text[at] === ' ') column++;
    else if (text[at] === '\t') column += TAB_WIDTH - (column % TAB_WIDTH);
    else return column;
  }
}

/** The line without so many columns of white space, or as many as it has. */
function strip(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (column < columns && (line[at] === ' ' || line[at] === '\t')) {
    column += line[at] === '\t' ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
    at++;
  }
  return at === 0 ? line : line.slice(at);
}

/** Lines whose readable text differs from the source, including their line ends; empty for those that are hidden. */
function rewrittenLines(text: string, scan: DialectScan): ReadonlyMap<number, string> {
  const { dialect, fences, headings, starts } = scan;
  const shown = dialect.directives === 'fences' ? codeDirectiveLines(text, scan) : new Map<number, string>();
  const sourceOf = (line: number): string => text.slice(starts[line], starts[line + 1]);
  for (const { firstLine, lastLine, info } of fences) {
    if (TEMPLATE_TAG.test(sourceOf(firstLine))) {
      shown.set(firstLine, `${CODE_FENCE}${info}\n`);
      shown.set(lastLine, `${CODE_FENCE}\n`);
    } else if (dialect.name === 'mdbook' && RUST.test(info)) {
      for (let line = firstLine + 1; line <= lastLine; line++)
        if (HIDDEN_LINE.test(sourceOf(line))) shown.set(line, '');
    }
  }
  if (dialect.hasTightHeadings) {
    for (const { line, level, text: title } of headings) {
      if (TIGHT_HEADING.test(sourceOf(line))) shown.set(line, `${'#'.repeat(level)} ${title}\n`);
    }
  }
  return shown;
}
