import type { Root as MarkdownRoot, Nodes, Parents, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';

/** Marks of words. One inside another of its kind says nothing, and the time for them grows with the square of their number. */
const WORD_MARKS: ReadonlySet<string> = new Set(['strong', 'emphasis', 'delete']);
/** More marks in one block than people write: it is written without. */
const MAX_MARKS = 1_000;

const GFM = gfmToMarkdown({ tablePipeAlign: false });
const OPTIONS = {
  bullet: '-',
  bulletOther: '*',
  rule: '-',
  emphasis: '*',
  fences: true,
  listItemIndent: 'one',
  extensions: [GFM, { handlers: lookingAtFirst({ ...defaultHandlers, ...handlersOf(GFM) }) }],
} satisfies Options;

/** A node as CommonMark with GFM, without a line end. */
export function writeMarkdown(node: RootContent): string {
  const root: MarkdownRoot = { type: 'root', children: [node] };
  unwrapMarks(root, countMarks(node) > MAX_MARKS ? WORD_MARKS : new Set());
  return toMarkdown(root, OPTIONS).trimEnd().replace(/^\n+/, '');
}

function countMarks(node: Nodes): number {
  const own = WORD_MARKS.has(node.type) ? 1 : 0;
  return 'children' in node ? node.children.reduce((sum, child) => sum + countMarks(child), own) : own;
}

/** Removes the marks of kinds that are open already, and leaves what is in them. */
function unwrapMarks(parent: Parents, open: ReadonlySet<string>): void {
  const children: Nodes[] = [];
  for (const child of parent.children as Nodes[]) {
    const isMark = WORD_MARKS.has(child.type);
    if ('children' in child) unwrapMarks(child, isMark ? new Set([...open, child.type]) : open);
    if (isMark && open.has(child.type)) for (const inner of (child as Parents).children) children.push(inner);
    else children.push(child);
  }
  parent.children = children as never;
}

type Handlers = Record<string, Handle & { peek?: Handle }>;

function handlersOf({ handlers, extensions }: Options): Handlers {
  return Object.assign({}, ...(extensions ?? []).map(handlersOf), handlers);
}

/**
 * Handlers that tell the first character of a node by its first child. Without, a node is written twice to know it, and
 * blocks inside each other in words, which HTML may have, take time that doubles with each.
 */
function lookingAtFirst(handlers: Handlers): Record<string, Handle> {
  const firstOf: Handle = (node: Nodes, parent, state, info) => {
    if (node.type === 'heading') return '#';
    if (node.type === 'blockquote') return '>';
    if (node.type === 'list' || node.type === 'listItem') return '-';
    if (node.type !== 'paragraph') return '|';
    const [first] = node.children;
    if (first === undefined) return '';
    const handle = handlers[first.type];
    return handle === undefined ? '' : (handle.peek ?? handle)(first, parent, state, info);
  };
  const blocks = ['heading', 'blockquote', 'list', 'listItem', 'paragraph', 'table', 'tableRow', 'tableCell'];
  for (const name of blocks) {
    const write = handlers[name];
    if (write === undefined) continue;
    const handle: Handle = (node, parent, state, info) => write(node, parent, state, info);
    handlers[name] = Object.assign(handle, { peek: firstOf });
  }
  return Object.fromEntries(blocks.flatMap((name) => (handlers[name] === undefined ? [] : [[name, handlers[name]]])));
}
