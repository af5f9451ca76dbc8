import { firstTitle } from '@topicmill/chunking';
import { parseFrontMatter, splitFrontMatter } from '@topicmill/text/markdown';
import { type ReadableText, readableTitle } from '../readable-text.js';

/** Beginning of a text in which its title is looked for, in UTF-16 units. */
const LOOKED_AT = 16_384;

/** A document as it is, with the title that its front matter or its first H1 gives. */
export function readDocument(text: string): ReadableText {
  const head = text.slice(0, LOOKED_AT);
  const { title } = parseFrontMatter(splitFrontMatter(head).frontMatter, '').values as { title?: unknown };
  const found = readableTitle(typeof title === 'string' ? title : firstTitle(head));
  return { content: text, ...(found !== undefined && { title: found }), attributes: {} };
}
