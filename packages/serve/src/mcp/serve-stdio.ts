import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { isObject, parseJsonIfValid } from '@topicmill/base/json';
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
 * Serves MCP over two streams, a message a line; resolves when the client has gone. A message that is too long, or a request
 * that is not one of the protocol, is answered with an error.
 */
export async function hostStdio(server: McpServer, input: Readable, output: Writable): Promise<void> {
  const lines = limitedLines(MAX_MESSAGE_BYTES, {
    onTooLong(id) {
      if (id !== undefined) output.write(refusal(id, `A message has at most ${MAX_MESSAGE_BYTES} bytes.`));
    },
    accept(line) {
      const id = invalidRequest(line);
      if (id !== undefined)
        output.write(refusal(id, 'It is not a request of JSON-RPC 2.0, whose params are an object.'));
      return id === undefined;
    },
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

/** The id, as JSON, of a request that the protocol's own reader would leave without an answer. */
function invalidRequest(line: string): string | undefined {
  const message = parseJsonIfValid(line);
  if (!isObject(message) || !('method' in message)) return undefined;
  const { id } = message;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  return JSONRPCMessageSchema.safeParse(message).success ? undefined : JSON.stringify(id);
}

/** @param id as JSON */
function refusal(id: string, message: string): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code: ErrorCode.InvalidRequest, message })}}\n`;
}
