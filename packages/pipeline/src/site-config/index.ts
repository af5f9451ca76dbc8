export type { ConfigValue } from './config-value.js';
export { dependencyVersion } from './dependency-version.js';
export { detectSite } from './detect-site.js';
export {
  type DetectedRoot,
  type DetectedSite,
  type FoundConfig,
  joinUrl,
  type WrittenSettings,
} from './detected-site.js';
export { findConfigs } from './find-configs.js';
export { type FolderEntry, type FolderView, filesBelow } from './folder-view.js';
export { FIRST_LANGUAGE, languageNamed, languageOfThreeLetters } from './language-names.js';
export { isSphinxWithMyst, PLAIN_TOOLS } from './plain-tools/index.js';
export type { SiteNames } from './site-names.js';
