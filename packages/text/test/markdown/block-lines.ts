import { Parser } from 'commonmark';
import type { Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { scanBlocks } from '../../src/markdown/index.js';

/** `type first-last` of each top-level block that remark with GFM finds, with the first lines of a list's items. */
export function remarkBlocks(text: string): string[] {
  const root: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const lines = text.split(/\r\n|\n|\r/);
  return withoutSplitCode(root.children, text).map((node) => {
    const first = firstLine(node, text);
    let last = node.position!.end.line - 1;
    // An unclosed block ends at the first column of a line that it does not contain, and may take in blank lines.
    if (node.position!.end.column === 1) last--;
    while (last > first && /^[ \t]*$/.test(lines[last]!)) last--;
    const items = node.type === 'list' ? node.children.map(({ position }) => position!.start.line - 1) : undefined;
    return outline(node.type, first, last, items);
  });
}

/** The same of `scanBlocks`. */
export function scannedBlocks(text: string): string[] {
  return scanBlocks(text).blocks.map((block) =>
    outline(block.type, block.firstLine, block.lastLine, block.type === 'list' ? block.itemLines : undefined),
  );
}

/** remark begins another block at the second line of indented code that follows a container; CommonMark does not. */
function withoutSplitCode(nodes: readonly RootContent[], text: string): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    const before = joined.at(-1);
    if (before !== undefined && isIndentedCode(before, text) && isIndentedCode(node, text)) {
      joined[joined.length - 1] = { ...before, position: { ...before.position!, end: node.position!.end } };
    } else joined.push(node);
  }
  return joined;
}

function isIndentedCode(node: RootContent, text: string): boolean {
  return node.type === 'code' && !/[`~]/.test(text[node.position!.start.offset!]!);
}

/** `type first-last` of each block that CommonMark's reference implementation finds in a text without definitions. */
export function commonmarkBlocks(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  const blocks: string[] = [];
  for (let node = new Parser().parse(text).firstChild; node !== null; node = node.next) {
    const [[first], [end]] = node.sourcepos;
    let last = end - 1;
    while (last >= first && /^[ \t]*$/.test(lines[last]!)) last--;
    const items: number[] = [];
    for (let item = node.firstChild; node.type === 'list' && item !== null; item = item.next) {
      items.push(item.sourcepos[0][0] - 1);
    }
    blocks.push(outline(MDAST_TYPES[node.type]!, first - 1, last, node.type === 'list' ? items : undefined));
  }
  return blocks;
}

const MDAST_TYPES: Readonly<Record<string, string>> = {
  block_quote: 'blockquote',
  code_block: 'code',
  heading: 'heading',
  html_block: 'html',
  list: 'list',
  paragraph: 'paragraph',
  thematic_break: 'thematicBreak',
};

/** remark lets an underlined heading start at the link definitions before it; its text does not. */
function firstLine(node: RootContent, text: string): number {
  const isUnderlined = node.type === 'heading' && text[node.position!.start.offset!] !== '#';
  return ((isUnderlined ? node.children[0] : undefined) ?? node).position!.start.line - 1;
}

function outline(type: string, first: number, last: number, items: readonly number[] | undefined): string {
  return `${type} ${first}-${last}${items === undefined ? '' : ` items ${items.join()}`}`;
}
