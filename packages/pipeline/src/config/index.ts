export type { ChunkingSettings, PathStrategy } from './chunking-schema.js';
export { currentDocsOf } from './current-docs.js';
export { type PagesRoot, pagesRootsOf } from './docs-roots.js';
export { configJsonSchema } from './json-schema.js';
export { lineOfKey, parseConfig } from './parse-config.js';
export { IMPORTED_PAGES, ownerAmong, type ResultsConfig, resultsRootOf } from './results-root.js';
export type { TopicmillConfig } from './schema.js';
