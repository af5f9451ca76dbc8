import { counted, type Diagnostic } from '@topicmill/base/diagnostics';
import type { DroppedLine, HeadingSource } from './dropped-line.js';
import type { TwoTierOptions } from './options.js';

/** How a book was read, and what its name says of its form. */
export interface BookForm {
  readonly file: string;
  readonly options: Pick<TwoTierOptions, 'headings' | 'boilerplate'>;
  readonly headingSource: HeadingSource;
  /** Headings marked as markdown. */
  readonly markedCount: number;
}

const MARKDOWN_NAME = /\.(?:md|mdx|mkd|markdown)$/i;

/**
 * A warning when the number of marked headings decided on a different form than the file name suggests: markdown read as
 * plain text, or plain text read as markdown.
 *
 * @param keptBoilerplate finds the lines that were kept and would have been dropped from plain text
 */
export function unexpectedForm(
  { file, options, headingSource, markedCount }: BookForm,
  keptBoilerplate: () => readonly DroppedLine[],
): Diagnostic[] {
  if (options.headings !== 'auto' || MARKDOWN_NAME.test(file) === (headingSource === 'markdown')) return [];
  const marked = counted(markedCount, 'marked heading');
  if (headingSource === 'plain') {
    return [
      {
        severity: 'warning',
        code: 'BOOK_READ_AS_PLAIN',
        message: `With ${marked} this is read as plain text: headings are recognised by their form.`,
        file,
        remedy: 'Pass --headings markdown if only marked headings count, or --headings plain to confirm plain text.',
      },
    ];
  }
  const count = options.boilerplate === 'keep' ? 0 : keptBoilerplate().length;
  const lines = count === 0 ? '' : `; ${counted(count, 'line')} of boilerplate not removed`;
  return [
    {
      severity: 'warning',
      code: 'BOOK_READ_AS_MARKDOWN',
      message: `With ${marked} this is read as markdown: no other headings are recognised${lines}.`,
      file,
      remedy:
        'Pass --headings plain if this is plain text. If it is markdown, pass --headings markdown, and --drop-boilerplate to remove page numbers and running lines.',
    },
  ];
}
