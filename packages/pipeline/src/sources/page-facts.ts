import { type Dialect, findLinks, isDialectScan, mayInclude, scanMarkdown } from '@topicmill/text/markdown';
import type { PageSource } from './page-source.js';
import { type PageDialect, readPage } from './read-page.js';

/** What the pages of a site must know of one of them. Plain JSON, derived from the text alone, so that it can be kept. */
export interface PageFacts extends Omit<PageSource, 'path'> {
  /** Destinations of its links as written, each once, sorted. */
  readonly hrefs: readonly string[];
  /** Files that it includes, as it writes their paths, each once, sorted; `undefined` without any. */
  readonly inclusions?: readonly string[];
}

/** Reads the facts of a page. */
export function readPageFacts(
  path: string,
  text: string,
  dialect: PageDialect & { readonly dialect?: Dialect | undefined },
): PageFacts {
  const { source, bodyOffset } = readPage(path, text, dialect);
  const { frontMatter, hasFrontMatter, title, description, hasText } = source;
  const hrefs = new Set(findLinks(text, bodyOffset, dialect.dialect).map(({ destination }) => destination));
  const inclusions = inclusionsIn(text, bodyOffset, dialect.dialect);
  const facts: PageFacts = {
    ...{ frontMatter, hasFrontMatter, title, description, hasText, hrefs: [...hrefs].sort() },
    ...(inclusions.length === 0 ? {} : { inclusions }),
  };
  // Dates and the like become the texts that they are once the facts were kept.
  return JSON.parse(JSON.stringify(facts)) as PageFacts;
}

function inclusionsIn(text: string, bodyOffset: number, dialect: Dialect | undefined): string[] {
  if (dialect?.inclusions === undefined || !mayInclude(dialect.inclusions, text)) return [];
  const scan = scanMarkdown(text, { bodyOffset, dialect });
  return isDialectScan(scan) ? [...new Set(scan.inclusions.map(({ path }) => path))].sort() : [];
}

/** The facts of a page that cannot be read: the steps of its topic say why. */
export const UNREADABLE_PAGE: PageFacts = {
  frontMatter: {},
  hasFrontMatter: true,
  title: '',
  description: '',
  hasText: true,
  hrefs: [],
};
