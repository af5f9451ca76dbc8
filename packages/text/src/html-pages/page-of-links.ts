import type { Element, Nodes } from 'hast';
import { selectAll } from 'hast-util-select';
import { attribute, elementsIn, findElement, findElements, isElement, textOf } from './elements.js';
import { GENERATED_LIST_SELECTORS } from './known-generators.js';

/** What a page is that has no text of its own: the text is on the pages to which it leads. */
export type TextlessKind = 'a list of links' | 'an index' | 'a search form';

const HEADING = /^h[1-6]$/;
const MIN_LINKS = 3;
/** Largest share of the letters outside of links. */
const MAX_OUTSIDE = 0.1;
/** Smallest share of the items of an index that lead somewhere. */
const MIN_LEADING = 0.9;
/** More letters than say how to search, as after a form at the end of an article. */
const MAX_LETTERS_WITH_FORM = 300;

/** What the main content of a page is, where it has nothing to read. */
export function textlessKind(main: Element): TextlessKind | undefined {
  const all = lettersIn(main);
  if (all > 0 && all <= MAX_LETTERS_WITH_FORM && findElement(main, ({ tagName }) => tagName === 'form') !== undefined)
    return 'a search form';
  const listed = selectAll(GENERATED_LIST_SELECTORS.join(', '), main).reduce((sum, each) => sum + lettersIn(each), 0);
  if (listed > all / 2 || isAlphabetical(main)) return 'an index';
  const links = findElements(main, isLink);
  if (links.length < MIN_LINKS) return undefined;
  const inside = links.reduce((sum, link) => sum + lettersIn(link), 0);
  return all - inside <= MAX_OUTSIDE * all ? 'a list of links' : undefined;
}

/** Whether the headings below the title are letters, and the items below them lead to what they name: those of a glossary do not. */
function isAlphabetical(main: Element): boolean {
  const headings = findElements(main, isHeading).filter(({ tagName }) => tagName !== 'h1');
  if (headings.length === 0) return false;
  const letters = headings.filter((heading) => textOf(heading).replace(/[\s\p{P}]+/gu, '').length <= 1);
  if (letters.length < headings.length / 2) return false;
  const items = [...elementsIn(main)].filter((each) => isElement(each, 'li', 'dt'));
  const leading = items.filter((item) => findElement(item, isLink) !== undefined);
  return items.length >= MIN_LINKS && leading.length >= MIN_LEADING * items.length;
}

function isHeading({ tagName }: Element): boolean {
  return HEADING.test(tagName);
}

function isLink(element: Element): boolean {
  return isElement(element, 'a') && attribute(element, 'href') !== undefined;
}

/** Letters and digits of the text that is neither a heading nor a paragraph that stands for one. */
function lettersIn(node: Nodes): number {
  if (node.type === 'text') return node.value.replace(/[^\p{L}\p{N}]+/gu, '').length;
  if (!('children' in node) || (isElement(node) && (isHeading(node) || isLabel(node)))) return 0;
  return node.children.reduce((sum, child) => sum + lettersIn(child), 0);
}

function isLabel(node: Element): boolean {
  const [only, ...others] = node.children.filter((child) => textOf(child).trim() !== '');
  return isElement(node, 'p') && others.length === 0 && isElement(only, 'b', 'strong');
}
