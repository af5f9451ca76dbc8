import { TopicmillError } from '@topicmill/diagnostics';
import { type BlockScan, LineKind, scanBlocks, splitFrontMatter, startsBlock, startsTable } from '@topicmill/markdown';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { PageJsonLd } from './json-ld.js';
import type { Page } from './split-document.js';
import { tableCellHtml } from './table-cell-html.js';

/** Marks that one paragraph may hold: a parser's time grows with their square. */
const MAX_INLINE_MARKS = 3000;
const INLINE_MARK = /[*_~[\]!`<&]/g;

/**
 * A page as an HTML document: the page's markdown with its comment, lead-in and lead-out, JSON-LD, links to the pages
 * before and behind. Front matter is left out; HTML in the markdown is kept as it is.
 *
 * @param language BCP 47 tag of the document
 * @param file path that errors name
 * @throws TopicmillError `INLINE_TOO_DENSE`
 */
export function pageHtml({ token, text, jsonLd }: Page, language: string, file: string): string {
  const { bodyOffset } = splitFrontMatter(text);
  const markdown = text.slice(bodyOffset);
  checkDensity(markdown, file);
  const content = micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml(), tableCellHtml()],
    allowDangerousHtml: true,
    defaultLineEnding: '\n',
  });
  const links = (['prev', 'next'] as const).flatMap((rel) =>
    token[rel] === null ? [] : [`<link rel="${rel}" href="${token[rel]}.html">`],
  );
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(jsonLd.name)}</title>`,
    ...links,
    `<script type="application/ld+json">${scriptJson(jsonLd)}</script>`,
  ];
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}">`,
    '<head>',
    ...head,
    '</head>',
    '<body>',
    '<main>',
    content.trimEnd(),
    '</main>',
    navigation(token.prev, token.next),
    '</body>',
    '</html>',
    '',
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function navigation(prev: string | null, next: string | null): string | undefined {
  const links = [
    ...(prev === null ? [] : [`<a rel="prev" href="${prev}.html">${prev}</a>`]),
    ...(next === null ? [] : [`<a rel="next" href="${next}.html">${next}</a>`]),
  ];
  return links.length === 0 ? undefined : `<nav aria-label="Pages">${links.join(' ')}</nav>`;
}

/** JSON that no script element ends in. */
function scriptJson(jsonLd: PageJsonLd): string {
  return JSON.stringify(jsonLd).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
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
    throw new TopicmillError('INLINE_TOO_DENSE', `A paragraph holds more than ${MAX_INLINE_MARKS} inline marks.`, {
      file,
      line: line + 1,
      remedy: 'Divide the paragraph, or write pages without --html.',
    });
  }
}

function isParagraphStart(scan: BlockScan, line: number): boolean {
  return startsBlock(scan.marks[line]!) || scan.kinds[line] === LineKind.Blank;
}
