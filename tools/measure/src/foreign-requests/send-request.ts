import { connect } from 'node:net';

const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
/** A stream of events never ends; what it begins with is there at once. */
const MAX_WAIT_MS = 5000;
const EVENTS_BEGUN = /\r\n\r\n[\s\S]*event: state/;

/**
 * Sends a request just as it is written, which clients that normalize hosts and paths would not.
 *
 * @returns head and body of the answer; empty when the connection was cut without one
 */
export function sendRequest(
  port: number,
  { method, target, fields }: { readonly method: string; readonly target: string; readonly fields: readonly string[] },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(MAX_WAIT_MS, () => socket.destroy());
    socket.on('data', (bytes) => {
      answer += bytes.toString();
      if (EVENTS_BEGUN.test(answer)) socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    const body = method === 'POST' ? BODY : '';
    const bodyFields =
      body === ''
        ? []
        : [
            'content-type: application/json',
            'accept: application/json, text/event-stream',
            `content-length: ${body.length}`,
          ];
    const lines = [`${method} ${target} HTTP/1.1`, ...fields, ...bodyFields, 'connection: close', '', body];
    socket.write(lines.join('\r\n'), 'utf8');
  });
}
