export { createDocsServer } from './create-docs-server.js';
export type { DocsSource, OpenedDocs, QuestionDesk } from './docs-source.js';
export { type HttpServer, hostHttp } from './host-http.js';
export { serveHttp } from './serve-http.js';
export { hostStdio, serveStdio } from './serve-stdio.js';
export { sharedAccess } from './shared-access.js';
export { toolInput } from './tool-input.js';
export { describeFaults, type ToolAnswer, toolResult } from './tool-result.js';
