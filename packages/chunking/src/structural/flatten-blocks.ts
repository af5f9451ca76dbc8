import { type Block, type BlockType, LineKind } from '@topicmill/text/markdown';
import type { TextTokens } from '@topicmill/text/tokens';
import { blockBreakPlace, breakCostAt, type FlatNode, type Section } from './flat-node.js';
import type { ParsedMarkdown } from './parse-markdown.js';
import { Sections, startingHeading } from './sections.js';

const NO_HEADING = { level: 0, isAlone: false };
const COLON = 58;
const FULLWIDTH_COLON = 0xff1a;

/**
 * Second stage: a node for each block, with the headings that it is under and its size.
 *
 * Sizes add up: a pre-token of `cl100k_base` never goes beyond the line end that it contains, so what a run of nodes
 * counts is the sum of what they count.
 */
export function flattenBlocks(parsed: ParsedMarkdown, tokens: TextTokens, sections = new Sections(parsed)): FlatNode[] {
  const { text, scan } = parsed;
  let previous: Block | undefined;
  let previousForm: BlockType | undefined;
  return scan.blocks.map((block, i): FlatNode => {
    const { type, startOffset, endOffset, firstLine, lastLine } = block;
    const areRows = isRows(block, parsed);
    const html = type === 'html' ? startingHeading(text.slice(startOffset, endOffset)) : NO_HEADING;
    const level = block.type === 'heading' ? block.heading.level : html.level;
    const section = sectionAt(block, sections);
    const isAnnounced = previous !== undefined && endsWithColon(text, previous);
    const form = areRows ? 'table' : level > 0 ? 'heading' : type;
    const breakPlace = blockBreakPlace(form, previousForm, isAnnounced);
    const nextOffset = scan.blocks[i + 1]?.startOffset ?? text.length;
    previous = block;
    previousForm = html.level > 0 && !html.isAlone ? type : form;
    return {
      type,
      isRows: areRows,
      startOffset,
      endOffset,
      block,
      firstLine,
      lastLine,
      level,
      isMarkup: type === 'html' && isMarkup(block, parsed),
      section,
      tokenCount: tokens.count(startOffset, nextOffset),
      ownTokenCount: tokens.count(startOffset, endOffset),
      breakCost: breakCostAt(breakPlace, level),
      breakPlace,
      opening: undefined,
      closing: isOpenFence(block) ? closingFence(text, startOffset, tokens) : undefined,
    };
  });
}

function isMarkup({ firstLine, lastLine }: Block, { scan: { kinds } }: ParsedMarkdown): boolean {
  for (let line = firstLine; line <= lastLine; line++) {
    if (kinds[line] !== LineKind.Markup && kinds[line] !== LineKind.Blank) return false;
  }
  return true;
}

function sectionAt(block: Block, sections: Sections): Section {
  if (block.type === 'heading') return sections.enter(block.heading);
  return block.type === 'html' ? sections.enterHtml(block) : sections.current;
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

/** Between two cells. */
const CELL_END = ' | ';

/**
 * Whether a paragraph is a table without the rule that would make it one, as texts have that were made from files of
 * another kind: two lines or more, each with cells that bars between spaces part.
 *
 * @param firstLine 0-based lines of the scan, the last included
 */
function isRows(
  { type, firstLine, lastLine }: { readonly type: string; readonly firstLine: number; readonly lastLine: number },
  { text, scan }: ParsedMarkdown,
): boolean {
  if (type !== 'paragraph' || firstLine === lastLine) return false;
  for (let line = firstLine; line <= lastLine; line++) {
    if (!text.slice(scan.starts[line], scan.starts[line + 1]).includes(CELL_END)) return false;
  }
  return true;
}
