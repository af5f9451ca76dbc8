import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { dialectOf, scanMarkdown } from '../../../src/markdown/index.js';

/** Headings as `level@line`, fences as `first-last info`; lines are 0-based, in document order, at any depth. */
export interface MdxOutline {
  readonly headings: readonly string[];
  readonly fences: readonly string[];
}

const processor = unified().use(remarkParse).use(remarkMdx).use(remarkGfm);

/** What remark-mdx finds in a text without front matter; `undefined` when it does not parse it. */
export function remarkMdxOutline(text: string): MdxOutline | undefined {
  const root = parsed(text);
  if (root === undefined) return undefined;
  const headings: string[] = [];
  const fences: string[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  collect(root, (node) => {
    const { start, end } = node.position!;
    if (node.type === 'heading') {
      // remark lets an underlined heading start at the link definitions before it; its text does not.
      headings.push(`${node.depth}@${(node.children.at(0) ?? node).position!.start.line - 1}`);
    } else if (node.type === 'code') {
      const info = /^[`~]+(.*)/.exec(text.slice(start.offset).split(/[\r\n]/, 1)[0]!)![1]!;
      fences.push(fenceOutline(lines, start.line - 1, end.column === 1 ? end.line - 2 : end.line - 1, info));
    }
  });
  return { headings, fences };
}

/** The same of `scanMarkdown`. */
export function scannedMdxOutline(text: string, bodyOffset = 0): MdxOutline {
  const scan = scanMarkdown(text, { bodyOffset, dialect: dialectOf('mdx', 'page.mdx')! });
  const lines = text.slice(bodyOffset).split(/\r\n|\n|\r/);
  return {
    headings: [...scan.headings, ...scan.innerHeadings]
      .sort((a, b) => a.line - b.line)
      .map(({ level, line }) => `${level}@${line}`),
    fences: [...scan.fences]
      .sort((a, b) => a.firstLine - b.firstLine)
      .map(({ firstLine, lastLine, info }) => fenceOutline(lines, firstLine, lastLine, info)),
  };
}

function parsed(text: string): Root | undefined {
  try {
    return processor.parse(text);
  } catch {
    return undefined;
  }
}

function collect(node: Nodes, visit: (node: Nodes) => void): void {
  visit(node);
  if ('children' in node) for (const child of node.children) collect(child, visit);
}

/** Blank lines at the end of a fence that is never closed are left out: parsers differ about them. */
function fenceOutline(lines: readonly string[], firstLine: number, lastLine: number, info: string): string {
  let last = lastLine;
  while (last > firstLine && /^[ \t>]*$/.test(lines[last]!)) last--;
  return `${firstLine}-${last} ${info.trim()}`;
}
