export { type ConfigValue, soundJsonValue } from './config-value.js';
export {
  type DetectedRoot,
  type DetectedSite,
  type FoundConfig,
  joinUrl,
  type SiteNames,
  type WrittenSettings,
} from './detected-site.js';
export { dependencyVersion, type FolderEntry, type FolderView, filesBelow } from './folder-view.js';
export {
  GENERATOR_NAMES,
  type GeneratorName,
  generatorNamed,
  generatorOf,
  type HtmlSettings,
  isMarkdownFile,
  type SiteSettings,
  siteSchema,
} from './generators.js';
export { FIRST_LANGUAGE, languageNamed, languageOfThreeLetters } from './languages.js';
export { areFilesRead, forgeAddress, type LineRange, SITE_DIALECTS, type SiteDialect } from './none/pages.js';
export { isSphinxWithMyst } from './none/tools.js';
export { ASSET_FOLDERS, foldersAbove, foldersFrom, isFolderPage, joinPath, pageId, splitPath } from './page-path.js';
export { listValue, type PageSource } from './page-source.js';
export type { LeftOutPage, PlacedPage, Publication, SiteContext } from './publication.js';
export type { ConfigName, SiteDetection, SiteFiles, SiteOfConfig } from './site-generator.js';
