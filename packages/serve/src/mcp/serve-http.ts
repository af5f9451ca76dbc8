import { createDocsServer } from './create-docs-server.js';
import type { DocsSource } from './docs-source.js';
import { type HttpServer, hostHttp, type SharedAccess } from './host-http.js';

export interface HttpServerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  /** Told to clients. */
  readonly version: string;
  /** Left out, programs of this machine alone are answered. */
  readonly shared?: SharedAccess | undefined;
}

/** Bytes of a request for docs; it carries queries and ids. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Serves docs by MCP as `hostHttp` does.
 *
 * @throws TopicmillError as `hostHttp`
 */
export function serveHttp(source: DocsSource, { port, version, shared }: HttpServerOptions): Promise<HttpServer> {
  const createServer = () => createDocsServer(source, version);
  return hostHttp({ createServer, port, maxBodyBytes: MAX_BODY_BYTES, shared, right: 'read' });
}
