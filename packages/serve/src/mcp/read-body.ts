import type { IncomingMessage } from 'node:http';

/** The text of a request; `undefined` when it is too long. */
export async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let byteCount = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    byteCount += part.length;
    if (byteCount <= maxBodyBytes) parts.push(part);
  }
  return byteCount > maxBodyBytes ? undefined : Buffer.concat(parts).toString('utf8');
}
