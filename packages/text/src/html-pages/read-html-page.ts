import type { Element, Root as HastRoot } from 'hast';
import { type State, toMdast } from 'hast-util-to-mdast';
import type { Heading, Nodes, Root, RootContent } from 'mdast';
import { contentHashHex } from '../hashes.js';
import { oneLine } from '../white-space.js';
import { attribute, findElements, isElement, textOf } from './elements.js';
import { contentSelectors } from './known-generators.js';
import { mainContent } from './main-content.js';
import { type HtmlPageFacts, readPageFacts } from './page-facts.js';
import { type TextlessKind, textlessKind } from './page-of-links.js';
import { parseHtml } from './parse-html.js';
import { writeMarkdown } from './write-markdown.js';

/** A block of the text of a page: a heading, paragraph, list, table or piece of code. */
export interface HtmlBlock {
  /** CommonMark with GFM; of a heading with its id as `{#id}` at the end. */
  readonly markdown: string;
  /** Of a heading, 1 to 6. */
  readonly level?: number;
  /** Of a heading that one leads to. */
  readonly id?: string;
  /** Of a heading, as people read it. */
  readonly title?: string;
  /** The same for blocks with the same text, in lists, tables and paragraphs; a heading has none. */
  readonly key?: string;
}

/** A page as its HTML has it. */
export interface HtmlPage extends HtmlPageFacts {
  /** Of its first heading of level 1, or the one above its text; else what the head says. Empty where neither says one. */
  readonly title: string;
  /** What its main content is, where that has nothing to read. */
  readonly textless: TextlessKind | undefined;
  /** The main content in reading order. */
  readonly blocks: readonly HtmlBlock[];
}

/**
 * Reads a page of HTML: its main content as markdown, without navigation and what else frames it, and what it says of
 * itself. No script is run and nothing is fetched.
 *
 * @param selectors of the element that contains the main content, in the order in which they are tried, before those that
 *   any site may have
 * @throws TopicmillError `HTML_TOO_LARGE`
 */
export function readHtmlPage(html: string, selectors: readonly string[] = []): HtmlPage {
  const tree = parseHtml(html);
  const facts = readPageFacts(tree);
  const main = mainContent(tree, [...selectors, ...contentSelectors(facts.generator)]);
  const textless = textlessKind(main);
  const content = toMdast(
    { type: 'root', children: main.children },
    { handlers: { details: flow, summary: flow, input: ignored, ...HEADINGS }, nodeHandlers: { root } },
  );
  const blocks = (content as Root).children.flatMap(htmlBlocks);
  const title = pageTitle(blocks, tree, facts.headTitle) ?? facts.socialTitle ?? facts.headTitle ?? '';
  return { ...facts, title, textless, blocks };
}

/** The heading of level 1; of several, which are sections, the one above the text where the head has the same. */
function pageTitle(blocks: readonly HtmlBlock[], tree: HastRoot, headTitle: string | undefined): string | undefined {
  const [first, second] = blocks.filter(({ level }) => level === 1);
  if (second === undefined || headTitle === undefined) return first?.title;
  const titles = findElements(tree, (each) => isElement(each, 'h1')).map((each) => oneLine(textOf(each)));
  return titles.includes(headTitle) ? headTitle : first!.title;
}

/** The text of a page, blocks with a blank line between them. */
export function markdownOf(blocks: readonly Pick<HtmlBlock, 'markdown'>[]): string {
  return blocks.length === 0 ? '' : `${blocks.map(({ markdown }) => markdown).join('\n\n')}\n`;
}

const HEADINGS = Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading]));

function heading(state: State, node: Element): Heading {
  // A heading with a line break would be written as lines.
  const children = (state.all(node) as Heading['children']).map(withoutBreaks);
  const depth = Number(node.tagName.slice(1)) as Heading['depth'];
  const id = attribute(node, 'id');
  return {
    type: 'heading',
    depth,
    children,
    ...(id === undefined ? {} : { data: { id } as Heading['data'] & object }),
  };
}

function withoutBreaks<Node extends Nodes>(node: Node): Node {
  if (node.type === 'break') return { type: 'text', value: ' ' } as Node;
  return 'children' in node ? { ...node, children: node.children.map(withoutBreaks) } : node;
}

/** The library joins neighbouring texts one by one and looks through all that is joined each time, so they come joined. */
function root(state: State, node: Element): RootContent[] {
  const { all } = state;
  state.all = (parent) => joinedTexts(all.call(state, parent));
  return flow(state, node);
}

function joinedTexts(nodes: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else joined.push(node);
  }
  return joined;
}

function flow(state: State, node: Element): RootContent[] {
  return state.toFlow(state.all(node)) as RootContent[];
}

function ignored(): undefined {
  return undefined;
}

/** An id that can be written at the end of a heading. */
const WRITABLE = /^[^\s{}]+$/;

function htmlBlocks(node: RootContent): HtmlBlock[] {
  const written = writeMarkdown(node);
  if (written === '') return [];
  if (node.type !== 'heading') return [{ markdown: written, key: contentHashHex(written) }];
  const title = oneLine(plainText(node));
  if (title === '') return [];
  const id = (node.data as { id?: string } | undefined)?.id;
  const hasId = id !== undefined && WRITABLE.test(id);
  const markdown = oneLine(written) + (hasId ? ` {#${id}}` : '');
  return [{ markdown, level: node.depth, title, ...(hasId ? { id } : {}) }];
}

function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'image') return node.alt ?? '';
  return 'children' in node ? node.children.map(plainText).join('') : node.type === 'break' ? ' ' : '';
}
