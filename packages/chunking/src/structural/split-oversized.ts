import type { TextTokens } from '@topicmill/text/tokens';
import { breakCostAt, countedFrom, type FlatNode } from './flat-node.js';
import type { ParsedMarkdown } from './parse-markdown.js';
import { PieceCutter, type PieceStart } from './piece-cutter.js';

/** What happened to the nodes that are too large. */
export interface SplitNodes {
  readonly nodes: readonly FlatNode[];
  /** Tables with rows that have no room for the header. */
  readonly headersLeftOut: readonly FlatNode[];
}

/** What nodes were cut into before. */
export type CutNodes = Map<FlatNode, CutNode>;

interface CutNode {
  readonly limit: number;
  readonly pieces: readonly FlatNode[];
  readonly leftHeaderOut: boolean;
}

/** Sizes of pieces in tokens. */
export interface PieceSizes {
  /** What a node may have; infinite to leave it whole. */
  readonly limitOf: (node: FlatNode) => number;
  /** What a chunk without breadcrumb and overlap may have: both give way to the header of a table. */
  readonly fullTokens: number;
}

/** The document whose nodes are cut, and how. */
export interface SplitContext extends PieceSizes {
  readonly parsed: ParsedMarkdown;
  readonly tokens: TextTokens;
  /** Whether a node is cut even though it fits, so that the packer may choose between its sentences or items. */
  readonly isDivided?: (node: FlatNode) => boolean;
  /** Filled with what is cut, and used for nodes that are cut to the same limit again. */
  readonly known?: CutNodes;
}

/**
 * Third stage: cuts each node that is larger than its limit into pieces: a paragraph by sentences, a list by items, a
 * table by rows with its header repeated, one without a rule with its first row, code by lines with its fence repeated.
 * A piece that is still too large is cut further in the same manner, in the end between characters.
 */
export function splitOversized(
  nodes: readonly FlatNode[],
  { parsed, tokens, limitOf, fullTokens, isDivided = () => false, known = new Map() }: SplitContext,
): SplitNodes {
  const split: FlatNode[] = [];
  const headersLeftOut: FlatNode[] = [];
  nodes.forEach((node, i) => {
    const limit = limitOf(node);
    if (node.tokenCount <= limit && !isDivided(node)) {
      split.push(node);
      return;
    }
    let cut = known.get(node);
    if (cut === undefined || cut.limit !== limit) {
      const cutter = new PieceCutter(parsed, node, limit, fullTokens, tokens);
      const rangeEnd = nodes[i + 1]?.startOffset ?? parsed.text.length;
      const pieces = splitIntoPieces(node, cutter.cut(), { rangeEnd, parsed, tokens });
      cut = { limit, pieces, leftHeaderOut: cutter.leftHeaderOut };
      known.set(node, cut);
    }
    for (const piece of cut.pieces) split.push(piece);
    if (cut.leftHeaderOut) headersLeftOut.push(node);
  });
  return { nodes: split, headersLeftOut };
}

function splitIntoPieces(
  node: FlatNode,
  starts: readonly PieceStart[],
  { rangeEnd, parsed, tokens }: Pick<SplitContext, 'parsed' | 'tokens'> & { readonly rangeEnd: number },
): FlatNode[] {
  const { text, scan } = parsed;
  const first = { offset: node.startOffset, breakPlace: node.breakPlace, opening: node.opening };
  return [first, ...starts].map((start, i): FlatNode => {
    const next = starts[i];
    const endOffset = next === undefined ? node.endOffset : writtenEnd(text, start.offset, next.offset);
    const countEnd = next === undefined ? rangeEnd : countedFrom(text, next.offset);
    const countStart = i === 0 ? start.offset : countedFrom(text, start.offset);
    const firstLine = lineAt(scan.starts, start.offset, node.firstLine, node.lastLine);
    return {
      type: node.type,
      isRows: node.isRows,
      startOffset: start.offset,
      endOffset,
      block: node.block,
      firstLine,
      lastLine: lineAt(scan.starts, endOffset - 1, firstLine, node.lastLine),
      level: i === 0 ? node.level : 0,
      isMarkup: node.isMarkup,
      section: node.section,
      tokenCount: tokens.count(countStart, countEnd),
      ownTokenCount: tokens.count(countStart, endOffset),
      breakCost: i === 0 ? node.breakCost : breakCostAt(start.breakPlace, 0),
      breakPlace: start.breakPlace,
      opening: start.opening,
      closing: next === undefined ? node.closing : next.closingBefore,
    };
  });
}

function writtenEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1]!)) at--;
  return at;
}

/** Index of the line that contains an offset. */
function lineAt(starts: Uint32Array, offset: number, firstLine: number, lastLine: number): number {
  let low = firstLine;
  let high = lastLine;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
