export {
  type IncludableFiles,
  type IncludedFile,
  includesFurther,
  type NestedInclusion,
  nestedInclusions,
} from './included-files.js';
export { isMadeElsewhere } from './inclusion-paths.js';
export { dialectKey, dialectNameOf, pageDialect } from './page-dialect.js';
export { type PageFacts, readPageFacts, UNREADABLE_PAGE } from './page-facts.js';
export { type AnchoredHeading, type PageBody, pageHeadings } from './page-headings.js';
export { foldedId, isFolderPage, pageId } from './page-path.js';
export type { PageSource } from './page-source.js';
export {
  type LeftOutFile,
  type PageCategory,
  type PageFiles,
  type PageTopics,
  pageTopics,
  type ResolvedLink,
  type TopicPage,
} from './page-topics.js';
export type { LeftOutPage, SiteContext } from './publication.js';
export { type SiteFiles, siteFiles } from './publish-site.js';
export { type PageDialect, type PageFile, readPage } from './read-page.js';
export { type DocsRootPlace, describeSite, type Site, type SiteCategory, type SitePage } from './site.js';
export { anchorRules } from './site-anchors.js';
export { type LinkTarget, SiteLinks } from './site-links.js';
export { type PagePlace, partUrl } from './site-url.js';
export { areFilesRead, type LineRange } from './sites/none.js';
