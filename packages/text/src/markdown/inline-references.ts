import { oneLine } from '../white-space.js';
import { CodeSpans } from './code-spans.js';
import { LEAF_MASK, LeafMark } from './line-cursor.js';
import { readDefinition } from './link-definition.js';
import { assembleBlocks, type BlockScan } from './scan-blocks.js';
import { readLines } from './scan-lines.js';

/** Destinations by the labels of their definitions. */
type Destinations = ReadonlyMap<string, string>;

/** In characters, by CommonMark. Brackets may lie in each other to any depth, and each pair is looked at. */
const MAX_LABEL = 999;
const LABEL = /\[(?:[^[\]\\]|\\.){0,999}\]/sy;
/** Destination and title of an inline link. */
const INLINE =
  /\(\s*(?:(?:<[^<>\n]*>|(?:[^\s()<]|\([^\s()]*\))(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?\s*)?\)/sy;
const AUTOLINK = /<[a-z][a-z\d+.-]*:[^\s<>]*>/iy;
const LINE_ENDS = /\r\n?/g;
/** Leaves whose lines stay as they are. */
const LEAVES_WITHOUT_LINKS: ReadonlySet<number> = new Set([
  LeafMark.Heading,
  LeafMark.FencedCode,
  LeafMark.IndentedCode,
  LeafMark.Html,
]);

/**
 * A markdown text without its link reference definitions: links that need one of them are written inline, `[text][label]`
 * as `[text](destination)`, without titles. Definitions in quotes and lists, headings, code, and links that nothing
 * defines stay as they are.
 */
export function inlineReferences(text: string): string {
  if (!text.includes(']:')) return text;
  const lines = readLines(text, 0);
  const scan = { ...lines, blocks: assembleBlocks(text, lines) };
  const { destinations, isDefinition } = readDefinitions(text, scan);
  return destinations.size === 0 ? text : rewriteLines(text, scan, isDefinition, destinations);
}

function readDefinitions(
  text: string,
  { blocks, starts, lineCount }: BlockScan,
): { readonly destinations: Destinations; readonly isDefinition: Uint8Array } {
  const destinations = new Map<string, string>();
  const isDefinition = new Uint8Array(lineCount);
  for (const { type, firstLine, lastLine } of blocks) {
    if (type !== 'definition') continue;
    isDefinition.fill(1, firstLine, lastLine + 1);
    const written = text.slice(starts[firstLine], starts[lastLine + 1]);
    const { label, destination } = readDefinition(written.replace(LINE_ENDS, '\n'));
    if (!destinations.has(normalizedLabel(label))) destinations.set(normalizedLabel(label), destination);
  }
  return { destinations, isDefinition };
}

function rewriteLines(
  text: string,
  { starts, marks, lineCount }: BlockScan,
  isDefinition: Uint8Array,
  destinations: Destinations,
): string {
  let written = '';
  let paragraph = '';
  let hasNoLinks = false;
  let isAfterDefinition = false;
  for (let line = 0; line < lineCount; line++) {
    const own = text.slice(starts[line], starts[line + 1]);
    const isBlank = own.trim() === '';
    if (marks[line] !== 0 || isBlank) {
      written += inlineDestinations(paragraph, destinations);
      paragraph = '';
    }
    if (marks[line] !== 0) hasNoLinks = LEAVES_WITHOUT_LINKS.has(marks[line]! & LEAF_MASK);
    // Of the blank lines around definitions, those before them part the rest.
    if (isDefinition[line] === 1 || (isBlank && isAfterDefinition)) {
      isAfterDefinition = true;
      continue;
    }
    isAfterDefinition = false;
    if (hasNoLinks) written += own;
    else paragraph += own;
  }
  return written + inlineDestinations(paragraph, destinations);
}

/** Case and white space make no difference in labels. */
function normalizedLabel(label: string): string {
  return oneLine(label).toLowerCase().toUpperCase();
}

/** Offset after what matches a sticky pattern at an offset; that offset if nothing does. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** A paragraph whose links have their destinations in parentheses. */
function inlineDestinations(paragraph: string, destinations: Destinations): string {
  const open: number[] = [];
  const codeSpans = new CodeSpans(paragraph);
  codeSpans.enterBlock(paragraph.length);
  let written = '';
  let from = 0;
  for (let at = 0; at < paragraph.length; ) {
    const character = paragraph[at];
    if (character === '\\') at += 2;
    else if (character === '`') at = codeSpans.endAt(at);
    else if (character === '<') at = Math.max(at + 1, matchEnd(AUTOLINK, paragraph, at));
    else if (character === '[') open.push(at++);
    else if (character !== ']') at++;
    else {
      const start = open.pop();
      const textEnd = ++at;
      if (start === undefined) continue;
      const isImage = paragraph[start - 1] === '!';
      at = matchEnd(INLINE, paragraph, textEnd);
      if (at === textEnd) {
        const { destination, end } = referenceAt(paragraph, start, textEnd, destinations);
        if (destination === undefined) continue;
        written += `${paragraph.slice(from, textEnd)}(${destination})`;
        from = end;
        at = end;
      }
      // Links contain no links, but images.
      if (!isImage) open.length = 0;
    }
  }
  return written + paragraph.slice(from);
}

/** What the label says to which a text in brackets refers: the label after it, or the text itself. */
function referenceAt(
  paragraph: string,
  start: number,
  textEnd: number,
  destinations: Destinations,
): { readonly end: number; readonly destination: string | undefined } {
  const end = matchEnd(LABEL, paragraph, textEnd);
  const after = paragraph.slice(textEnd + 1, end - 1);
  const label = after.trim() === '' ? paragraph.slice(start + 1, textEnd - 1) : after;
  if (label.length > MAX_LABEL) return { end, destination: undefined };
  return { end, destination: destinations.get(normalizedLabel(label)) };
}
