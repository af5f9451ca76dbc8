import { oneLine } from '@topicmill/text/white-space';
import { plainText } from '@topicmill/topics/formats';
import { splitIntoParts } from './parts.js';
import { closedNamesOf, renderedInline } from './rendered-inline.js';
import { renderedLines } from './rendered-lines.js';

/** Lines that a site turns into something else; the groups are what it shows of them. */
const MARKUP_LINES: readonly RegExp[] = [
  /^ {0,3}([-*_])(?:[ \t]*\1){2,}\s*$/,
  /^\s*===[!+]*\s+(?:"(?<shown>[^"]*)"|'(?<rest>[^']*)')\s*$/,
  /^\s*::(?:[\w-]+(?![\w-])(?:\[(?<shown>[^\]]*)\])?(?:\{[^{}]*\})?)?\s*$/,
  /^\s*\/{3,}[ \t]*(?![ \t])(?:[\w-]+[ \t]*(?![ \t])(?:\|(?<shown>.*(?!.)))?)?\s*$/,
  /^\s*;*-+8<-+(?:\s+(?:"[^"]*"|'[^']*'))?\s*$/,
  /^\s*<<<[ \t]+[@./~]/,
  /^\s*\[(?:TOC|\[toc\]|\[_TOC_\])\]\s*$/i,
  /^ {0,3}\*\[[^\]]+\]:.*(?!.)\s*$/,
];
/** The marks that open or close a container, and its name. */
const CONTAINER = /^\s*:{3,}(?!:)[ \t]*(?![ \t])(?:[\w-]+(?![\w-]))?(?=[\s[{]|:{3}|$)/;
/** A note of MkDocs: its kind with the space around it, and its title. */
const MKDOCS_NOTE = /^\s*(?:!!!|\?{3}\+?)(?<kind>\s[^"]*)(?:"(?<shown>[^"]*)"\s*)?$/;
const KIND = /^[\w -]+$/;
/** The marks of quotes, and the kind of the alert that a quote is. */
const QUOTE = /^(?:[ \t]*>)+[ \t]?(?:\s*\[![\w|-]{1,100}\][+-]?)?/;
/** Marks of headings that a scan without a dialect takes for other text, and of footnotes. */
const LEADING_MARK = /^(?: {0,3}#|[ \t]*##)#{0,5}[ \t]+(?=\S)|^ {0,3}\[\^[^\]\s]+\]:/;

/** The label of a definition, and a title on the line after its destination. */
const LABEL = /^[ \t]*\[(?!\^)[^\]]+\]:/;
const TITLE = /^\s*(?:"[^"]*"|'[^']*'|\([^()]*\))\s*$/;
/** Where PyMdown Extensions begin a block, and its settings. */
const SLASH_BLOCK = /^[ \t]*\/{3,}[ \t]*\w/;
const SETTING = /^(?: {4}|\t)[ \t]*[\w-]+:/;
/** Where mkdocstrings writes the documentation of an object, with its options; the name is left. */
const DOCUMENTED_OBJECTS = /^([ \t]*):::[ \t]+([\w-]+(?:[.:]+[\w-]+)+)[ \t]*((?:\r?\n(?: {4}|\t)[ \t]*[^\s].*)*)$/gm;

/**
 * What a reader sees of the lines of a paragraph, its inline markup aside: nothing of definitions, breaks and the names of
 * containers, whose titles stay; the markers of lists are hyphens.
 */
function shownParagraph(written: string): string {
  const lines = written.replace(DOCUMENTED_OBJECTS, '$1$2').split('\n');
  let shown = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const definitionEnd = lineAfterDefinition(lines, at);
    if (definitionEnd !== undefined) at = definitionEnd - 1;
    else shown += `${shownLine(line)}\n`;
    if (SLASH_BLOCK.test(line)) while (SETTING.test(lines[at + 1] ?? '')) at++;
  }
  return shown;
}

/** The line after the definition of a link that a line begins; `undefined` for other lines. */
function lineAfterDefinition(lines: readonly string[], at: number): number | undefined {
  const label = LABEL.exec(lines[at]!)?.[0];
  if (label === undefined) return undefined;
  const own = lines[at]!.slice(label.length).trim();
  const isOnNextLine = own === '';
  const target = isOnNextLine ? (lines[at + 1] ?? '').trim() : own;
  const title = target.slice(/\S*/.exec(target)![0].length);
  if (target === '' || (title !== '' && !TITLE.test(title))) return undefined;
  const next = at + (isOnNextLine ? 2 : 1);
  return title === '' && TITLE.test(lines[next] ?? '') ? next + 1 : next;
}

function shownLine(written: string): string {
  const line = written.replace(QUOTE, '').replace(LEADING_MARK, '');
  for (const form of MARKUP_LINES) {
    const match = form.exec(line);
    if (match !== null) return match.groups?.['shown'] ?? match.groups?.['rest'] ?? '';
  }
  return containerTitle(line) ?? noteTitle(line) ?? line.replace(/^(\s*)[*+](?=\s)/, '$1-');
}

/** The title of the container that a line opens, empty if it has none or the line closes one; `undefined` for other lines. */
function containerTitle(line: string): string | undefined {
  const mark = CONTAINER.exec(line)?.[0];
  if (mark === undefined) return undefined;
  const rest = line.slice(mark.length).trim();
  const label = /^\[([^\]]*)\]/.exec(rest)?.[1];
  if (label !== undefined) return label;
  const title = rest.replace(/^\{[^{}]*\}/, '').trim();
  return /^(?:[\w-]+=|:{3})/.test(title) ? '' : title.replace(/\{[^{}]*\}$/, '').trim();
}

/** The title of the note that a line begins, empty if it has none; `undefined` for other lines. */
function noteTitle(written: string): string | undefined {
  const { kind, shown } = MKDOCS_NOTE.exec(written)?.groups ?? {};
  if (kind === undefined) return undefined;
  const isKind =
    kind.trim() === '' ? kind.slice(1, shown === undefined ? undefined : -1).includes(' ') : KIND.test(kind.trim());
  return isKind && (shown === undefined || /\s$/.test(kind)) ? (shown ?? '') : undefined;
}

const TABLE_ROW = /^[\s>]*\|/;
const TABLE_RULE = /^[\s>]*\|[\s:|-]+\|\s*$/;
const CELL_BORDER = /(?<!\\)\|/;
const QUOTE_MARK = /^[ \t]*> ?/;
/** Where kramdown writes a table of contents; its text is never shown. */
const CONTENTS = /^[ \t]*(?:[*+-]|\d+\.)[ \t][^\n]*\n[ \t]*\{:[ \t]*toc\b[^{}\n]*\}/gm;

/** A place in a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Text, or a line of code. */
interface PassagePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** The text of a chunk as a reader sees it, on one line, without headings; code is kept as it is, cells of tables are parted by `·`. */
export function passageText(chunkText: string): string {
  return oneLine(
    passageParts(chunkText)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** The same with the lines of code, and with the places of these in it. */
export function passageWithCode(chunkText: string): { readonly text: string; readonly code: readonly Span[] } {
  let text = '';
  const code: { start: number; end: number }[] = [];
  for (const part of passageParts(chunkText)) {
    const shown = part.isCode ? part.text.trimEnd() : oneLine(part.text);
    if (shown === '') continue;
    const last = code.at(-1);
    const goesOn = part.isCode && last !== undefined && last.end === text.length;
    if (text !== '') text += goesOn ? '\n' : ' ';
    const start = text.length;
    text += shown;
    if (goesOn) last.end = text.length;
    else if (part.isCode) code.push({ start, end: text.length });
  }
  return { text, code };
}

function passageParts(chunkText: string): PassagePart[] {
  const reading = { closedNames: closedNamesOf(chunkText) };
  const parts: PassagePart[] = [];
  let paragraph = '';
  let codeDepth = 0;
  const read = (written: string, readLines = (lines: string): string => lines): string => {
    return splitIntoParts(written)
      .map((part) => plainText(readLines(renderedInline(part, reading))))
      .join(' ');
  };
  const endParagraph = (): void => {
    if (paragraph !== '') parts.push({ text: read(paragraph.replace(CONTENTS, ''), shownParagraph), isCode: false });
    paragraph = '';
  };
  for (const { kind, text: written } of renderedLines(chunkText)) {
    const isRow = kind === 'text' && TABLE_ROW.test(written);
    if (kind === 'text' && !isRow && written.trim() !== '') {
      paragraph += written;
      continue;
    }
    endParagraph();
    if (kind === 'fence') codeDepth = /^[ \t>]*/.exec(written)![0].split('>').length - 1;
    else if (kind === 'code') parts.push({ text: withoutQuoteMarks(written, codeDepth), isCode: true });
    else if (isRow && !TABLE_RULE.test(written)) parts.push({ text: tableRow(written, parts, read), isCode: false });
  }
  endParagraph();
  return parts;
}

/** A line of code in quotes without the marks of these. */
function withoutQuoteMarks(line: string, depth: number): string {
  let rest = line;
  for (let at = 0; at < depth; at++) rest = rest.replace(QUOTE_MARK, '');
  return rest;
}

/** The cells of a row; after another row, they go on where it ended. */
function tableRow(line: string, before: readonly PassagePart[], read: (written: string) => string): string {
  const cells = line.trim().split(CELL_BORDER).slice(1);
  const texts = cells.map((cell) => read(cell.replaceAll('\\|', '|'))).filter((cell) => cell !== '');
  const row = texts.join(' · ');
  return before.at(-1)?.text.includes(ROW_MARK) === true ? `· ${row}${ROW_MARK}` : `${row}${ROW_MARK}`;
}

/** White space that ends a row while pieces are gathered. */
const ROW_MARK = '\n';
