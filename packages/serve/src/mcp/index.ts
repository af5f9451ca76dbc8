export { createDocsServer } from './create-docs-server.js';
export type { DocsSource, OpenedDocs, QuestionDesk } from './docs-source.js';
export { type HttpHosting, type HttpServer, hostHttp, type SharedAccess } from './host-http.js';
export { type HttpServerOptions, serveHttp } from './serve-http.js';
export { hostStdio, serveStdio } from './serve-stdio.js';
export { sharedAccess } from './shared-access.js';
export { toolInput } from './tool-input.js';
export { describeFaults, type ToolAnswer, toolResult } from './tool-result.js';
