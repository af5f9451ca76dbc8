import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type Block,
  type BlockScan,
  bodyOffsetOf,
  type Dialect,
  isDialectScan,
  readableMarkdown,
  scanBlocks,
} from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { plainText } from '@topicmill/topics/formats';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { normalizeIdentifier } from 'micromark-util-normalize-identifier';

/** A block with the blank lines after it. Offsets are UTF-16 offsets in the source. */
export interface PageUnit {
  readonly block: Block;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly tokenCount: number;
  /** Whether it would parse differently without the link definition right before it. */
  readonly staysWithPrevious: boolean;
  /** Number of elements and containers of the dialect inside which it starts; a page rather starts outside of them. */
  readonly depth: number;
  /** Index of the unit whose heading is in force here (its own if it is a heading); -1 before the first heading. */
  readonly headingUnit: number;
  /** Keys of the definitions that it needs, including those that its footnotes need. */
  readonly needs: readonly string[];
}

/** A definition that pages may have to copy. */
export interface SharedDefinition extends Definition {
  /** The unit that contains it; of several definitions with one key the first counts. */
  readonly unit: number;
  /** Tokens that a copy adds to a page, including blank lines and the copies of `shadows`. */
  readonly tokenCount: number;
  /** Keys that it defines again inside: a copy must follow a copy of the definition that counts in the source. */
  readonly shadows: readonly string[];
}

/** A document, read for splitting. */
export interface PageSource {
  readonly text: string;
  /** Offset after the byte order mark and the front matter, which stay at the start of the first page. */
  readonly bodyOffset: number;
  readonly eol: '\n' | '\r\n';
  readonly dialect: Dialect | undefined;
  readonly scan: BlockScan;
  readonly units: readonly PageUnit[];
  readonly definitions: ReadonlyMap<string, SharedDefinition>;
  readonly headingParents: ReadonlyMap<number, number>;
}

/** Upper bound of the tokens of the blank lines around a copy. */
const COPY_MARGIN_TOKENS = 2;
const INDENTED_LINE = /^(?: {4}| {0,3}\t)/;

/**
 * Reads a document for splitting, in linear time.
 *
 * @param file path that errors name
 * @param dialect what the document is written in besides CommonMark
 * @throws TopicmillError `EMPTY_DOCUMENT`
 */
export function readPageSource(
  text: string,
  file: string,
  counter: TokenCounter,
  dialect: Dialect | undefined,
): PageSource {
  const bodyOffset = bodyOffsetOf(text, dialect);
  const scan = scanBlocks(text, bodyOffset, dialect);
  if (scan.blocks.length === 0) {
    throw new TopicmillError('EMPTY_DOCUMENT', 'There is no text to split into pages.', {
      file,
      remedy: 'Write some text.',
    });
  }
  const definitions = sharedDefinitions(text, scan.blocks, counter);
  return {
    text,
    bodyOffset,
    eol: /\r\n|\n|\r/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n',
    dialect,
    scan,
    units: readUnits(text, { bodyOffset, scan, definitions, counter }),
    definitions,
    headingParents: findHeadingParents(scan.blocks),
  };
}

/** Titles of the headings in force at a unit, outermost first, the unit's own included, as plain text. */
export function headingPath(source: PageSource, unit: number): string[] {
  return pathToHeading(source, source.units[unit]!.headingUnit);
}

/**
 * Titles from the outermost heading above a heading to its own, as plain text.
 *
 * @param headingUnit unit of the heading; -1 for none
 */
export function pathToHeading({ units, headingParents }: PageSource, headingUnit: number): string[] {
  const path: string[] = [];
  for (let at = headingUnit; at !== -1; at = headingParents.get(at)!) {
    const { block } = units[at]!;
    if (block.type === 'heading') path.unshift(plainText(block.heading.text));
  }
  return path;
}

/** The unit of the parent heading of each heading; -1 for one without a parent. */
function findHeadingParents(blocks: readonly Block[]): Map<number, number> {
  const parents = new Map<number, number>();
  const open: { unit: number; level: number }[] = [];
  blocks.forEach((block, unit) => {
    if (block.type !== 'heading') return;
    const { level } = block.heading;
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    parents.set(unit, open.at(-1)?.unit ?? -1);
    open.push({ unit, level });
  });
  return parents;
}

function sharedDefinitions(text: string, blocks: readonly Block[], counter: TokenCounter) {
  const found = new Map<string, SharedDefinition>();
  blocks.forEach((block, unit) => {
    for (const definition of readDefinitions(text, block)) {
      if (found.has(definition.key)) continue;
      const tokenCount = counter.count(definition.text) + COPY_MARGIN_TOKENS;
      found.set(definition.key, { ...definition, unit, tokenCount, shadows: [] });
    }
  });
  for (const definition of found.values()) {
    const shadows = definition.kind === 'footnote' ? shadowedKeys(definition, found) : [];
    if (shadows.length === 0) continue;
    const tokenCount = shadows.reduce((sum, key) => sum + found.get(key)!.tokenCount, definition.tokenCount);
    found.set(definition.key, { ...definition, tokenCount, shadows });
  }
  return found;
}

function shadowedKeys({ key, text, unit }: SharedDefinition, found: ReadonlyMap<string, SharedDefinition>): string[] {
  if (text.indexOf(']:') === text.lastIndexOf(']:')) return [];
  const inside = containedDefinitions(text).map((contained) => contained.key);
  return inside.filter((other) => other !== key && found.has(other) && found.get(other)!.unit !== unit);
}

interface UnitsInput {
  readonly bodyOffset: number;
  readonly scan: BlockScan;
  readonly definitions: ReadonlyMap<string, SharedDefinition>;
  readonly counter: TokenCounter;
}

function readUnits(text: string, { bodyOffset, scan, definitions, counter }: UnitsInput): PageUnit[] {
  const { blocks } = scan;
  const depthOf = depthReader(scan);
  const closures = new Map<string, readonly string[]>();
  let headingUnit = -1;
  return blocks.map((block, index) => {
    if (block.type === 'heading') headingUnit = index;
    const startOffset = index === 0 ? bodyOffset : block.startOffset;
    const endOffset = blocks[index + 1]?.startOffset ?? text.length;
    const tokenCount = counter.count(text, startOffset, endOffset);
    const staysWithPrevious = continuesDefinition(text, block, blocks[index - 1]);
    const needs = needsOf(text, block, definitions, closures);
    const depth = depthOf(block.firstLine);
    return { block, startOffset, endOffset, tokenCount, staysWithPrevious, depth, headingUnit, needs };
  });
}

/** Gives, for lines in ascending order, the number of elements that have begun before the line and go on in it. */
function depthReader(scan: BlockScan): (line: number) => number {
  const regions = isDialectScan(scan) ? scan.regions : [];
  let next = 0;
  let open: number[] = [];
  return (line) => {
    for (; next < regions.length && regions[next]!.firstLine < line; next++) open.push(regions[next]!.lastLine);
    open = open.filter((lastLine) => lastLine >= line);
    return open.length;
  };
}

/** A part of the document as its readers see it. */
export function readablePart({ text, dialect }: PageSource, startOffset: number, endOffset: number): string {
  return readableMarkdown(text.slice(startOffset, endOffset), dialect);
}

/**
 * Definitions are parsed as the start of a paragraph: what follows directly may be indented like code, or start like a
 * list or HTML that cannot interrupt a paragraph.
 */
function continuesDefinition(text: string, block: Block, before: Block | undefined): boolean {
  if (before?.type !== 'definition' || block.firstLine > before.lastLine + 1) return false;
  if (block.type === 'definition') return INDENTED_LINE.test(text.slice(block.startOffset, block.startOffset + 4));
  if (block.type === 'heading') return block.heading.lineCount > 1;
  return block.type === 'paragraph' || block.type === 'table';
}

function needsOf(
  text: string,
  block: Block,
  definitions: ReadonlyMap<string, SharedDefinition>,
  closures: Map<string, readonly string[]>,
): readonly string[] {
  if (definitions.size === 0 || block.type === 'code' || block.type === 'definition') return [];
  const needed = new Set<string>();
  for (const key of bracketedKeys(text, block.startOffset, block.endOffset)) {
    if (!definitions.has(key)) continue;
    for (const reached of definitionClosure(key, definitions, closures)) needed.add(reached);
  }
  return [...needed];
}

/** The key and those of all definitions reachable from its text: a footnote has links and footnotes of its own. */
function definitionClosure(
  key: string,
  definitions: ReadonlyMap<string, SharedDefinition>,
  closures: Map<string, readonly string[]>,
): readonly string[] {
  const known = closures.get(key);
  if (known !== undefined) return known;
  const reached = new Set([key]);
  for (const at of reached) {
    const { kind, text } = definitions.get(at)!;
    if (kind === 'link') continue;
    for (const next of bracketedKeys(text, 0, text.length)) if (definitions.has(next)) reached.add(next);
  }
  const closure = [...reached];
  closures.set(key, closure);
  return closure;
}

/** A link or footnote definition, in the form for the top level of a page. */
interface Definition {
  readonly key: string;
  readonly kind: 'link' | 'footnote';
  readonly text: string;
}

const LABEL = /^[ \t]*\[((?:[^[\]\\]|\\[\s\S])*)\]:/;
const CONTAINERS: ReadonlySet<Block['type']> = new Set(['blockquote', 'footnoteDefinition', 'list']);

/** Inline constructs: without them, parsing blocks and definitions takes linear time. */
const INLINE_CONSTRUCTS = [
  'attention',
  'autolink',
  'codeText',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

/** The definitions that a top-level block is or contains, in document order. */
export function readDefinitions(text: string, block: Block): Definition[] {
  const source = text.slice(block.startOffset, block.endOffset);
  if (block.type === 'definition') return [definition(source.trim(), 'link')];
  const labelCount = source.split(']:', 3).length - 1;
  if (!CONTAINERS.has(block.type) || labelCount === 0) return [];
  if (block.type === 'footnoteDefinition' && labelCount === 1) return [definition(source.trim(), 'footnote')];
  return containedDefinitions(source);
}

function definition(text: string, kind: Definition['kind']): Definition {
  return { key: referenceKey(LABEL.exec(text)?.[1] ?? ''), kind, text };
}

/** The definitions in the text of one block, including the block itself, in document order. */
export function containedDefinitions(source: string): Definition[] {
  const root = fromMarkdown(source, {
    extensions: [gfmFootnote(), { disable: { null: INLINE_CONSTRUCTS } }],
    mdastExtensions: [gfmFootnoteFromMarkdown()],
  });
  const found: Definition[] = [];
  const open: Nodes[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'definition') found.push(definition(withoutContainers(source, node), 'link'));
    if (node.type === 'footnoteDefinition') found.push(definition(withoutContainers(source, node), 'footnote'));
    if ('children' in node) for (const child of [...node.children].reverse()) open.push(child);
  }
  return found;
}

/** The node's text without the markers and indentation of the containers around it. */
function withoutContainers(source: string, { position, type }: Nodes): string {
  const { start, end } = position!;
  const text = source.slice(start.offset, end.offset);
  // A block's text starts at the start of a line, so a node with nothing but spaces before it is in no container.
  if (/^ *$/.test(source.slice(0, start.offset))) return text.trim();
  const markers = new RegExp(`^[ \\t>]{0,${start.column - 1}}`);
  const [first = '', ...others] = text.split(/\r\n|\n|\r/);
  const lines = others.map((line) => line.replace(markers, ''));
  return [first, ...(type === 'footnoteDefinition' ? lines.map(indented) : lines)].join('\n').trim();
}

/** The line with the indentation that continues a footnote. */
function indented(line: string): string {
  return /^(?: {4}| {0,3}\t|[ \t]*$)/.test(line) ? line : `    ${line.trimStart()}`;
}

const BACKSLASH = 92;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const MAX_LABEL_LENGTH = 999;
/** A line end inside a label, with the quote markers at the start of the next line. */
const LINE_END_WITH_MARKERS = /(?:\r\n|\n|\r)[ \t>]*/g;

/** Key of a link definition, or of a footnote when its label starts with `^`; equivalent labels have the same key. */
function referenceKey(label: string): string {
  return normalizeIdentifier(label.replace(LINE_END_WITH_MARKERS, ' '));
}

/**
 * Keys of every text in brackets between two offsets that could be the label of a reference: all labels of references,
 * and some other texts (in code, for example).
 */
function bracketedKeys(text: string, start: number, end: number): Set<string> {
  const keys = new Set<string>();
  let open = text.indexOf('[', start);
  if (open === -1 || open >= end) return keys;
  for (let at = open + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPENING_BRACKET) open = at;
    else if (code === CLOSING_BRACKET && open !== -1) {
      if (at - open - 1 <= MAX_LABEL_LENGTH) keys.add(referenceKey(text.slice(open + 1, at)));
      open = -1;
    }
  }
  return keys;
}
