import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createDocsServer } from './create-docs-server.js';
import type { DocsSource } from './docs-source.js';

/**
 * Serves docs by MCP over two streams, a message a line; resolves when the client has gone.
 *
 * @param version told to clients
 */
export async function serveStdio(
  source: DocsSource,
  version: string,
  input: Readable,
  output: Writable,
): Promise<void> {
  return hostStdio(await createDocsServer(source, version), input, output);
}

/** Serves MCP over two streams, a message a line; resolves when the client has gone. */
export async function hostStdio(server: McpServer, input: Readable, output: Writable): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = () => resolve();
    input.once('end', () => void server.close());
    input.once('close', () => void server.close());
  });
  await server.connect(new StdioServerTransport(input, output));
  await closed;
}
