import type { TokenCounter } from '@topicmill/tokens';
import type { FlatNode } from './flat-node.js';

/**
 * Counters whose counts add up where a text is cut at the start of a line that is not blank: no pre-token of
 * `cl100k_base` goes beyond the last line end that it holds.
 */
const ADDS_UP_AT_LINES: ReadonlySet<string> = new Set(['cl100k_base']);
/** How far before the end of a block the place is sought from which its end is counted twice. */
const TAIL_LENGTH = 64;

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
  const tail = ADDS_UP_AT_LINES.has(counter.name) ? tailStart(text, start, end) : start;
  const before = tail === start ? 0 : counter.count(text, start, tail);
  return {
    tokenCount: before + counter.count(text, tail, nextStart),
    ownTokenCount: before + counter.count(text, tail, end),
  };
}

/** The last space behind an ASCII letter: a pre-token starts there, whatever stands before. */
function tailStart(text: string, start: number, end: number): number {
  for (let at = end - 2; at > start && at > end - TAIL_LENGTH; at--) {
    if (text.charCodeAt(at) === 32 && isAsciiLetter(text.charCodeAt(at - 1))) return at;
  }
  return start;
}

function isAsciiLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

/**
 * Tokens of a run of nodes as one text, from the counts of its nodes; `undefined` when they do not add up: with another
 * counter, and where a piece starts inside a line. Text with other line ends than `\n` counts otherwise.
 */
export function sumOfNodes(nodes: readonly FlatNode[], text: string, counter: TokenCounter): number | undefined {
  const last = nodes.at(-1)!;
  if (!ADDS_UP_AT_LINES.has(counter.name)) return undefined;
  let total = nodes[0]!.opening?.tokenCount ?? 0;
  for (const node of nodes) {
    if (!startsLine(text, node.startOffset)) return undefined;
    total += node === last ? node.ownTokenCount : node.tokenCount;
  }
  return total;
}

function startsLine(text: string, offset: number): boolean {
  return offset === 0 || text.charCodeAt(offset - 1) === 10;
}
