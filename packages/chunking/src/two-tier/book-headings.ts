import type { BlockScan, Heading } from '@topicmill/text/markdown';
import type { BookHeading } from './book-heading.js';
import type { HeadingSource } from './book-record.js';
import { findPlainHeadings } from './plain-headings.js';

/** From this number of marked headings on, a text is markdown. */
const MIN_MARKED_HEADINGS = 3;

/**
 * How the headings of a text are to be found: markdown when at least three are marked as such, else plain. A heading
 * underlined over several lines does not count, as a paragraph above a rule would look the same.
 */
export function headingSourceOf(scan: BlockScan): HeadingSource {
  const marked = scan.blocks.filter((block) => block.type === 'heading' && isPlainlyMarked(block.heading));
  return marked.length >= MIN_MARKED_HEADINGS ? 'markdown' : 'plain';
}

function isPlainlyMarked({ lineCount, text }: Heading): boolean {
  return lineCount <= 2 && text !== '';
}

/** The headings of a text in order. */
export function findBookHeadings(text: string, scan: BlockScan, source: HeadingSource): BookHeading[] {
  if (source === 'plain') return findPlainHeadings(text, scan);
  return scan.headings
    .filter((heading) => heading.text !== '')
    .map(({ line, lineCount, level, text: title }) => ({
      firstLine: line,
      endLine: line + lineCount,
      level,
      text: title,
    }));
}
