export { createDocsServer } from './create-docs-server.js';
export type { DocsSource, OpenedDocs } from './docs-source.js';
export { type HttpServer, type HttpServerOptions, serveHttp } from './serve-http.js';
export { serveStdio } from './serve-stdio.js';
