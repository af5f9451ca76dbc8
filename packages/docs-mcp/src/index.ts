export { createDocsServer, type DocsSource, type OpenedDocs } from './create-docs-server.js';
export { type HttpServer, type HttpServerOptions, serveHttp } from './serve-http.js';
export { serveStdio } from './serve-stdio.js';
