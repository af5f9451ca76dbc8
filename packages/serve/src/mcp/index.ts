export { createDocsServer } from './create-docs-server.js';
export type { DocsSource, OpenedDocs, QuestionDesk } from './docs-source.js';
export { type HttpServer, hostHttp, serveHttp, sharedAccess } from './host-http.js';
export { hostStdio, serveStdio } from './serve-stdio.js';
export { describeFaults, type ToolAnswer, toolInput, toolResult } from './tool-protocol.js';
