export {
  currentDocsOf,
  PAGE_ENDINGS,
  PARTIALS,
  type PagesRoot,
  pagesRootsOf,
  type ResultsConfig,
  resultsRootOf,
} from './docs-roots.js';
export { EMBEDDER_FORMS } from './embedder-names.js';
export { configJsonSchema, lineOfKey, nearestName, parseConfig } from './parse-config.js';
export { configSchema, type TopicmillConfig } from './schema.js';
export {
  type SettingsOf,
  SITE_DIALECTS,
  type SiteDialect,
  type SiteGenerator,
  type SiteSettings,
  siteSchema,
} from './site-schema.js';
export { STOP_WORD_LANGUAGES } from './stop-word-languages.js';
export { readUserConfig, shownUserConfigPath } from './user-config.js';
