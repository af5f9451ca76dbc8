import { oneLine } from '../../white-space.js';
import { INNER_MARK, LEAF_MASK, LeafMark } from '../line-cursor.js';
import { LineKind } from '../line-scan.js';
import { splitFrontMatter } from '../split-front-matter.js';
import type { Dialect } from './dialect.js';
import type { DialectScan } from './dialect-scan.js';
import { languageOf, optionsEnd } from './directive.js';
import { isDialectScan, scanMarkdown } from './scan-markdown.js';

/** Placeholder for the tags around code; longer than what code is likely to contain. */
const CODE_FENCE = '~~~~';
const FENCE = /(?<![`~:])(`{3,}|~{3,}|:{3,})[ \t]*(?:\{[^\r\n]*)?(?=[\r\n]|$)/;

/** How the lines of directives of MyST that contain code are read: as a fence with a language, without their options. */
function codeDirectiveLines(text: string, { fences, starts }: DialectScan): Map<number, string> {
  const shown = new Map<number, string>();
  for (const { firstLine, lastLine, closed, info } of fences) {
    const language = languageOf(info);
    if (language === undefined) continue;
    const opening = text.slice(starts[firstLine], starts[firstLine + 1]);
    const end = optionsEnd(text, starts[firstLine]! + opening.trimEnd().length);
    let first = firstLine + 1;
    for (; first <= lastLine && starts[first]! < end; first++) shown.set(first, '');
    const isBlank = text.slice(starts[first], starts[first + 1]).trim() === '';
    if (first > firstLine + 1 && first < lastLine && isBlank) shown.set(first++, '');
    const isEmpty = closed && first >= lastLine;
    shown.set(firstLine, isEmpty ? '' : withFenceLanguage(opening, language));
    const closing = text.slice(starts[lastLine], starts[lastLine + 1]);
    if (isEmpty || closing.trimStart().startsWith(':'))
      shown.set(lastLine, isEmpty ? '' : withFenceLanguage(closing, ''));
  }
  return shown;
}

function withFenceLanguage(line: string, language: string): string {
  return line.replace(FENCE, (_, fence: string) => (fence.startsWith(':') ? CODE_FENCE : fence) + language);
}

/** The first line of a note apart from the text: a container, an admonition, or a component or shortcode named for one. */
const NOTE_OPENING =
  /^[ \t>]*(?::{2,}|!!!|\?\?\?|\[!|(?:<|[`~]{3,}[ \t]*\{|\{\{[<%][ \t]*|\{%[ \t]*)(?:admonition|alert|aside|attention|callout|caution|danger|error|hint|info|important|note|pageinfo|seealso|tip|warning)\b)/i;
const DEFINITION = /^ {0,3}\[(?!\^)([^[\]]{1,200})\]:/gm;
/** A code span; or a label in brackets that is not a part of a longer link. */
const SHORTCUT = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<![\]\\!])\[([^[\]]{1,200})\](?![[(:])/g;

/**
 * The paragraphs of a page body as plain markdown, to take its description from: like `readableMarkdown`, but without the
 * titles and labels of containers and components, and with the text of reference links that are only a label, whose
 * definitions are not written.
 *
 * @param withNotes whether notes, tips and other admonitions are a part of it
 */
export function proseMarkdown(body: string, dialect: Dialect | undefined, withNotes: boolean): string {
  const labels = new Set(Array.from(body.matchAll(DEFINITION), ([, label]) => normalizedLabel(label!)));
  const prose = dialect === undefined ? body : withoutAsides(body, dialect, withNotes);
  if (labels.size === 0) return prose;
  return prose.replace(SHORTCUT, (written, _ticks, label: string | undefined) =>
    label !== undefined && labels.has(normalizedLabel(label)) ? label : written,
  );
}

function withoutAsides(body: string, dialect: Dialect, withNotes: boolean): string {
  const scan = scanMarkdown(body, { dialect });
  if (!isDialectScan(scan)) return body;
  const { regions, starts } = scan;
  const leftOut = new Set<number>();
  for (const { firstLine, lastLine } of withNotes ? [] : regions) {
    if (leftOut.has(firstLine) || !NOTE_OPENING.test(body.slice(starts[firstLine], starts[firstLine + 1]))) continue;
    for (let line = firstLine; line <= lastLine; line++) leftOut.add(line);
  }
  return writeReadable(body, scan, (line) => leftOut.has(line));
}

/** Labels are the same whatever their case and white space. */
function normalizedLabel(label: string): string {
  return oneLine(label).toLowerCase();
}

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
function writeReadable(text: string, scan: DialectScan, isLeftOut?: (line: number) => boolean): string {
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
    else if (rest === source) writer.addText(isHtml ? source : withoutIndent(source, indents[line]!));
    else
      writer.addText(
        isHtml
          ? trimmedAtEnd(rest.trimStart())
          : withoutIndent(trimmedAtEnd(indentedLike(source, rest)), indents[line]!),
      );
  }
  return writer.written;
}

/** As much of the end as tells whether a line is blank, in UTF-16 units. */
const END_LENGTH = 200;

/** Writes lines of text, and blank lines in place of lines of markup. */
class ReadableWriter {
  private readonly parts: string[] = [];
  /** The end of what is written: looking at that of a text that grows would copy all of it, each time. */
  private end = '';
  private isAfterMarkup = false;

  get written(): string {
    return this.parts.join('');
  }

  /** @param shown what readers see of the line of markup */
  addMarkup(shown: string): void {
    if (shown !== '') this.write(`${this.blankLine()}${shown}\n`);
    this.isAfterMarkup = true;
  }

  addText(line: string): void {
    if (this.isAfterMarkup) {
      const gap = this.blankLine();
      if (gap === '' && line.trim() === '') return;
      if (line.trim() !== '') this.write(gap);
    }
    this.isAfterMarkup = false;
    this.write(line);
  }

  /** A blank line when the text does not end with one. */
  private blankLine(): string {
    return this.end === '' || /(?:^|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(this.end) ? '' : '\n';
  }

  private write(part: string): void {
    this.parts.push(part);
    this.end = (this.end + part).slice(-END_LENGTH);
  }
}

/** What is left of a line without its markup, indented as the line was. */
function indentedLike(source: string, rest: string): string {
  return (/^[ \t]*/.exec(source)?.[0] ?? '') + rest.trimStart();
}

/** No white space at the end, which could be a hard break that nobody wrote. */
function trimmedAtEnd(line: string): string {
  const content = line.trimEnd();
  return content === '' ? '\n' : content + (/(?:\r\n|\n|\r)$/.exec(line)?.[0] ?? ' ');
}

/** Gives the parts of ascending lines that are not markup, with what readers see of the markup. */
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
function withoutIndent(line: string, columns: number): string {
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
