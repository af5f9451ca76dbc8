import { connect } from 'node:net';

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * Sends a request just as it is written, which clients that normalize paths and fields would not, and reads to the end of the
 * connection.
 */
export function rawRequest(
  port: number,
  { method = 'GET', target, fields = [] }: { method?: string; target: string; fields?: readonly string[] },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (bytes) => received.push(bytes));
    socket.once('error', reject);
    socket.once('end', () => resolve(parseAnswer(Buffer.concat(received))));
    const lines = [`${method} ${target} HTTP/1.1`, 'host: localhost', 'connection: close', ...fields, '', ''];
    socket.write(lines.join('\r\n'), 'utf8');
  });
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const [statusLine, ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const fields = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = bytes.subarray(headEnd + 4);
  const isChunked = fields.get('transfer-encoding') === 'chunked';
  return { status: Number(statusLine!.split(' ')[1]), fields, body: isChunked ? joinChunks(rest) : rest };
}

function joinChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) break;
    const byteLength = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (byteLength === 0) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + byteLength));
    at = lineEnd + 2 + byteLength + 2;
  }
  return Buffer.concat(parts);
}
