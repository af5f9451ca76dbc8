export { createDocsServer } from './create-docs-server.js';
export type { DocsSource, OpenedDocs, QuestionDesk } from './docs-source.js';
export { type HttpHosting, type HttpServer, type HttpServerOptions, hostHttp, serveHttp } from './serve-http.js';
export { hostStdio, serveStdio } from './serve-stdio.js';
export { toolInput } from './tool-input.js';
