export {
  type CurrentDocs,
  currentDocsOf,
  PAGE_ENDINGS,
  type PagesRoot,
  pagesRootsOf,
  type ResultsConfig,
  resultsRootOf,
} from './docs-roots.js';
export { EMBEDDER_FORMS } from './embedder-names.js';
export { configJsonSchema } from './json-schema.js';
export { nearestName } from './nearest-name.js';
export { type ConfigOverrides, lineOfKey, parseConfig } from './parse-config.js';
export { configSchema, type TopicmillConfig } from './schema.js';
export { type SettingsOf, type SiteGenerator, type SiteSettings, siteSchema } from './site-schema.js';
export { STOP_WORD_LANGUAGES } from './stop-word-languages.js';
export { readUserConfig, type UserConfig, userConfigPath } from './user-config.js';
export { yamlSyntaxMessage, yamlValues } from './yaml-document.js';
