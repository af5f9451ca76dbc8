/** How a text of a repository is written. */
export type TextForm = 'as written' | 'plain text' | 'reStructuredText';

const BOOK_START = /^CHAPTER I: /m;
const BOOK_END = /^\*\*\* ?END OF/m;
const DIRECTIVE = /^\.\. .*\n(?:[ \t]+.*\n|\n(?=[ \t]))*/gm;
const FOOTNOTE_CALL = / ?\[\d+\]_/g;

/**
 * Joins files into the text that is asked about: markdown as it is, without includes; a book as plain text from its
 * first chapter on, and reStructuredText as markdown, both with each paragraph on one line.
 */
export function prepareText(files: readonly string[], form: TextForm): string {
  const texts = files.map((text) => text.replaceAll('\r', ''));
  switch (form) {
    case 'as written':
      return texts.join('\n\n').replace(/^\{\{#.*\}\}\n/gm, '');
    case 'plain text':
      return onLines(bookText(texts.join('\n\n')));
    case 'reStructuredText':
      return onLines(asMarkdown(texts.join('\n\n')));
  }
}

function bookText(text: string): string {
  const book = text.slice(text.search(BOOK_START));
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
