import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
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
