/** How a text of a repository is written. */
export type TextForm = 'as written' | 'body of an RFC' | 'plain lines' | 'plain text' | 'reStructuredText';

const BOOK_START = /^CHAPTER I: /m;
const BOOK_END = /^\*\*\* ?END OF/m;
const BOOK_MARK = /^\*\*\* ?START OF/m;
const RULE = /^=+$/gm;
const RFC_START = /(?<=^--- middle\n)/m;
const RFC_END = /^--- back$/m;
const DIRECTIVE = /^\.\. .*\n(?:[ \t]+.*\n|\n(?=[ \t]))*/gm;
const FOOTNOTE_CALL = / ?\[\d+\]_/g;

/**
 * Joins files into the text that is asked about: markdown as it is, without includes; a book as plain text from its
 * first chapter on, and reStructuredText as markdown, both with each paragraph on one line and blank lines between them;
 * a book from the mark of its start on as plain lines, one for each paragraph, without blank lines and rules; and the markdown of a Request for
 * Comments between its front matter and its appendices.
 */
export function prepareText(files: readonly string[], form: TextForm): string {
  const texts = files.map((text) => text.replaceAll('\r', ''));
  switch (form) {
    case 'as written':
      return texts.join('\n\n').replace(/^\{\{#.*\}\}\n/gm, '');
    case 'plain text':
      return onLines(bookText(texts.join('\n\n')));
    case 'body of an RFC':
      return texts.map((text) => text.slice(text.search(RFC_START), text.search(RFC_END))).join('\n\n');
    case 'plain lines':
      return onLines(bookText(texts.join('\n\n'), BOOK_MARK).replace(RULE, '')).replaceAll('\n\n', '\n');
    case 'reStructuredText':
      return onLines(asMarkdown(texts.join('\n\n')));
  }
}

function bookText(text: string, start = BOOK_START): string {
  const book = text.slice(text.search(start));
  return book.slice(0, book.search(BOOK_END));
}

function asMarkdown(text: string): string {
  return text
    .replace(DIRECTIVE, '')
    .replace(FOOTNOTE_CALL, '')
    .replace(/^(.+)\n[=~^]{4,}$/gm, '# $1\n')
    .replace(/^(.+)\n-{4,}$/gm, '## $1\n')
    .replaceAll('\t', ' ');
}

/** Each paragraph on a line of its own; a word that is divided at its hyphen keeps it. */
function onLines(text: string): string {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  const lines = paragraphs.map((paragraph) =>
    paragraph
      .replace(/(?<=[\p{L}\p{N}_])-\n(?=[\p{L}\p{N}_])/gu, '-')
      .replace(/\s*\n\s*/g, ' ')
      .trim(),
  );
  return `${lines.join('\n\n')}\n`;
}
