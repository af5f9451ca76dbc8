import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const RANGE = /^bytes=(\d+)-(\d+)$/;

/** What a host serves besides files. */
interface HostOptions {
  /** Put before the end of the head and of the body of each page. */
  readonly tags: readonly [head: string, body: string];
  /** By path: what is answered to the body of a request, as JSON. */
  readonly answers: Readonly<Record<string, (body: string) => object>>;
}

/** What is between a reader and the host, on the way of all answers. */
export interface Line {
  readonly latencyMs: number;
  /** Of all answers together. */
  readonly bytesPerSecond: number;
}

/** What was asked for, and the bytes of the answer's body. */
interface ServedFile {
  readonly path: string;
  readonly byteCount: number;
}

/** A site that is being served. */
export interface HostedSite {
  /** With a slash at the end. */
  readonly url: string;
  /** Since it was emptied. */
  readonly served: ServedFile[];
  line: Line;
  close(): void;
}

/** No slower than this machine is. */
export const NO_LINE: Line = { latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };

/**
 * Serves a folder as hosts of static files do: compressed where that helps, with ranges. The line is made here and not by the
 * browser, which does not slow down what its workers load.
 */
export async function hostSite(folder: string, options: HostOptions): Promise<HostedSite> {
  const compressed = new Map<string, Buffer>();
  let lineFreeAt = 0;
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const site: HostedSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    served: [],
    line: NO_LINE,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return site;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const answer = options.answers[path];
    if (answer !== undefined) {
      const json = JSON.stringify(answer(await text(request)));
      response.setHeader('content-encoding', 'gzip');
      return send(path, response, { type: TYPES['.json']!, body: gzipSync(json) });
    }
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const type = TYPES[extname(file)];
    const bytes = withTags(file, await readFile(join(folder, file)), options.tags);
    const range = RANGE.exec(request.headers.range ?? '');
    let body = bytes;
    if (range !== null) {
      body = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
      response.statusCode = 206;
      response.setHeader('content-range', `bytes ${range[1]}-${Number(range[1]) + body.length - 1}/${bytes.length}`);
    } else if (type !== undefined) {
      body = compressed.get(file) ?? gzipSync(bytes);
      compressed.set(file, body);
      response.setHeader('content-encoding', 'gzip');
    }
    await send(path, response, { type: type ?? 'application/octet-stream', body });
  }

  async function send(path: string, response: ServerResponse, { type, body }: Answer): Promise<void> {
    site.served.push({ path, byteCount: body.length });
    const { latencyMs, bytesPerSecond } = site.line;
    const now = performance.now();
    lineFreeAt = Math.max(lineFreeAt, now + latencyMs) + (1000 * body.length) / bytesPerSecond;
    if (lineFreeAt > now) await new Promise((arrived) => setTimeout(arrived, lineFreeAt - now));
    response.setHeader('content-type', type).end(body);
  }
}

interface Answer {
  readonly type: string;
  readonly body: Buffer;
}

function withTags(file: string, bytes: Buffer, [head, body]: HostOptions['tags']): Buffer {
  if (extname(file) !== '.html' || head + body === '') return bytes;
  return Buffer.from(
    bytes
      .toString()
      .replace('</head>', () => `${head}</head>`)
      .replace('</body>', () => `${body}</body>`),
  );
}
