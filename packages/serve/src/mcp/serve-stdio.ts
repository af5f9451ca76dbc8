import { type Readable, Transform, type Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CancelledNotificationSchema,
  ErrorCode,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { createDocsServer } from './create-docs-server.js';
import type { DocsSource } from './docs-source.js';

const LINE_FEED = 0x0a;
/** As much of a line's ends as its id is looked for in, in bytes. */
const END_LENGTH = 200;
const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
const ID_AT_START = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}`);
const ID_AT_END = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** What is done with lines. */
interface LineChecks {
  /** Told the id of the request that a line left out contains, as JSON, where it is at either end of it. */
  onTooLong(id: string | undefined): void;
  /** Whether a line that is not too long is passed on. */
  accept(line: string): boolean;
}

/**
 * Passes on lines, and leaves out those that are too long: the protocol's own reader would close the connection.
 *
 * @param maxBytes of a line
 */
function limitedLines(maxBytes: number, { onTooLong, accept }: LineChecks): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  let start = '';
  let end = Buffer.alloc(0);
  const add = (part: Buffer): void => {
    if (length === 0) start = part.subarray(0, END_LENGTH).toString();
    length += part.length;
    if (length <= maxBytes) {
      parts.push(part);
      return;
    }
    end = Buffer.concat([end, ...parts, part]).subarray(-END_LENGTH);
    parts = [];
  };
  const finishLine = (lines: Transform): void => {
    if (length > maxBytes) onTooLong((ID_AT_START.exec(start) ?? ID_AT_END.exec(end.toString()))?.[1]);
    else if (length > 0) {
      const line = Buffer.concat(parts);
      if (accept(line.toString())) lines.push(line);
    }
    [parts, length, start, end] = [[], 0, '', Buffer.alloc(0)];
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0; from < chunk.length; ) {
        const found = chunk.indexOf(LINE_FEED, from);
        const to = found < 0 ? chunk.length : found + 1;
        add(chunk.subarray(from, to));
        if (found >= 0) finishLine(this);
        from = to;
      }
      done();
    },
    flush(done) {
      finishLine(this);
      done();
    },
  });
}

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
 * Serves MCP over two streams, a message a line; resolves when the input has ended and what it asked for is answered. A message
 * that is too long, is not JSON or is not a request of the protocol is answered with an error.
 */
export async function hostStdio(server: McpServer, input: Readable, output: Writable): Promise<void> {
  const unanswered = new Set<RequestId>();
  let isAtEnd = false;
  const closeIfDone = (): void => {
    if (isAtEnd && unanswered.size === 0) void server.close();
  };
  const lines = limitedLines(MAX_MESSAGE_BYTES, {
    onTooLong(id = 'null') {
      output.write(refusal(id, ErrorCode.InvalidRequest, `A message has at most ${MAX_MESSAGE_BYTES} bytes.`));
    },
    accept(line) {
      const message = parseJsonIfValid(line);
      const answer = answerToInvalid(line, message);
      if (answer !== undefined) output.write(answer);
      else if (isJSONRPCRequest(message)) unanswered.add(message.id);
      // A request that is cancelled has no answer.
      const cancelled = CancelledNotificationSchema.safeParse(message).data?.params.requestId;
      if (cancelled !== undefined) unanswered.delete(cancelled);
      return answer === undefined;
    },
  });
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = () => resolve();
    lines.once('end', () => {
      isAtEnd = true;
      closeIfDone();
    });
    input.once('close', () => lines.end());
    output.once('error', () => void server.close());
  });
  const transport = new StdioServerTransport(input.pipe(lines), output);
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    await send(message);
    if (!('method' in message) && message.id !== undefined) unanswered.delete(message.id);
    closeIfDone();
  };
  await server.connect(transport);
  await closed;
  input.unpipe(lines);
  input.pause();
}

/** The answer to a line that the protocol's own reader would leave without one; no answer for notifications. */
function answerToInvalid(line: string, message: unknown): string | undefined {
  if (message === undefined) {
    return line.trim() === '' ? undefined : refusal('null', ErrorCode.ParseError, 'The line is not JSON.');
  }
  if (JSONRPCMessageSchema.safeParse(message).success) return undefined;
  const id = isObject(message) ? message['id'] : undefined;
  const hasId = typeof id === 'string' || typeof id === 'number';
  const isNotification = isObject(message) && 'method' in message && !('id' in message);
  const isAnswer = isObject(message) && hasId && ('result' in message || 'error' in message);
  if (isNotification || isAnswer) return undefined;
  const remedy = 'It is not a request of JSON-RPC 2.0, whose params are an object.';
  return refusal(hasId ? JSON.stringify(id) : 'null', ErrorCode.InvalidRequest, remedy);
}

/** @param id as JSON */
function refusal(id: string, code: ErrorCode, message: string): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}\n`;
}
