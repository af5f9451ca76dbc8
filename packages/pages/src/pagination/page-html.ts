import { TopicmillError } from '@topicmill/base/diagnostics';
import { escapeHtml, htmlPage } from '@topicmill/text/html';
import {
  type BlockScan,
  type Dialect,
  LineKind,
  readableMarkdown,
  scanBlocks,
  startsBlock,
  startsTable,
} from '@topicmill/text/markdown';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { FootnoteNumbers } from './footnote-numbers.js';
import { HeadingAnchors } from './heading-anchors.js';
import type { PageJsonLd } from './json-ld.js';
import { PAGE_STYLE } from './page-style.js';
import { readPage } from './page-text.js';
import type { Page } from './split-document.js';
import { tableCellHtml } from './table-cell-html.js';

/** Maximum inline marks of a paragraph: the parser's time is quadratic in them. */
const MAX_INLINE_MARKS = 3000;
const INLINE_MARK = /[*_~[\]!`<&]/g;

/** How pages are written as HTML. */
export interface HtmlOptions {
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
