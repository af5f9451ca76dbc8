export type { QueryEmbedder } from './answer-request.js';
export type { ServedSearch } from './answer-search.js';
export { type DocsServer, type DocsServerOptions, startDocsServer } from './start-docs-server.js';
