/** Where the body of a document starts, and the YAML before it. Offsets are UTF-16 offsets in the text as read. */
interface DocumentParts {
  /** Offset of the first character after byte order mark and front matter. */
  readonly bodyOffset: number;
  /** The text between the two `---` lines, or `undefined` without front matter. */
  readonly frontMatter: string | undefined;
}

const BYTE_ORDER_MARK = 0xfeff;
const OPENING_LINE = /^---[ \t]*(?:\r\n|\n|\r)/;
const CLOSING_LINE = /(?:^|\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/;

/**
 * Splits a document into front matter and body. Front matter is YAML between a `---` line that is the first line of
 * the document and the next `---` line; a document whose opening line has no partner has none.
 */
export function splitFrontMatter(text: string): DocumentParts {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  if (!text.startsWith('---', start)) return { bodyOffset: start, frontMatter: undefined };
  const opening = OPENING_LINE.exec(text.slice(start));
  if (opening === null) return { bodyOffset: start, frontMatter: undefined };
  const yamlStart = start + opening[0].length;
  const closing = CLOSING_LINE.exec(text.slice(yamlStart));
  if (closing === null) return { bodyOffset: start, frontMatter: undefined };
  return {
    bodyOffset: yamlStart + closing.index + closing[0].length,
    frontMatter: text.slice(yamlStart, yamlStart + closing.index),
  };
}
