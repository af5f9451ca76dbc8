import { LineKind, parseFrontMatter, splitFrontMatter, withoutHeadingId } from '@topicmill/text/markdown';
import { sentenceStarts } from '@topicmill/text/sentences';
import { frontMatterText } from './front-matter-text.js';
import { plainText } from './plain-text.js';
import { type TextLines, textLines } from './text-lines.js';
import { titleOfId } from './topic-href.js';

/** A line of MyST that gives what follows a label: `(kiln-care)=`. */
const TARGET = /^ {0,3}\([\w|@<>*./+:-]{1,100}\)=[ \t]*$/gm;
/** A role of MyST before its text: `` {ref}`Kiln care <kiln-care>` ``. */
const ROLE = /\{[A-Za-z][\w:.+-]{0,100}\}`([^`<>\r\n]+)(<[^`<>\r\n]*>)?`/g;

/** A text without the labels of MyST, which are blank lines then, and with roles as the code or the text that they mark. */
function withoutTargets(markdown: string): string {
  return markdown
    .replace(TARGET, '')
    .replace(ROLE, (_, text: string, target?: string) => `\`${target === undefined ? text : text.trimEnd()}\``);
}

/** What a document says about itself. Both are plain text on one line. */
export interface ReferenceDescription {
  readonly title: string;
  /** Empty when the document has no paragraph. */
  readonly description: string;
}

const MAX_DESCRIPTION_LENGTH = 300;
const NON_PARAGRAPH_START =
  /^(?:[ \t]*(?:[|>]|[-*+][ \t]|\d+[.)][ \t]|\*?\[[^\]]+\]:|:::|(?:!!!|\?\?\?\+?)[ \t]|<(?!https?:))| {4}|\t|[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$)/;
/** What ends a paragraph without a blank line: a quote, and an item of a list with a text. */
const INTERRUPTS = /^ {0,3}(?:>|[-*+][ \t]+\S|1[.)][ \t]+\S)/;
/** What tools that make pages of markdown take for an instruction: module lines, expressions, tags, a table of contents. */
const INSTRUCTION =
  /^[ \t]*(?:import\s(?:.*\sfrom\s+)?(['"]).*\1;?|export\s+(?:const|let|default|function)\s.*|\{.*\}|\[\[?toc\]\]?|\[\[_toc_\]\])[ \t]*$/i;
const HTML_H1 = /(?:^|>)[ \t]*<h1(?:\s[^>]*)?>([\s\S]{0,1000}?)<\/h1>/im;
/** UTF-16 units at the beginning of a document among which an `<h1>` is looked for. */
const MAX_HTML_TITLE_OFFSET = 8000;
const MAX_INSTRUCTION_LENGTH = 1000;
const RAW_HTML = /^ {0,3}<(script|style|pre|textarea)(?=[\s>]|$)/i;
const TABLE_RULE = /^[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+(?:\|[ \t]*)?$/;

/**
 * Title and description of a document: the title from its front matter, else its first H1, else an `<h1>` near its
 * beginning, else the last part of the topic's id made readable; the description from its first plain paragraph after the H1, cut at the end of a sentence
 * to 300 UTF-16 units at most.
 */
export function describeReference(text: string, id: string): ReferenceDescription {
  const { bodyOffset, frontMatter } = splitFrontMatter(text);
  const source = textLines(text, bodyOffset);
  const h1 = source.scan.headings.find((heading) => heading.level === 1);
  const title = textOf(parseFrontMatter(frontMatter, '').values['title']);
  return {
    title: title || plainText(withoutHeadingId(h1?.text ?? '')) || htmlTitle(source) || titleOfId(id),
    description: shorten(firstParagraph(source, h1 === undefined ? 0 : h1.line + h1.lineCount)),
  };
}

/** What a page says about itself. Both are plain text on one line, and empty where the page says nothing. */
interface PageDescription {
  readonly title: string;
  readonly description: string;
}

/**
 * Title and description of a page of a site: `title` and `description` or `summary` of its front matter; else the first
 * heading if its level is 1, or an `<h1>` before it, and the first plain paragraph below that title and above the next heading. A title
 * in the front matter is above the whole page, and above a heading of level 1 that the page starts with.
 *
 * @param body the page without front matter and without what only its generator reads
 * @param proseTexts the body as it is searched for that paragraph: the first text that has one counts
 */
export function describePage(
  body: string,
  frontMatter: Readonly<Record<string, unknown>>,
  proseTexts: Iterable<string> = [body],
): PageDescription {
  const named = textOf(frontMatter['title']);
  const source = textLines(withoutTargets(body));
  const first = source.scan.headings[0];
  const html = named === '' ? htmlTitle(source, first?.line) : '';
  return {
    title: named || html || (first?.level === 1 ? plainText(withoutHeadingId(first.text)) : ''),
    description:
      textOf(frontMatter['description']) ||
      textOf(frontMatter['summary']) ||
      findLeadParagraph(proseTexts, named !== ''),
  };
}

function findLeadParagraph(proseTexts: Iterable<string>, isNamed: boolean): string {
  for (const prose of proseTexts) {
    const lead = leadParagraph(textLines(withoutTargets(prose)), isNamed);
    if (lead !== '') return shorten(lead);
  }
  return '';
}

/** The first paragraph below the title and above the next heading; empty without one. */
function leadParagraph(source: TextLines, isNamed: boolean): string {
  const { headings, kinds, lineCount } = source.scan;
  const first = headings[0];
  const firstLine = kinds.findIndex((kind) => kind !== LineKind.Blank);
  const startsWithTitle = first !== undefined && first.line === firstLine && first.level === 1;
  const isBelowHeading = first?.level === 1 && (startsWithTitle || !isNamed);
  const above = headings[isBelowHeading ? 1 : 0]?.line ?? lineCount;
  return firstParagraph(source, isBelowHeading ? first.line + first.lineCount : 0, above);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? frontMatterText(String(value)) : '';
}

/** Empty without an `<h1>`; one at or after the line `to` does not count. */
function htmlTitle({ scan, lines }: TextLines, to = lines.length): string {
  const html = lines.filter((_, line) => line < to && scan.kinds[line] === LineKind.Text).join('\n');
  const content = HTML_H1.exec(html.slice(0, MAX_HTML_TITLE_OFFSET))?.[1] ?? '';
  return plainText(content.replace(/<[^<>]*>/g, ' '));
}

/** The first plain paragraph from a line on, before the line `to`; empty without one. */
function firstParagraph({ scan, lines }: TextLines, from: number, to = lines.length): string {
  let line = from;
  while (line < to) {
    if (scan.kinds[line] !== LineKind.Text) {
      line++;
      continue;
    }
    const behind = markedBlockEnd(lines, line);
    if (behind > line) {
      line = behind;
      continue;
    }
    const first = line;
    while (line < to && scan.kinds[line] === LineKind.Text && (line === first || !INTERRUPTS.test(lines[line]!)))
      line++;
    const text = paragraphText(lines.slice(first, line));
    if (text !== '') return text;
  }
  return '';
}

/** Index of the line after a block that continues over blank lines to its closing mark; of its first line for any other block. */
function markedBlockEnd(lines: readonly string[], first: number): number {
  const start = lines[first]!.trimStart();
  if (start.startsWith('<!--')) return lineAfter(lines, first, /-->/);
  const tag = RAW_HTML.exec(lines[first]!)?.[1];
  if (tag !== undefined) return lineAfter(lines, first, new RegExp(`</${tag}>`, 'i'));
  return start.startsWith('$$') ? formulaEnd(lines, first) : first;
}

function lineAfter(lines: readonly string[], first: number, closing: RegExp): number {
  for (let line = first; line < lines.length; line++) if (closing.test(lines[line]!)) return line + 1;
  return lines.length;
}

/** Index of the line after a formula; of its first line if it is never closed. */
function formulaEnd(lines: readonly string[], opening: number): number {
  const rest = lines[opening]!.trim().slice(2);
  if (rest.includes('$$')) return rest.endsWith('$$') ? opening + 1 : opening;
  for (let line = opening + 1; line < lines.length; line++) if (lines[line]!.includes('$$')) return line + 1;
  return opening;
}

/** Empty for what is not a paragraph. */
function paragraphText(lines: readonly string[]): string {
  const isOther = NON_PARAGRAPH_START.test(lines[0]!) || lines.every(isInstruction);
  if (isOther || TABLE_RULE.test(lines[1] ?? '')) return '';
  const withoutBreaks = lines.map((line, at) => (at < lines.length - 1 ? line.replace(/(?<!\\)\\$/, '') : line));
  return plainText(withoutBreaks.join(' '));
}

function isInstruction(line: string): boolean {
  return line.length <= MAX_INSTRUCTION_LENGTH && INSTRUCTION.test(line);
}

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  const ends = sentenceStarts(text.slice(0, 2 * MAX_DESCRIPTION_LENGTH)).map(
    (start) => text.slice(0, start).trimEnd().length,
  );
  const sentenceEnd = ends.findLast((end) => end <= MAX_DESCRIPTION_LENGTH);
  if (sentenceEnd !== undefined) return text.slice(0, sentenceEnd);
  const cut = text.slice(0, MAX_DESCRIPTION_LENGTH);
  const wordEnd = cut.lastIndexOf(' ');
  return `${(wordEnd > 0 ? cut.slice(0, wordEnd) : cut.slice(0, -1)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
