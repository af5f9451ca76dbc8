import type { Dialect } from '@topicmill/text/markdown';
import { HeadingTexts, titleOfContent } from './heading-text.js';
import { parseMarkdown } from './parse-markdown.js';

/** The text of a document's first H1, without markdown; `undefined` when it has none or an empty one. */
export function firstTitle(text: string, dialect?: Dialect): string | undefined {
  const heading = parseMarkdown(text, dialect).scan.headings.find(({ level }) => level === 1);
  const title = heading === undefined ? '' : titleOfContent(new HeadingTexts([]).contentOf(heading.text));
  return title === '' ? undefined : title;
}
