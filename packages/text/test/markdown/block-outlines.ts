import { Parser } from 'commonmark';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { scanLines } from '../../src/markdown/index.js';

/** Lines are 0-based, fences in the order of their first lines. */
export interface BlockOutline {
  /** `level@line text` of each heading at the top level. */
  readonly headings: readonly string[];
  /** `first-last info` of each fenced block at any depth. */
  readonly fences: readonly string[];
}

/** What remark with GFM finds in a text without byte order mark. */
export function remarkOutline(text: string): BlockOutline {
  const root: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const headings = root.children.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const start = node.children.at(0)?.position?.start.offset ?? 0;
    const end = node.children.at(-1)?.position?.end.offset ?? 0;
    // remark lets an underlined heading start at the link definitions before it; its text does not.
    const { line } = (node.children.at(0) ?? node).position!.start;
    return [headingOutline(node.depth, line - 1, text.slice(start, end))];
  });
  const fences: string[] = [];
  collectFences(root, text, fences);
  return { headings, fences };
}

/** The same of `scanLines`. */
export function scannedOutline(text: string): BlockOutline {
  const scan = scanLines(text);
  return {
    headings: scan.headings.map(({ level, line, text: title }) => headingOutline(level, line, title)),
    fences: scan.fences.map(({ firstLine, lastLine, info }) => fenceOutline(text, firstLine, lastLine, info)),
  };
}

/**
 * What CommonMark's reference implementation finds: the level and *last* line of each heading (the first one is that
 * of the link definitions before it), the first and last line of each fence. It is not shown the tabs at the ends of
 * lines, since it takes one after a link definition for text, against section 4.7: 'optional spaces or tabs'.
 */
export function commonmarkLines(text: string): BlockOutline {
  const headings: string[] = [];
  const fences: string[] = [];
  const walker = new Parser().parse(text.replace(/\t+(?=[\r\n]|$)/g, '')).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    const [[first], [last]] = node.sourcepos ?? [[0], [0]];
    if (entering && node.type === 'heading' && node.parent?.type === 'document')
      headings.push(`${node.level}@${last - 1}`);
    if (entering && node.type === 'code_block' && '_isFenced' in node && node._isFenced) {
      fences.push(fenceOutline(text, first - 1, last - 1, ''));
    }
  }
  return { headings, fences };
}

/** The same of `scanLines`. */
export function scannedLines(text: string): BlockOutline {
  const scan = scanLines(text);
  return {
    headings: scan.headings.map(({ level, line, lineCount }) => `${level}@${line + lineCount - 1}`),
    fences: scan.fences.map(({ firstLine, lastLine }) => fenceOutline(text, firstLine, lastLine, '')),
  };
}

function collectFences(node: Nodes, text: string, fences: string[]): void {
  if (node.type === 'code') {
    const { start, end } = node.position!;
    const marker = text[start.offset!];
    if (marker !== '`' && marker !== '~') return;
    const line = /^.*/.exec(text.slice(start.offset))![0];
    // An unclosed fence ends at the first column of a line that it does not contain.
    const lastLine = end.column === 1 ? end.line - 2 : end.line - 1;
    fences.push(fenceOutline(text, start.line - 1, lastLine, line.replace(/^[`~]+/, '')));
  } else if ('children' in node) {
    for (const child of node.children) collectFences(child, text, fences);
  }
}

function headingOutline(level: number, line: number, text: string): string {
  return `${level}@${line} ${text.trim().replace(/\s+/g, ' ')}`;
}

/** Blank lines at the end of a fence that is never closed are left out: parsers differ about them. */
function fenceOutline(text: string, firstLine: number, lastLine: number, info: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  let last = lastLine;
  while (last > firstLine && /^[ \t>]*$/.test(lines[last]!)) last--;
  return `${firstLine}-${last} ${info.trim()}`;
}
