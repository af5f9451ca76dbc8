import { decodeIfValid, encodePath, resolveInRoot } from '@topicmill/base/paths';
import { escapeHtml } from '@topicmill/text/html';
import { githubSlug } from '@topicmill/text/slugs';
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { formatRoute } from '../route.js';
import { notes } from './notes.js';

/** Without attributes they can do nothing but mark words. */
const TAG = /^<(?<slash>\/?)(?<name>b|code|del|em|i|ins|kbd|mark|s|small|strong|sub|sup|u)>|^<br\s*\/?>/i;

/** Lets tags without attributes that mark words, such as `<b>`, count in text; one that is not closed stays text. */
function plainTags(parser: InstanceType<typeof MarkdownIt>): void {
  parser.inline.ruler.before('autolink', 'plain_tag', (state, silent) => {
    const match = state.src[state.pos] === '<' ? TAG.exec(state.src.slice(state.pos, state.posMax)) : null;
    if (match === null) return false;
    const { name, slash } = match.groups!;
    const text = state.src.toLowerCase();
    const partner = slash === '/' ? `<${name}>` : `</${name}>`;
    const hasPartner =
      slash === '/'
        ? text.slice(0, state.pos).includes(partner.toLowerCase())
        : text.includes(partner.toLowerCase(), state.pos);
    if (name !== undefined && !hasPartner) return false;
    if (!silent) state.push('html_inline', '', 0).content = match[0];
    state.pos += match[0].length;
    return true;
  });
}

const SCHEME = /^[a-z][a-z0-9+.-]*:|^\/\//i;
const TOPIC_FILE = /(?:^|\/)(?:golden-reference\.md|topic-spec\.md|index\.json)$/;

/** Where a link of a document leads. */
interface ResolvedLink {
  readonly href: string;
  /** Whether it leaves the viewer. */
  readonly isOutside: boolean;
}

/**
 * A link of a topic's document as the viewer follows it: to a heading of the same page, to another topic's page, to a file
 * of the docs root, or elsewhere.
 *
 * @param directory path of the document's folder below the docs root
 */
export function resolveLink(link: string, directory: string): ResolvedLink {
  if (SCHEME.test(link)) return { href: link, isOutside: true };
  const [path = '', heading] = link.split('#');
  if (path === '') return { href: formatRoute({ id: directory, heading }), isOutside: false };
  const written = decodeIfValid(path.split('?')[0]!);
  const target = resolveInRoot(path.startsWith('/') ? '' : directory, written);
  const isTopic = TOPIC_FILE.test(target) || path.endsWith('/');
  if (!isTopic) return { href: encodePath(target), isOutside: true };
  return { href: formatRoute({ id: target.replace(TOPIC_FILE, ''), heading }), isOutside: false };
}

/** A heading of a rendered document. */
interface RenderedHeading {
  /** Of its element. */
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

/** A part of a rendered document. HTML of the document itself is shown as text in it, never run, but for tags that only mark a few words. */
export interface RenderedPart {
  /** Empty when its text belongs to a paragraph that begins in the part before. */
  readonly html: string;
  readonly headings: readonly RenderedHeading[];
}

/** Before the ids of headings, so that none is that of an element of the viewer. */
const HEADING_PREFIX = 'heading-';

/**
 * The inline texts of a document that was rendered before, by their markdown. Of a long document that is edited nearly all stay
 * as they are, and they take most of its time.
 */
export class KnownInlines {
  private references = '';
  private texts = new Map<string, Token[]>();

  /** Parses what is not known; what is not in `inlines` is forgotten. */
  parse(inlines: readonly Token[], env: Env): void {
    const references = JSON.stringify(env['references'] ?? null);
    const known = references === this.references ? this.texts : new Map<string, Token[]>();
    const parsed = new Map<string, Token[]>();
    for (const inline of inlines) {
      const { content } = inline;
      const children = parsed.get(content) ?? known.get(content) ?? [];
      if (!parsed.has(content) && !known.has(content)) parser.inline.parse(content, parser, env, children);
      parsed.set(content, children);
      inline.children = children;
    }
    this.references = references;
    this.texts = parsed;
  }
}

/** `html: false` writes tags of the document as text; links to scripts are not links for markdown-it. */
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false }).use(plainTags).use(notes);

parser.core.ruler.at('inline', ({ tokens, env }) => {
  (env['inlines'] as KnownInlines).parse(
    tokens.filter(({ type }) => type === 'inline'),
    env,
  );
});

const htmlOf = new WeakMap<readonly Token[], string>();
const renderInline = parser.renderer.renderInline;
parser.renderer.renderInline = function (tokens, options, env) {
  const html = htmlOf.get(tokens) ?? renderInline.call(this, tokens, options, env);
  htmlOf.set(tokens, html);
  return html;
};

parser.renderer.rules['link_open'] = (tokens, at, options, env, renderer) => {
  const token = tokens[at]!;
  const { href, isOutside } = resolveLink(attributeOf(token, 'href'), directoryOf(env));
  token.attrSet('href', href);
  if (isOutside) {
    token.attrSet('target', '_blank');
    token.attrSet('rel', 'noopener noreferrer');
  }
  return renderer.renderToken(tokens, at, options);
};

const renderImage = parser.renderer.rules['image']!;
parser.renderer.rules['image'] = (tokens, at, options, env, renderer) => {
  const token = tokens[at]!;
  token.attrSet('src', resolveLink(attributeOf(token, 'src'), directoryOf(env)).href);
  token.attrSet('loading', 'lazy');
  return renderImage(tokens, at, options, env, renderer);
};

parser.renderer.rules['table_open'] = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
parser.renderer.rules['table_close'] = () => '</table></div>';

/** Code that is wider than the page is scrolled by keys, too; a button copies it. */
for (const rule of ['fence', 'code_block']) {
  const render = parser.renderer.rules[rule]!;
  parser.renderer.rules[rule] = (tokens, at, options, env, renderer) => {
    const code = render(tokens, at, options, env, renderer).trimEnd();
    const focusable = code.replace(/^<pre/, '<pre tabindex="0" role="group" aria-label="Code"');
    return `<div class="code">${focusable}<button type="button" class="copy" data-copies-code>Copy</button></div>\n`;
  };
}

/** A link to the heading itself, for those who want to pass it on. */
parser.renderer.rules['heading_close'] = (tokens, at, options, env, renderer) => {
  // It is always there, the heading's text between them.
  const id = attributeOf(tokens[at - 2]!, 'id').slice(HEADING_PREFIX.length);
  const href = escapeHtml(formatRoute({ id: directoryOf(env), heading: id }));
  const name = escapeHtml(`Link to ${textOf(tokens[at - 1]?.children ?? [])}`);
  const link = id === '' ? '' : `<a class="anchor" href="${href}" aria-label="${name}"></a>`;
  return `${link}${renderer.renderToken(tokens, at, options)}`;
};

/** The page's policy allows no style attributes; alignment of cells becomes a class. */
for (const rule of ['th_open', 'td_open']) {
  parser.renderer.rules[rule] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at]!;
    const alignment = /text-align:(\w+)/.exec(attributeOf(token, 'style'))?.[1];
    token.attrs = alignment === undefined ? null : [['class', `align-${alignment}`]];
    return renderer.renderToken(tokens, at, options);
  };
}

/** A column's head sorts the rows. A link in it would be a control inside of another. */
for (const [rule, isEnd] of [
  ['th_open', false],
  ['th_close', true],
] as const) {
  const render = parser.renderer.rules[rule];
  parser.renderer.rules[rule] = (tokens, at, options, env, renderer) => {
    const tag = render?.(tokens, at, options, env, renderer) ?? renderer.renderToken(tokens, at, options);
    const content = tokens[isEnd ? at - 1 : at + 1]!;
    if (content.content.trim() === '' || content.children?.some(({ type }) => type === 'link_open')) return tag;
    return isEnd ? `</button>${tag}` : `${tag}<button type="button" class="sorter">`;
  };
}

/**
 * Renders a document in parts.
 *
 * @param firstLines 0-based lines at which the parts begin
 * @param directory path of the document's folder below the docs root, from which its links lead
 * @param inlines of the same document in an earlier state
 */
export function renderParts(
  text: string,
  firstLines: readonly number[],
  directory: string,
  inlines = new KnownInlines(),
): RenderedPart[] {
  const env: Env = { directory, inlines };
  const ids = new Set<string>();
  return splitMarkdownTokens(parser.parse(text, env), firstLines).map((tokens) => {
    const headings = nameHeadings(tokens, ids);
    return { html: tokens.length === 0 ? '' : parser.renderer.render(tokens, parser.options, env), headings };
  });
}

/** Renders a document as a whole. */
export function renderMarkdown(text: string, directory: string): string {
  return renderParts(text, [0], directory)[0]!.html;
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function directoryOf(env: Env | undefined): string {
  return String(env?.['directory'] ?? '');
}

/** Gives headings the ids that links to them use, as GitHub does. */
function nameHeadings(tokens: readonly Token[], ids: Set<string>): RenderedHeading[] {
  const headings: RenderedHeading[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = textOf(tokens[at + 1]?.children ?? []);
    const slug = githubSlug(text.trim());
    let id = slug;
    for (let count = 1; ids.has(id); count++) id = `${slug}-${count}`;
    ids.add(id);
    token.attrSet('id', `${HEADING_PREFIX}${id}`);
    headings.push({ id, level: Number(token.tag.slice(1)), text });
  }
  return headings;
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ type }) => type !== 'html_inline')
    .map(({ content, children }) => (children === null || children.length === 0 ? content : textOf(children)))
    .join('');
}

interface OpenElement {
  readonly opening: Token;
  /** Number of the list item that was last opened inside. */
  lastItem: string | undefined;
}

/**
 * Cuts the tokens of a document at lines. A list, table or quote that goes on after a cut is closed before it and opened
 * again after it; a paragraph or code block stays whole in the part where it begins.
 *
 * @param firstLines 0-based lines at which the parts begin, rising; the first part also contains what is before it
 */
function splitMarkdownTokens(tokens: readonly Token[], firstLines: readonly number[]): Token[][] {
  const parts: Token[][] = [[]];
  const open: OpenElement[] = [];
  for (const token of tokens) {
    const line = token.nesting >= 0 && token.type !== 'inline' ? token.map?.[0] : undefined;
    while (line !== undefined && parts.length < firstLines.length && line >= firstLines[parts.length]!) {
      for (const { opening } of open.toReversed()) parts.at(-1)!.push(closingOf(opening));
      parts.push(open.map((element) => reopened(element, token)));
    }
    if (token.nesting === 1) {
      const parent = open.at(-1);
      if (parent !== undefined && token.type === 'list_item_open') parent.lastItem = token.info;
      open.push({ opening: token, lastItem: undefined });
    } else if (token.nesting === -1) open.pop();
    parts.at(-1)!.push(token);
  }
  while (parts.length < firstLines.length) parts.push([]);
  return parts;
}

function closingOf(opening: Token): Token {
  const closing = copyOf(opening);
  closing.type = opening.type.replace(/_open$/, '_close');
  closing.nesting = -1;
  closing.attrs = null;
  return closing;
}

function reopened({ opening, lastItem }: OpenElement, next: Token): Token {
  const copy = copyOf(opening);
  if (opening.type === 'ordered_list_open') {
    const isNextItem = next.type === 'list_item_open' && next.level === opening.level + 1;
    const first = isNextItem ? next.info : lastItem;
    if (first !== undefined) copy.attrSet('start', first);
  }
  if (opening.type === 'list_item_open') copy.attrSet('class', 'continued');
  return copy;
}

function copyOf(token: Token): Token {
  const copy: Token = Object.assign(Object.create(Object.getPrototypeOf(token) as object), token);
  copy.attrs = token.attrs?.map(([name, value]) => [name, value]) ?? null;
  return copy;
}
