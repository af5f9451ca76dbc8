import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { createDocsServer } from './create-docs-server.js';
import type { DocsSource } from './docs-source.js';
import { limitedLines } from './limited-lines.js';

/** Below what the SDK reads before it closes the connection, 10 MiB. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

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

/**
 * Serves MCP over two streams, a message a line; resolves when the client has gone. A message that is too long is answered
 * with an error.
 */
export async function hostStdio(server: McpServer, input: Readable, output: Writable): Promise<void> {
  const lines = limitedLines(MAX_MESSAGE_BYTES, (id) => {
    if (id !== undefined) output.write(tooLong(id));
  });
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = () => resolve();
    lines.once('end', () => void server.close());
    input.once('close', () => lines.end());
  });
  await server.connect(new StdioServerTransport(input.pipe(lines), output));
  await closed;
  input.unpipe(lines);
  input.pause();
}

function tooLong(id: string): string {
  const message = `A message has at most ${MAX_MESSAGE_BYTES} bytes.`;
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code: ErrorCode.InvalidRequest, message })}}\n`;
}
