import { sentenceStarts } from '@topicmill/text/sentences';
import { type LocatedTokens, type TextTokens, type TokenLocator, textTokens } from '@topicmill/text/tokens';
import * as z from 'zod';
import { checkOptions, checkText, functionSchema, tokenLocatorSchema, uncheckedValue } from '../check-options.js';
import {
  type ArtifactSizes,
  type ArtifactSplit,
  type ArtifactStrategy,
  type Block,
  type BlockFinder,
  checkArtifactSizes,
} from './artifact-chunk.js';
import { prefaceAt } from './block-labels.js';
import { emailBlocks } from './email-blocks.js';
import { headingBlocks } from './heading-blocks.js';
import { speakerTurns } from './speaker-turns.js';

const optionsSchema = z.strictObject({
  sizes: z.strictObject({
    singlePieceMaxTokens: uncheckedValue,
    targetTokens: uncheckedValue,
    overlapTokens: uncheckedValue,
  }),
  tokens: tokenLocatorSchema,
  codeBlocks: functionSchema,
});

/** What a split needs besides the text. */
interface ArtifactSplitOptions {
  readonly sizes: ArtifactSizes;
  /** Counts the tokens: `await loadTokenLocator('cl100k_base')`. */
  readonly tokens: TokenLocator;
  /** Finds functions and classes, which takes a parser; without it code is cut into windows. */
  readonly codeBlocks?: BlockFinder;
}

interface TypedStrategy {
  readonly strategy: ArtifactStrategy;
  readonly findBlocks: BlockFinder;
}

const STRATEGY_BY_TYPE: Readonly<Record<string, TypedStrategy>> = {
  chat: { strategy: 'speaker-turns', findBlocks: speakerTurns },
  doc: { strategy: 'headings', findBlocks: headingBlocks },
  email: { strategy: 'email-blocks', findBlocks: emailBlocks },
  markdown: { strategy: 'headings', findBlocks: headingBlocks },
};

/** Types whose texts are cut by tokens alone if they have no natural boundaries; texts of other types are then cut between lines. */
const PROSE: ReadonlySet<string> = new Set(['doc', 'email', 'markdown']);

/**
 * Splits an artifact at the natural boundaries of its type: `email` at replies and quotes, `doc` and `markdown` at headings, `chat`
 * at speaker turns, `code` at functions and classes. Blocks are packed up to `targetTokens`; one that is too large is
 * split at the blocks inside it, and where there are none, between lines or sentences. Code, chats and
 * data (JSON, YAML, XML, logs) without natural boundaries are also split between lines or sentences; a text of another type, or without natural boundaries, is split into token windows, and one of up to `singlePieceMaxTokens` stays whole.
 *
 * @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split, for an unknown or missing option,
 *   and for a text that is not a string
 */
export function splitArtifact(text: string, type: string, options: ArtifactSplitOptions): ArtifactSplit {
  checkText(text, 'splitArtifact');
  checkOptions(optionsSchema, options, 'splitArtifact');
  const { sizes, tokens } = options;
  checkArtifactSizes(sizes);
  const typed = typedStrategy(type, options);
  if (typed === undefined) return chunkTokenWindow(text, sizes, tokens);
  const counted = { text, sizes, tokens, ranges: textTokens(text, tokens) };
  const tokenCount = counted.ranges.count(0, text.length);
  if (tokenCount <= sizes.singlePieceMaxTokens) return { tokenCount, strategy: 'whole', chunks: [] };
  const blocks = typed.findBlocks(text);
  if (blocks.length === 0 && PROSE.has(type) && !isData(text)) return chunkTokenWindow(text, sizes, tokens);
  const chunks = packBlocks(counted, blocks).map((range, index) => {
    const preface = prefaceAt(blocks, range.startChar);
    return { index, ...range, ...(preface !== undefined && { preface }) };
  });
  return { tokenCount, strategy: blocks.length === 0 ? 'token-window' : typed.strategy, chunks };
}

/** Of a text, in UTF-16 units: by its beginning it is known for data. */
const HEAD_LENGTH = 20_000;
/** How a line of JSON, YAML, XML, a configuration or a log begins; prose begins with words. */
const DATA_LINE = /^[ \t]*(?:[{}[\]<"]|- [\w.-]{1,60}:|[\w.-]{1,60}[ \t]{0,9}[:=]|\[?\d{1,4}[-/:.]\d|-?\d[\d.]*,?$)/;

/** Whether nine in ten lines are those of data, whose records end where lines do. */
function isData(text: string): boolean {
  const lines = text
    .slice(0, HEAD_LENGTH)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.filter((line) => DATA_LINE.test(line)).length > lines.length * 0.9;
}

function typedStrategy(type: string, { codeBlocks }: ArtifactSplitOptions): TypedStrategy | undefined {
  if (type === 'code') return codeBlocks && { strategy: 'code-blocks', findBlocks: codeBlocks };
  return Object.hasOwn(STRATEGY_BY_TYPE, type) ? STRATEGY_BY_TYPE[type] : undefined;
}

/**
 * The strategy `token-window`: a text of up to `singlePieceMaxTokens` stays whole, a larger one is cut into windows of
 * `targetTokens`, each beginning with the last `overlapTokens` of the one before. A window's end that falls inside a
 * character is moved to the nearer end of that character; a window that would lie wholly inside the one before it is
 * not made. Takes one pass, linear in the length of the text.
 *
 * @param tokens counts the tokens: `await loadTokenLocator('cl100k_base')`
 * @throws TopicmillError `INVALID_OPTION` for sizes with which no text can be split
 */
export function chunkTokenWindow(text: string, sizes: ArtifactSizes, tokens: TokenLocator): ArtifactSplit {
  checkArtifactSizes(sizes);
  const { tokenCount, windows } = tokenWindows(text, sizes, tokens);
  if (tokenCount <= sizes.singlePieceMaxTokens) return { tokenCount, strategy: 'whole', chunks: [] };
  return { tokenCount, strategy: 'token-window', chunks: windows.map((range, index) => ({ index, ...range })) };
}

/**
 * The blocks with what is between them, so that they cover the text from `startChar` to `endChar`: white space goes
 * with the block before it, at the beginning with the first, and other text is a block of its own.
 */
export function coverBlocks(text: string, blocks: readonly Block[], startChar: number, endChar: number): Block[] {
  if (blocks.length === 0) return startChar === endChar ? [] : [{ startChar, endChar }];
  const covering: Block[] = [];
  let covered = startChar;
  for (const block of blocks) {
    addGap(text, covering, covered, block.startChar);
    const begins = covering.at(-1)?.endChar ?? startChar;
    covering.push(begins === block.startChar ? block : { ...block, startChar: begins });
    covered = block.endChar;
  }
  addGap(text, covering, covered, endChar);
  return covering;
}

function addGap(text: string, covering: Block[], startChar: number, endChar: number): void {
  if (startChar === endChar) return;
  const before = covering.at(-1);
  if (!isBlank(text, startChar, endChar)) covering.push({ startChar, endChar });
  else if (before !== undefined) covering[covering.length - 1] = { ...before, endChar };
}

function isBlank(text: string, startChar: number, endChar: number): boolean {
  return text.slice(startChar, endChar).trim() === '';
}

/** A text that is split, with the tokens of its ranges, since each is asked about several times. */
interface CountedText {
  readonly text: string;
  readonly sizes: Pick<ArtifactSizes, 'targetTokens' | 'overlapTokens'>;
  readonly tokens: TokenLocator;
  readonly ranges: TextTokens;
}

/** A block that fits, or a window of one that does not. */
interface Unit extends TokenRange {
  readonly isWindow: boolean;
}

/**
 * Packs blocks into chunks of up to `targetTokens`, in order. A block that fits is never cut; one that does not is cut at
 * the blocks inside it, and where there are none, into windows, which are not packed with anything else and end at lines where
 * lines are short.
 *
 * @param blocks in order and apart; the text around them is packed too
 */
export function packBlocks(counted: CountedText, blocks: readonly Block[]): TokenRange[] {
  const { text } = counted;
  const units = unitsIn(counted, coverBlocks(text, blocks, 0, text.length));
  const chunks: TokenRange[] = [];
  for (let first = 0; first < units.length; ) {
    const end = packedEnd(counted, units, first);
    chunks.push(end === first + 1 ? withoutKind(units[first]!) : joinUnits(counted, units[first]!, units[end - 1]!));
    first = end;
  }
  return chunks;
}

/** A block of less than this share of a chunk, such as a heading, goes with the block after it where that is cut. */
const MIN_CHUNK_SHARE = 1 / 6;

/** Units of adjacent blocks. */
function unitsIn(counted: CountedText, blocks: readonly Block[]): Unit[] {
  const { sizes, ranges } = counted;
  const units: Unit[] = [];
  let small: Block | undefined;
  for (const block of blocks) {
    const startChar = small?.startChar ?? block.startChar;
    const tokenCount = ranges.count(startChar, block.endChar);
    if (tokenCount < sizes.targetTokens * MIN_CHUNK_SHARE && small === undefined) {
      small = block;
      continue;
    }
    const isCut = ranges.count(block.startChar, block.endChar) > sizes.targetTokens;
    if (small !== undefined && !isCut) units.push(...splitIntoUnits(counted, small));
    units.push(...splitIntoUnits(counted, isCut ? { ...block, startChar } : block));
    small = undefined;
  }
  if (small !== undefined) units.push(...splitIntoUnits(counted, small));
  return units;
}

function splitIntoUnits(counted: CountedText, block: Block): Unit[] {
  const { startChar, endChar, inner = [] } = block;
  const tokenCount = counted.ranges.count(startChar, endChar);
  if (tokenCount <= counted.sizes.targetTokens) return [{ startChar, endChar, tokenCount, isWindow: false }];
  if (inner.length > 0) {
    return unitsIn(counted, coverBlocks(counted.text, inner, startChar, endChar));
  }
  return splitIntoWindows(counted, block).map((window) => ({ ...window, isWindow: true }));
}

/** Lines and sentences of more than this share of a window are not kept whole: a window without them would be too small. */
const MAX_WINDOW_SHARE = 1 / 4;

/** Longer lines are data or minified code. */
const MAX_PROSE_LINE = 100_000;

/** The lines between two offsets; of a line that is too long its sentences. */
function* linesAndSentences(
  { text, ranges }: CountedText,
  { startChar, endChar }: Block,
  mostTokens: number,
): Generator<TokenRange> {
  for (let start = startChar; start < endChar; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 || newline >= endChar ? endChar : newline + 1;
    const tokenCount = ranges.count(start, end);
    if (tokenCount <= mostTokens || end - start > MAX_PROSE_LINE) yield { startChar: start, endChar: end, tokenCount };
    else {
      let from = start;
      for (const length of [...sentenceStarts(text.slice(start, end)), end - start]) {
        yield { startChar: from, endChar: start + length, tokenCount: ranges.count(from, start + length) };
        from = start + length;
      }
    }
    start = end;
  }
}

/**
 * Windows of whole lines where those are short, as in code, tables and data, of sentences where they are not, and of tokens
 * where neither are.
 */
function splitIntoWindows(counted: CountedText, { startChar, endChar }: Block): TokenRange[] {
  const { text, sizes, tokens, ranges } = counted;
  const most = sizes.targetTokens * MAX_WINDOW_SHARE;
  const windows: TokenRange[] = [];
  let lines: TokenRange[] = [];
  let longStart = startChar;
  const endLong = (end: number): void => {
    if (end > longStart) windows.push(...tokenWindows(text, sizes, tokens, longStart, end).windows);
  };
  for (const unit of linesAndSentences(counted, { startChar, endChar }, most)) {
    const start = unit.startChar;
    // Blank lines after a long one are not worth a window.
    if (unit.tokenCount <= most && (lines.length > 0 || !isBlank(text, start, unit.endChar))) {
      if (lines.length === 0) endLong(start);
      lines.push(unit);
    } else if (lines.length > 0) {
      const first = lines[0]!.startChar;
      const isSmall = ranges.count(first, start) < sizes.targetTokens * MIN_CHUNK_SHARE;
      if (!isSmall) windows.push(...lineWindows(counted, lines));
      lines = [];
      longStart = isSmall ? first : start;
    }
  }
  if (lines.length > 0) windows.push(...lineWindows(counted, lines));
  else endLong(endChar);
  return windows;
}

/** Windows of up to `targetTokens`, each beginning with the lines of the one before that have up to `overlapTokens`. */
function lineWindows(counted: CountedText, lines: readonly TokenRange[]): TokenRange[] {
  const units = lines.map((line) => ({ ...line, isWindow: false }));
  const windows: TokenRange[] = [];
  let first = 0;
  for (let covered = 0; covered < units.length; ) {
    let end = packedEnd(counted, units, first);
    // An overlap that leaves no room for another line is made smaller.
    while (end <= covered) end = packedEnd(counted, units, ++first);
    windows.push(joinUnits(counted, units[first]!, units[end - 1]!));
    covered = end;
    let overlap = 0;
    let next = end;
    while (next - 1 > first && overlap + units[next - 1]!.tokenCount <= counted.sizes.overlapTokens)
      overlap += units[--next]!.tokenCount;
    first = next;
  }
  return windows;
}

/** Index after the last unit that fits into one chunk with the first. The count of joined units may differ from the sum of their counts. */
function packedEnd({ sizes, ranges }: CountedText, units: readonly Unit[], first: number): number {
  const { targetTokens } = sizes;
  const start = units[first]!;
  if (start.isWindow) return first + 1;
  let end = first + 1;
  let sum = start.tokenCount;
  for (let unit = units[end]; unit !== undefined && !unit.isWindow; unit = units[++end]) {
    sum += unit.tokenCount;
    if (sum > targetTokens) break;
  }
  while (end > first + 1 && ranges.count(start.startChar, units[end - 1]!.endChar) > targetTokens) end--;
  return end;
}

function joinUnits({ ranges }: CountedText, first: Unit, last: Unit): TokenRange {
  const { startChar } = first;
  const { endChar } = last;
  return { startChar, endChar, tokenCount: ranges.count(startChar, endChar) };
}

function withoutKind({ startChar, endChar, tokenCount }: Unit): TokenRange {
  return { startChar, endChar, tokenCount };
}

/** A range of a text with the number of its tokens. Offsets are UTF-16. */
interface TokenRange {
  readonly startChar: number;
  readonly endChar: number;
  readonly tokenCount: number;
}

/** A text's windows, and its tokens between the offsets given. */
interface TokenWindows {
  readonly tokenCount: number;
  readonly windows: readonly TokenRange[];
}

/**
 * Windows of `targetTokens` over the text between two offsets, each with `overlapTokens` of the one before. Takes one
 * pass. Every window starts and ends after the one before it: where moving ends to characters leaves a window wholly
 * inside its neighbour, only the neighbour is made. Together they cover the range.
 */
function tokenWindows(
  text: string,
  { targetTokens, overlapTokens }: CountedText['sizes'],
  tokens: TokenLocator,
  startChar = 0,
  endChar = text.length,
): TokenWindows {
  const step = targetTokens - overlapTokens;
  const edges = recordedEdges(step, targetTokens);
  const located = tokens.locate(text, edges.indexes, startChar, endChar);
  const offsetOf = offsetsByIndex(located, edges.yielded, endChar);
  const windows: TokenRange[] = [];
  let covered = startChar;
  for (let first = 0; covered < endChar; first += step) {
    const last = Math.min(first + targetTokens, located.tokenCount);
    const range = { startChar: offsetOf(first), endChar: offsetOf(last), tokenCount: last - first };
    if (range.endChar <= covered) continue;
    if (windows.at(-1)?.startChar === range.startChar) windows.pop();
    windows.push(range);
    covered = range.endChar;
  }
  return { tokenCount: located.tokenCount, windows };
}

/** Token positions at which windows start or end, ascending, and those of them that were asked for. */
function recordedEdges(step: number, target: number): { indexes: Iterable<number>; yielded: number[] } {
  const yielded: number[] = [];
  function* edges(): Generator<number> {
    for (let start = 0, end = target; ; ) {
      const next = Math.min(start, end);
      yielded.push(next);
      yield next;
      if (start === next) start += step;
      if (end === next) end += step;
    }
  }
  return { indexes: edges(), yielded };
}

function offsetsByIndex(
  { tokenCount, offsets }: LocatedTokens,
  yielded: readonly number[],
  endChar: number,
): (index: number) => number {
  const known = new Map(offsets.map((offset, i) => [yielded[i]!, offset]));
  return (index) => (index >= tokenCount ? endChar : known.get(index)!);
}
