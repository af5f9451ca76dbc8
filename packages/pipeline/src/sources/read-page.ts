import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readPageFrontMatter } from '@topicmill/text/markdown';
import { describePage } from '@topicmill/topics/formats';
import type { PageSource } from './page-source.js';

/** A page file as read. */
export interface PageFile {
  readonly source: PageSource;
  /** UTF-16 offset at which its body starts. */
  readonly bodyOffset: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What of a page is text of its own; the reader of its dialect. */
export interface PageDialect {
  /** The body without what only the generator reads. */
  readonly readable: (body: string) => string;
  /** The body as its description is looked for in it, the best text first; its readable text without. */
  readonly proseTexts?: (body: string) => Iterable<string>;
}

const NO_TEXT = /^\s*(?:#{1,6}(?:\s.*(?!.))?\s*)?$/;

/**
 * Reads what a page says of itself.
 *
 * @param path below the docs root, with `/`
 * @param text the file as read
 * @param displayPath path that diagnostics name
 */
export function readPage(path: string, text: string, dialect: PageDialect, displayPath = path): PageFile {
  const { values, bodyOffset, diagnostics } = readPageFrontMatter(text, displayPath);
  const written = text.slice(bodyOffset);
  const body = dialect.readable(written);
  const source: PageSource = {
    path,
    frontMatter: values,
    hasFrontMatter: text.slice(0, bodyOffset).trim() !== '',
    ...describePage(body, values, dialect.proseTexts?.(written)),
    hasText: !NO_TEXT.test(body),
  };
  return { source, bodyOffset, diagnostics };
}
