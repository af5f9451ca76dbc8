import type { Code, Html, ImageReference, LinkReference, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** The tree of a text without byte order mark, as remark with GFM reads it. */
export function remarkTree(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** A node without positions, as text that can be compared. References carry what they lead to by `targets`. */
export function shape(node: Nodes, targets: ReadonlyMap<string, string>): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === 'position') return undefined;
    if (isOpenHtml(value)) return { ...value, type: 'html!', value: value.value.trimEnd() };
    if (isOpenCode(value)) return { ...value, value: value.value.replace(/[\r\n]+$/, '') };
    if (isReference(value)) return { ...value, type: `${value.type}!`, target: targets.get(value.identifier) };
    return value;
  });
}

/** What each link reference leads to: the first definition of its identifier. */
export function linkTargets(root: Root): Map<string, string> {
  const targets = new Map<string, string>();
  visit(root, (node) => {
    if (node.type === 'definition' && !targets.has(node.identifier)) {
      targets.set(node.identifier, `${node.url} ${node.title ?? ''}`);
    }
  });
  return targets;
}

/** Identifiers of the footnotes that are referred to, and of those that are defined. */
export function footnotes(root: Root): { used: Set<string>; defined: Set<string> } {
  const used = new Set<string>();
  const defined = new Set<string>();
  visit(root, (node) => {
    if (node.type === 'footnoteReference') used.add(node.identifier);
    if (node.type === 'footnoteDefinition') defined.add(node.identifier);
  });
  return { used, defined };
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node);
  if ('children' in node) for (const child of node.children) visit(child, see);
}

function isNode(value: unknown): value is Nodes {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isReference(value: unknown): value is LinkReference | ImageReference {
  return isNode(value) && (value.type === 'linkReference' || value.type === 'imageReference');
}

/** HTML that its container ends: whether remark includes the line end after it depends on what follows. */
function isOpenHtml(value: unknown): value is Html {
  return isNode(value) && value.type === 'html';
}

/** A fence that its container ends, at the start of a line: as for `isOpenHtml`. */
function isOpenCode(value: unknown): value is Code {
  return isNode(value) && value.type === 'code' && value.position!.end.column === 1;
}
