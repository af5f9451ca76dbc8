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
import { containedDefinitions, type Definition, definitionsOf } from './definitions.js';
import { bracketedKeys } from './reference-labels.js';

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
const INDENTED = /^(?: {4}| {0,3}\t)/;

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
    units: unitsOf(text, { bodyOffset, scan, definitions, counter }),
    definitions,
    headingParents: headingParentsOf(scan.blocks),
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
function headingParentsOf(blocks: readonly Block[]): Map<number, number> {
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
    for (const definition of definitionsOf(text, block)) {
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

function unitsOf(text: string, { bodyOffset, scan, definitions, counter }: UnitsInput): PageUnit[] {
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
  if (block.type === 'definition') return INDENTED.test(text.slice(block.startOffset, block.startOffset + 4));
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
    for (const reached of closureOf(key, definitions, closures)) needed.add(reached);
  }
  return [...needed];
}

/** The key and those of all definitions reachable from its text: a footnote has links and footnotes of its own. */
function closureOf(
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
