import type { Nodes } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Range } from './score-passages.js';

/** A heading and its position. */
export interface StructureHeading extends Range {
  readonly level: number;
  /** Its text without markdown. */
  readonly text: string;
}

/** What a cut can break, as parsed by remark and by Unicode's rules, anywhere in the document. */
export interface Structure {
  /** Fenced and indented code. */
  readonly code: readonly Range[];
  readonly rows: readonly Range[];
  readonly tables: readonly Range[];
  readonly sentences: readonly Range[];
  readonly headings: readonly StructureHeading[];
}

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm);
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Reads a document of markdown without byte order mark. */
export function readStructure(text: string): Structure {
  const code: Range[] = [];
  const rows: Range[] = [];
  const tables: Range[] = [];
  const sentences: Range[] = [];
  const headings: StructureHeading[] = [];
  const visit = (node: Nodes): void => {
    const range = rangeOf(node);
    if (node.type === 'code') code.push(range);
    else if (node.type === 'table') {
      tables.push(range);
      rows.push(...node.children.map(rangeOf));
    } else if (node.type === 'heading') headings.push({ ...range, level: node.depth, text: textOf(node) });
    else if (node.type === 'paragraph') sentences.push(...sentencesOf(text, range));
    else if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(parser.parse(text));
  return { code, rows, tables, sentences, headings };
}

/** The headings in force at an offset, outermost first. */
export function pathAt(headings: readonly StructureHeading[], offset: number): StructureHeading[] {
  const inForce: StructureHeading[] = [];
  for (const heading of headings) {
    if (heading.start > offset) break;
    while ((inForce.at(-1)?.level ?? 0) >= heading.level) inForce.pop();
    inForce.push(heading);
  }
  return inForce;
}

function sentencesOf(text: string, { start, end }: Range): Range[] {
  const flat = text.slice(start, end).replace(/\n/g, ' ');
  return [...segmenter.segment(flat)].map(({ segment, index }) => ({
    start: start + index,
    end: start + index + segment.trimEnd().length,
  }));
}

function rangeOf(node: Nodes): Range {
  return { start: node.position!.start.offset!, end: node.position!.end.offset! };
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
