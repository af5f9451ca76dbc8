import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** The least that a host of files does: no ranges, no tags, no compression. */
export function staticServer(directory: string): RequestListener {
  return (request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    readFile(join(directory, path)).then(
      (bytes) => {
        response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  };
}

/** Serves a folder as a site, whose addresses end with a slash; returns its own. */
export async function hostFolder(folder: string, onFinished: (close: () => void) => void): Promise<string> {
  const serve = staticServer(folder);
  const host = createServer((request, response) => {
    request.url = request.url!.replace(/\?.*/, '').replace(/\/$/, '/index.html');
    serve(request, response);
  });
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
  onFinished(() => {
    host.close();
    host.closeAllConnections();
  });
  return `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
}
