import { TopicmillError } from '@topicmill/base/diagnostics';
import { decodeIfValid } from '@topicmill/base/paths';
import { escapeHtml, htmlPage, unescapeHtml } from '@topicmill/text/html';
import {
  type BlockScan,
  type Dialect,
  LineKind,
  readableMarkdown,
  scanBlocks,
  startsBlock,
  startsTable,
} from '@topicmill/text/markdown';
import { NumberedSlugs } from '@topicmill/text/slugs';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import type { gfmTableHtml } from 'micromark-extension-gfm-table';
import type { PageJsonLd } from './continuity-token.js';
import { readPage } from './page-text.js';
import type { Page } from './split-document.js';

/** Maximum inline marks of a paragraph: the parser's time is quadratic in them. */
const MAX_INLINE_MARKS = 3000;
const INLINE_MARK = /[*_~[\]!`<&]/g;

/** How pages are written as HTML. */
interface HtmlOptions {
  /** BCP 47 tag of the document. */
  readonly language: string;
  /** Path that errors name. */
  readonly file: string;
  /** What the document is written in besides CommonMark. */
  readonly dialect?: Dialect | undefined;
}

/**
 * The pages of a document as HTML documents, by id: each page's markdown with its comment, lead-in and lead-out, JSON-LD,
 * and links to the pages before and after. Headings have ids, and links to them point to the page with the heading.
 * Footnotes have the numbers of the whole document. Front matter is left out; HTML in the markdown is kept as it is.
 *
 * Of a document in a dialect the HTML has what its readers see.
 *
 * @throws TopicmillError `INLINE_TOO_DENSE`
 */
export function pagesHtml(pages: readonly Page[], { language, file, dialect }: HtmlOptions): Map<string, string> {
  const anchors = new HeadingAnchors(pages.map(({ token, text }) => [token.id, text]));
  const footnotes = new FootnoteNumbers();
  const contents = pages.map((page) => contentHtml(page, { anchors, footnotes, file, dialect }));
  return new Map(
    pages.map((page, index) => {
      const [previous, next] = [pages[index - 1], pages[index + 1]];
      const content = footnotes.numbered(anchors.linked(page.token.id, contents[index]!));
      return [page.token.id, pageDocument(page, content, language, { previous, next })];
    }),
  );
}

interface ContentOptions extends Pick<HtmlOptions, 'file' | 'dialect'> {
  readonly anchors: HeadingAnchors;
  readonly footnotes: FootnoteNumbers;
}

function contentHtml({ token, text }: Page, { anchors, footnotes, file, dialect }: ContentOptions): string {
  const page = readPage(text)!;
  const [before, body] = [page.before, page.body].map((part) => readableMarkdown(part, dialect)) as [string, string];
  const comment = text.slice(page.head.length, page.bodyOffset - page.before.length);
  const markdown = comment + before + body + page.after;
  checkDensity(markdown, file);
  const start = comment.length + before.length;
  const end = start + body.length;
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [
      gfmHtml(),
      tableCellHtml(),
      footnotes.callHtml(start, end),
      anchors.headingHtml(token.id, start, end),
    ],
    allowDangerousHtml: true,
    defaultLineEnding: '\n',
  });
}

interface Neighbours {
  readonly previous: Page | undefined;
  readonly next: Page | undefined;
}

function pageDocument(
  { token, jsonLd }: Page,
  content: string,
  language: string,
  { previous, next }: Neighbours,
): string {
  const links = (['prev', 'next'] as const).flatMap((rel) =>
    token[rel] === null ? [] : [`<link rel="${rel}" href="${token[rel]}.html">`],
  );
  const neighbours = [previous === undefined ? '' : 'continued', next === undefined ? '' : 'continues']
    .join(' ')
    .trim();
  return htmlPage({
    language,
    title: escapeHtml(jsonLd.name),
    links,
    style: PAGE_STYLE,
    scripts: [`<script type="application/ld+json">${scriptJson(jsonLd)}</script>`],
    body: [
      neighbours === '' ? '<main>' : `<main class="${neighbours}">`,
      content.trimEnd(),
      '</main>',
      ...(neighbours === '' ? [] : [navigation(jsonLd.pagination, { previous, next })]),
    ],
  });
}

function navigation(pagination: string, { previous, next }: Neighbours): string {
  const link = (rel: 'prev' | 'next', { token, jsonLd }: Page): string =>
    `<a rel="${rel}" href="${token.id}.html">${escapeHtml(jsonLd.name)}</a>`;
  const parts = [
    previous === undefined ? '' : link('prev', previous),
    `<span>${pagination.replace('/', ' / ')}</span>`,
    next === undefined ? '' : link('next', next),
  ];
  return `<nav aria-label="Pages">${parts.filter((part) => part !== '').join(' ')}</nav>`;
}

/** JSON that cannot end a script element. */
function scriptJson(jsonLd: PageJsonLd): string {
  return JSON.stringify(jsonLd).replaceAll('<', '\\u003c');
}

function checkDensity(markdown: string, file: string): void {
  const scan = scanBlocks(markdown);
  let marks = 0;
  let isTable = false;
  for (let line = 0; line < scan.lineCount; line++) {
    if (isParagraphStart(scan, line) || isTable) marks = 0;
    if (startsBlock(scan.marks[line]!)) isTable = startsTable(scan.marks[line]!);
    if (scan.kinds[line] === LineKind.Fence) continue;
    marks += markdown.slice(scan.starts[line], scan.starts[line + 1]).match(INLINE_MARK)?.length ?? 0;
    if (marks <= MAX_INLINE_MARKS) continue;
    throw new TopicmillError('INLINE_TOO_DENSE', `A paragraph contains more than ${MAX_INLINE_MARKS} inline marks.`, {
      file,
      line: line + 1,
      remedy: 'Split the paragraph, or write pages without --html.',
    });
  }
}

function isParagraphStart(scan: BlockScan, line: number): boolean {
  return startsBlock(scan.marks[line]!) || scan.kinds[line] === LineKind.Blank;
}

const CALLED_ID = /href="#user-content-fn-([^"]*)"/;
const CALL =
  /(<a href="#user-content-fn-([^"]*)" id="[^"]*" data-footnote-ref="" aria-describedby="footnote-label">)\d+/g;
const FOOTNOTE = /<li id="user-content-fn-([^"]*)">([\s\S]*?)(?=<li id="user-content-fn-|<\/ol>\s*<\/section>)/g;
const BACK_LABEL = /(data-footnote-backref="" aria-label="Back to reference )\d+/g;

/** Numbers the footnotes of pages as in the whole document: in the order of their first calls. */
class FootnoteNumbers {
  private readonly numbers = new Map<string, number>();

  /**
   * Notes the calls on a page. Pages must be rendered in reading order. Must come after `gfmHtml()` in the list of
   * extensions.
   *
   * @param startOffset UTF-16 offset of the page's own part; calls in copies and repeated blocks do not count
   * @param endOffset end of that part
   */
  callHtml(startOffset: number, endOffset: number): HtmlExtension {
    const writeCall = gfmFootnoteHtml().exit!['gfmFootnoteCallString']!;
    const note = (html: string): void => {
      const id = CALLED_ID.exec(html)?.[1];
      if (id !== undefined && !this.numbers.has(id)) this.numbers.set(id, this.numbers.size + 1);
    };
    return {
      exit: {
        gfmFootnoteCallString(token) {
          const isOwn = token.start.offset >= startOffset && token.start.offset < endOffset;
          const tag: HtmlCompiler['tag'] = (html) => {
            if (isOwn) note(html);
            this.tag(html);
          };
          writeCall.call({ ...this, tag }, token);
        },
      },
    };
  }

  /** The HTML of a page with the numbers of the whole document, after all pages are rendered. */
  numbered(html: string): string {
    return html
      .replace(CALL, (call, opening: string, id: string) => {
        const number = this.numbers.get(id);
        return number === undefined ? call : `${opening}${number}`;
      })
      .replace(FOOTNOTE, (footnote, id: string, content: string) => {
        const number = this.numbers.get(id);
        if (number === undefined) return footnote;
        return `<li id="user-content-fn-${id}" value="${number}">${content.replace(BACK_LABEL, `$1${number}`)}`;
      });
  }
}

/** Style of HTML pages; follows the reader's preference for light or dark. Lead-in and lead-out are the first and last paragraphs. */
const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #57606a; --line: #d5d9de; --soft: #f5f6f8; --link: #0b57d0; --back: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e7eb; --quiet: #9aa4ae; --line: #3a4048; --soft: #1d2126; --link: #8ab4f8; --back: #14171a; }
}
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--back); }
main, nav { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: break-word; }
main { padding-top: 1.5rem; }
a { color: var(--link); }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2em 0 .6em; scroll-margin-top: 1rem; }
h1 { font-size: 1.9rem; margin-top: .5em; }
h2 { font-size: 1.4rem; padding-bottom: .3em; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.15rem; }
h4, h5, h6 { font-size: 1rem; }
img, video { max-width: 100%; height: auto; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
code { background: var(--soft); padding: .1em .3em; border-radius: 4px; }
pre { background: var(--soft); padding: .9rem 1rem; border-radius: 6px; overflow-x: auto; }
pre code { font-size: 1em; padding: 0; background: none; }
blockquote { margin: 1em 0; padding: 0 1rem; border-left: 4px solid var(--line); color: var(--quiet); }
table { display: block; width: fit-content; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: .95em; }
th, td { padding: .4rem .75rem; border: 1px solid var(--line); vertical-align: top; text-align: left; overflow-wrap: normal; }
th { background: var(--soft); }
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
.contains-task-list { list-style: none; padding-left: 1rem; }
.footnotes { margin-top: 3rem; border-top: 1px solid var(--line); font-size: .9em; color: var(--quiet); }
main.continued > p:first-child, main.continues > p:last-of-type {
  color: var(--quiet); font-size: .9rem; border: 1px dashed var(--line); border-radius: 6px; padding: .6rem .9rem; }
main.continues > p:last-of-type { margin-top: 2.5rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; padding-bottom: 3rem; padding-top: 1rem; }
nav span { color: var(--quiet); font-size: .9rem; flex: 1; text-align: center; white-space: nowrap; }
nav a { flex: 1 1 12rem; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav [rel=prev]::before { content: "\\2190\\a0"; }
nav [rel=next] { text-align: right; }
nav [rel=next]::after { content: "\\a0\\2192"; }
`;

/**
 * Table cells with their alignment as a style: the attribute `align`, which micromark writes, is obsolete in HTML. Must
 * come after `gfmHtml()` in the list of extensions.
 */
function tableCellHtml(): HtmlExtension {
  return {
    enter: {
      tableData() {
        const { alignments, column } = tablePlace(this);
        if (column < alignments.length) openCell(this, 'td');
        // Cells beyond the last column are left out: buffered here, and dropped at the end of the cell.
        else this.buffer();
      },
      tableHeader() {
        openCell(this, 'th');
      },
    },
    exit: {
      tableRow() {
        const { alignments, column } = tablePlace(this);
        for (let at = column; at < alignments.length; at++) {
          this.setData('tableColumn', at);
          openCell(this, 'td');
          this.tag('</td>');
        }
        this.setData('tableColumn', Math.max(column, alignments.length));
        this.lineEndingIfNeeded();
        this.tag('</tr>');
      },
    },
  };
}

function openCell(compiler: HtmlCompiler, name: 'td' | 'th'): void {
  const { alignments, column } = tablePlace(compiler);
  const alignment = alignments[column] ?? 'none';
  compiler.lineEndingIfNeeded();
  compiler.tag(alignment === 'none' ? `<${name}>` : `<${name} style="text-align: ${alignment}">`);
}

function tablePlace(compiler: HtmlCompiler): { alignments: readonly string[]; column: number } {
  return {
    alignments: compiler.getData('tableAlign') ?? [],
    column: compiler.getData('tableColumn') ?? 0,
  };
}

/** How micromark's events become HTML. */
type HtmlExtension = ReturnType<typeof gfmTableHtml>;
/** Handler of one event. */
type HtmlHandler = NonNullable<NonNullable<HtmlExtension['enter']>['paragraph']>;
/** The compiler that a handler writes with. */
type HtmlCompiler = ThisParameterType<HtmlHandler>;
/** The piece of markdown of an event. */
type HtmlToken = Parameters<HtmlHandler>[0];

const WRITTEN_ID = /\sid\s*=\s*["']?([^"'\s<>]+)/g;
const TAG = /<[^>]*>/g;
/** A link to an anchor in the same document. micromark writes quotes in text as entities. */
const ANCHOR_LINK = / href="#([^"]+)"/g;
const EQUALS = 61;

/**
 * Ids for the headings of a document on several pages, as GitHub assigns them in the whole document, and links to
 * anchors on other pages.
 */
class HeadingAnchors {
  private readonly slugs = new NumberedSlugs();
  private readonly pageOf = new Map<string, string>();

  /** @param pages each with its id and its markdown; ids in its HTML are not assigned to headings */
  constructor(pages: Iterable<readonly [id: string, markdown: string]>) {
    for (const [page, markdown] of pages) {
      for (const [, written] of markdown.matchAll(WRITTEN_ID)) {
        if (this.pageOf.has(written!)) continue;
        this.pageOf.set(written!, page);
        this.slugs.reserve(written!);
      }
    }
  }

  /**
   * Writes the headings of a page with their ids. Pages must be rendered in reading order.
   *
   * @param startOffset UTF-16 offset of the page's own part; headings repeated before it have their ids on another page
   * @param endOffset end of that part
   */
  headingHtml(page: string, startOffset: number, endOffset: number): HtmlExtension {
    const attributeOf = ({ start }: HtmlToken, html: string): string => {
      if (start.offset < startOffset || start.offset >= endOffset) return '';
      const text = unescapeHtml(html.replace(TAG, ''));
      const id = this.slugs.slugOf(text);
      if (id === '') return '';
      this.pageOf.set(id, page);
      return ` id="${id}"`;
    };
    return {
      enter: {
        atxHeading() {
          this.buffer();
        },
      },
      exit: {
        atxHeadingSequence(token) {
          if (this.getData('headingRank') === undefined) this.setData('headingRank', this.sliceSerialize(token).length);
        },
        atxHeading(token) {
          writeHeading(this, token);
        },
        setextHeadingLineSequence(token) {
          this.setData('headingRank', this.sliceSerialize(token).charCodeAt(0) === EQUALS ? 1 : 2);
        },
        setextHeading(token) {
          writeHeading(this, token);
          this.setData('slurpAllLineEndings');
        },
      },
    };

    function writeHeading(compiler: HtmlCompiler, token: HtmlToken): void {
      const html = compiler.resume();
      const rank = compiler.getData('headingRank');
      compiler.lineEndingIfNeeded();
      compiler.tag(`<h${rank}${attributeOf(token, html)}>`);
      compiler.raw(html);
      compiler.tag(`</h${rank}>`);
      compiler.setData('headingRank');
    }
  }

  /** The HTML of a page after all are rendered: links to anchors on another page name that page's file. */
  linked(page: string, html: string): string {
    return html.replace(ANCHOR_LINK, (link, anchor: string) => {
      const other = this.pageOf.get(anchor) ?? this.pageOf.get(decodeIfValid(anchor));
      return other === undefined || other === page ? link : ` href="${other}.html#${anchor}"`;
    });
  }
}
