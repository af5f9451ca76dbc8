import { mayInclude, readPageFrontMatter } from '@topicmill/text/markdown';
import { generatorOf, type SiteSettings } from '../sites/index.js';
import { pageDialect } from './page-facts.js';
import { pageHeadings } from './page-headings.js';
import type { TopicPage } from './page-topics.js';

/** The parts of a page that links may name. */
export interface PageParts {
  /** Whether a heading has that id by the rules of the generator. */
  leadTo(anchor: string): boolean;
  /** Whether something else than a heading may have that id: markup, an included file, a macro. */
  mayLeadTo(anchor: string): boolean;
}

/** @param text the file of the page as read */
export function pageParts(text: string, page: TopicPage, site: SiteSettings): PageParts {
  const { dialect } = pageDialect(site, page.path);
  const { bodyOffset, values } = readPageFrontMatter(text, page.path);
  const body = { bodyOffset, frontMatter: values, dialect };
  const headings = pageHeadings(text, body, generatorOf(site).anchors(site as never));
  const anchors = new Set(headings.flatMap(({ anchor, isUncertain }) => (isUncertain ? [] : (anchor ?? []))));
  const isMadeElsewhere =
    headings.some(({ isUncertain }) => isUncertain) ||
    (dialect?.inclusions !== undefined && mayInclude(dialect.inclusions, text));
  return {
    leadTo: (anchor) => anchors.has(anchor),
    mayLeadTo: (anchor) =>
      isMadeElsewhere ||
      [`"${anchor}"`, `'${anchor}'`, `#${anchor}}`, `^${anchor}`].some((mark) => text.includes(mark)),
  };
}
