import type { BlockScan, Heading } from '@topicmill/text/markdown';
import { HeadingTexts, titleOfContent } from '../structural/heading-text.js';
import type { BookHeading } from './book-heading.js';
import { isContentsTitle } from './converted-pages.js';
import type { HeadingSource } from './dropped-line.js';
import { findPlainHeadings } from './plain-headings.js';

/** From this number of marked headings on, a text is markdown. */
const MIN_MARKED_HEADINGS = 3;

/**
 * How the headings of a text are to be found: markdown when at least three are marked as such, else plain. A heading
 * underlined over several lines does not count, as a paragraph above a rule would look the same.
 */
export function headingSourceOf(scan: BlockScan): HeadingSource {
  return markedHeadingCount(scan) >= MIN_MARKED_HEADINGS ? 'markdown' : 'plain';
}

/** Headings marked as markdown, those underlined over several lines not counted. */
export function markedHeadingCount(scan: BlockScan): number {
  return scan.blocks.filter((block) => block.type === 'heading' && isPlainlyMarked(block.heading)).length;
}

function isPlainlyMarked({ lineCount, text }: Heading): boolean {
  return lineCount <= 2 && text !== '';
}

/** The headings of a text in order, without markdown: one that has no text besides it, such as an image, is as written. */
export function findBookHeadings(text: string, scan: BlockScan, source: HeadingSource): BookHeading[] {
  if (source === 'plain') return findPlainHeadings(text, scan);
  const definitions = scan.blocks.filter(({ type }) => type === 'definition');
  const texts = new HeadingTexts(definitions.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)));
  return scan.headings
    .filter((heading) => heading.text !== '')
    .map((heading, at, all) => ({ ...heading, level: Math.max(heading.level, levelBelow(heading, all[at + 1])) }))
    .map(({ line, lineCount, level, text: title }) => ({
      firstLine: line,
      endLine: line + lineCount,
      level,
      text: titleOfContent(texts.contentOf(title)) || title,
    }));
}

/** The contents of a book are on the level of what follows, not above it. */
function levelBelow({ text }: Heading, next: Heading | undefined): number {
  return next !== undefined && isContentsTitle(text) ? next.level : 0;
}
