import type { Element, ElementContent, Root } from 'hast';
import { oneLine } from '../white-space.js';
import { attribute, elementsIn, isElement } from './elements.js';
import { contentSelectors } from './known-generators.js';
import { mainContent } from './main-content.js';
import { type HtmlPageFacts, readPageFacts } from './page-facts.js';
import { type TextlessKind, textlessKind } from './page-of-links.js';
import { parseHtml } from './parse-html.js';

/** A page as its HTML has it, to compare something with. */
export interface HtmlText extends HtmlPageFacts {
  /** Everything that an address may name after `#`. */
  readonly ids: ReadonlySet<string>;
  /** What its main content is, where that has nothing to read. */
  readonly textless: TextlessKind | undefined;
  /** The text of the main content without its markup, on one line each for paragraphs, items, cells and pieces of code. */
  readonly blocks: readonly string[];
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/**
 * Reads a page of HTML without turning it into markdown, so that what was turned can be compared with it.
 *
 * @param selectors as of `readHtmlPage`
 * @throws TopicmillError `HTML_TOO_LARGE`
 */
export function readHtmlText(html: string, selectors: readonly string[] = []): HtmlText {
  const tree = parseHtml(html);
  const facts = readPageFacts(tree);
  const main = mainContent(tree, [...selectors, ...contentSelectors(facts.generator)]);
  return { ...facts, ids: idsIn(tree), textless: textlessKind(main), blocks: textBlocks(main) };
}

function idsIn(tree: Root): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const each of elementsIn(tree)) {
    const named = [attribute(each, 'id'), each.tagName === 'a' ? attribute(each, 'name') : undefined];
    for (const id of named) if (id !== undefined && id !== '') ids.add(id);
  }
  return ids;
}

function textBlocks(content: Element): string[] {
  const blocks = [''];
  const read = (node: ElementContent): void => {
    if (node.type === 'text') blocks[blocks.length - 1] += node.value;
    if (!isElement(node)) return;
    const isInline = INLINE.has(node.tagName);
    if (!isInline) blocks.push('');
    for (const child of node.children) read(child);
    if (!isInline) blocks.push('');
  };
  read(content);
  return blocks.map(oneLine).filter((text) => text !== '');
}
