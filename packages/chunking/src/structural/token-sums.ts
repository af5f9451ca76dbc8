import type { TokenCounter } from '@topicmill/tokens';
import type { FlatNode } from './flat-node.js';

/**
 * Counters whose counts add up where a text is cut at the start of a line that is not blank: no pre-token of
 * `cl100k_base` goes beyond the last line end that it holds.
 */
const ADDS_UP_AT_LINES: ReadonlySet<string> = new Set(['cl100k_base']);
/** How far before the end of a block the place is sought from which its end is counted twice. */
const TAIL_LENGTH = 64;
const SPACE = 32;
const LINE_FEED = 10;
const RETURN = 13;

/** Tokens of a block with what stands between it and the next one, and without. */
export interface BlockTokens {
  readonly tokenCount: number;
  readonly ownTokenCount: number;
}

/** Counts a block once, but for its last words, which are counted with and without the line ends behind them. */
export function countBlock(
  text: string,
  start: number,
  end: number,
  nextStart: number,
  counter: TokenCounter,
): BlockTokens {
  const tail = nextStart > end && addsUpAtLines(counter) ? tailStart(text, start, end) : start;
  const before = tail === start ? 0 : counter.count(text, start, tail);
  const tokenCount = before + counter.count(text, tail, nextStart);
  return { tokenCount, ownTokenCount: nextStart === end ? tokenCount : before + counter.count(text, tail, end) };
}

/** The start of the last line or the last space behind an ASCII letter: a pre-token starts there, whatever is before. */
function tailStart(text: string, start: number, end: number): number {
  for (let at = end - 2; at > start && at > end - TAIL_LENGTH; at--) {
    const before = text.charCodeAt(at - 1);
    if (before === LINE_FEED || (text.charCodeAt(at) === SPACE && isAsciiLetter(before))) return at;
  }
  return start;
}

function isAsciiLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

/** Whether the count of a text is the sum of the counts of what stands before and from a line that is not blank. */
export function addsUpAtLines(counter: TokenCounter): boolean {
  return ADDS_UP_AT_LINES.has(counter.name);
}

/**
 * Tokens of a run of nodes as one text, from the counts of its nodes; `undefined` when they do not add up: with another
 * counter, and where a piece starts neither a line nor behind a space. Text with other line ends than `\n` counts
 * otherwise.
 */
export function sumOfNodes(nodes: readonly FlatNode[], text: string, counter: TokenCounter): number | undefined {
  if (!addsUpAtLines(counter) || !nodes.every(({ startOffset }) => startsPreToken(text, startOffset))) return undefined;
  const [first, second] = nodes as [FlatNode, FlatNode?];
  let total = (first.opening?.tokenCount ?? 0) + firstTokens(first, second, text, counter);
  for (let i = 1; i < nodes.length; i++) {
    total += i === nodes.length - 1 ? nodes[i]!.ownTokenCount : nodes[i]!.tokenCount;
  }
  return total;
}

/** A piece that follows a space was counted with it, which is not part of a chunk that starts with the piece. */
function firstTokens(first: FlatNode, second: FlatNode | undefined, text: string, counter: TokenCounter): number {
  const isCountedWithSpace = countedFrom(text, first.startOffset) < first.startOffset;
  if (!isCountedWithSpace) return second === undefined ? first.ownTokenCount : first.tokenCount;
  const end = second === undefined ? first.endOffset : countedFrom(text, second.startOffset);
  return counter.count(text, first.startOffset, end);
}

/** Where the count of a piece starts: spaces before a word count with the word, as tokens do. */
export function countedFrom(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at - 1) === SPACE) at--;
  const before = text.charCodeAt(at - 1);
  return at === 0 || before === LINE_FEED || before === RETURN ? offset : at;
}

function startsPreToken(text: string, offset: number): boolean {
  const at = countedFrom(text, offset);
  return at === 0 || text.charCodeAt(at - 1) === LINE_FEED || (at < offset && !/\s/.test(text[at - 1]!));
}
