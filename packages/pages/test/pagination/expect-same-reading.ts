import { splitFrontMatter } from '@topicmill/text/markdown';
import type { Root } from 'mdast';
import { expect } from 'vitest';
import { joinPages, type PageSet, readPage } from '../../src/pagination/index.js';
import { footnotes, linkTargets, remarkTree, shape } from './remark-tree.js';

/**
 * Pages, joined, are the document byte for byte; the blocks that remark finds on them are those of the document, with
 * references that lead where they led; every footnote that a page refers to is on it.
 */
export function expectSameReading(text: string, set: PageSet): void {
  expect(set.diagnostics).toEqual([]);
  expect(joinPages(set.pages.map((page) => readPage(page.text)!))).toBe(text);
  const trees = set.pages.map((page) => remarkTree(page.text.slice(readPage(page.text)!.head.length)));
  expect(blocksOfPages(set, trees)).toEqual(blocksOfDocument(text));
  for (const tree of trees) {
    const { used, defined } = footnotes(tree);
    expect([...used].filter((identifier) => !defined.has(identifier))).toEqual([]);
  }
}

function blocksOfDocument(text: string): string[] {
  const whole = remarkTree(text.slice(splitFrontMatter(text).bodyOffset));
  const targets = linkTargets(whole);
  return joinIndentedCode(whole.children.map((node) => shape(node, targets)));
}

/** The blocks of each page's own part of the document. */
function blocksOfPages({ pages }: PageSet, trees: readonly Root[]): string[] {
  const blocks = pages.flatMap(({ text }, index) => {
    const { head, bodyOffset, body } = readPage(text)!;
    const tree = trees[index]!;
    const targets = linkTargets(tree);
    const own = tree.children.filter(({ position }) => {
      const offset = position!.start.offset! + head.length;
      return offset >= bodyOffset && offset < bodyOffset + body.length;
    });
    return own.map((node) => shape(node, targets));
  });
  return joinIndentedCode(blocks);
}

/** remark sometimes ends indented code after a container where CommonMark continues it. */
function joinIndentedCode(shapes: readonly string[]): string[] {
  const CODE = '{"type":"code","lang":null,"meta":null,"value":"';
  const joined: string[] = [];
  for (const next of shapes) {
    const last = joined.at(-1);
    if (last?.startsWith(CODE) && next.startsWith(CODE)) {
      joined[joined.length - 1] = `${last.slice(0, -2)}\\n${next.slice(CODE.length)}`;
    } else joined.push(next);
  }
  return joined;
}
