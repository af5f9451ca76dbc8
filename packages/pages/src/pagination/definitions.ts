import type { Block } from '@topicmill/text/markdown';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { referenceKey } from './reference-labels.js';

/** A link or footnote definition, in the form for the top level of a page. */
export interface Definition {
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
export function definitionsOf(text: string, block: Block): Definition[] {
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
