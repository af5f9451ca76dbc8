export { type IncludableFiles, includesFurther, type NestedInclusion, nestedInclusions } from './included-files.js';
export { isMadeElsewhere } from './inclusion-paths.js';
export { dialectKey, dialectNameOf, pageDialect } from './page-dialect.js';
export { type PageFacts, readPageFacts, UNREADABLE_PAGE } from './page-facts.js';
export { type AnchoredHeading, pageHeadings } from './page-headings.js';
export { foldedId, isFolderPage, pageId } from './page-path.js';
export {
  type LeftOutFile,
  type PageCategory,
  type PageFiles,
  type PageTopics,
  pageTopics,
  type ResolvedLink,
  type TopicPage,
} from './page-topics.js';
export { siteFiles } from './publish-site.js';
export { readPage } from './read-page.js';
export { describeSite, type Site } from './site.js';
export { anchorRules } from './site-anchors.js';
export { type LinkTarget, SiteLinks } from './site-links.js';
export { partUrl } from './site-url.js';
export { areFilesRead } from './sites/none.js';
