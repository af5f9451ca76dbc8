import type { Block, BlockType } from '@topicmill/text/markdown';
import type { TextTokens } from '@topicmill/text/tokens';
import { blockBreakPlace, breakCostOf } from './break-costs.js';
import type { FlatNode } from './flat-node.js';
import type { ParsedMarkdown } from './parse-markdown.js';
import { isRows } from './rows.js';
import { Sections } from './sections.js';

const COLON = 58;
const FULLWIDTH_COLON = 0xff1a;

/**
 * Second stage: a node for each block, with the headings that it stands under and its size.
 *
 * Sizes add up: a pre-token of `cl100k_base` never goes beyond the line end that it holds, so what a run of nodes
 * counts is the sum of what they count.
 */
export function flattenAst(parsed: ParsedMarkdown, tokens: TextTokens, sections = new Sections(parsed)): FlatNode[] {
  const { text, scan } = parsed;
  let previous: Block | undefined;
  let previousForm: BlockType | undefined;
  return scan.blocks.map((block, i): FlatNode => {
    const { type, startOffset, endOffset, firstLine, lastLine } = block;
    const areRows = isRows(block, parsed);
    const form = areRows ? 'table' : type;
    const level = block.type === 'heading' ? block.heading.level : 0;
    const section = block.type === 'heading' ? sections.enter(block.heading) : sections.current;
    const isAnnounced = previous !== undefined && endsWithColon(text, previous);
    const breakPlace = blockBreakPlace(form, previousForm, isAnnounced);
    const nextOffset = scan.blocks[i + 1]?.startOffset ?? text.length;
    previous = block;
    previousForm = form;
    return {
      type,
      isRows: areRows,
      startOffset,
      endOffset,
      firstLine,
      lastLine,
      level,
      section,
      tokenCount: tokens.count(startOffset, nextOffset),
      ownTokenCount: tokens.count(startOffset, endOffset),
      breakCost: breakCostOf(breakPlace, level),
      breakPlace,
      opening: undefined,
      closing: isOpenFence(block) ? closingFence(text, startOffset, tokens) : undefined,
    };
  });
}

function endsWithColon(text: string, { endOffset }: Block): boolean {
  const last = text.charCodeAt(endOffset - 1);
  return last === COLON || last === FULLWIDTH_COLON;
}

function isOpenFence(block: Block): boolean {
  return block.type === 'code' && !block.isClosed;
}

/** The fence that closes the one at an offset, on a line of its own. */
function closingFence(text: string, startOffset: number, { counter }: TextTokens): FlatNode['closing'] {
  const [, indent = '', marker = ''] = /^([ \t]*)(`+|~+)/.exec(text.slice(startOffset, startOffset + 1000)) ?? [];
  const closing = `\n${indent}${marker}`;
  return { text: closing, tokenCount: counter.count(closing) };
}
