export {
  type IncludableFiles,
  includesFurther,
  isMadeElsewhere,
  type NestedInclusion,
  nestedInclusions,
} from './included-files.js';
export {
  dialectKey,
  dialectNameOf,
  type PageFacts,
  pageDialect,
  readPage,
  readPageFacts,
  UNREADABLE_PAGE,
} from './page-facts.js';
export { type AnchoredHeading, pageHeadings } from './page-headings.js';
export { type PageParts, pageParts } from './page-parts.js';
export {
  EMPTY_PAGE,
  type LeftOutFile,
  type PageCategory,
  type PageFiles,
  type PageTopics,
  pageTopics,
  type ResolvedLink,
  type TopicPage,
} from './page-topics.js';
export { type BuiltPage, filesAt, type PublishedBlock, publishedHeadings } from './published-pages.js';
export { markdownWordCounts, missingWords, wordCounts } from './published-words.js';
export { describeSite, type Site, siteFiles } from './site.js';
export { type LinkTarget, SiteLinks } from './site-links.js';
export { partUrl } from './site-url.js';
