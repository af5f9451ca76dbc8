import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pagefind, PagefindIndex } from './peers.js';

const KEEP_ALIVE_MS = 600_000;

/** The part of Pagefind's client that is used. */
export interface PagefindClient {
  options(options: { basePath: string }): Promise<unknown>;
  search(
    query: string,
    options?: { filters: { topic: string } },
  ): Promise<{ results: { score: number; data(): Promise<{ raw_url?: string; url: string }> }[] }>;
}

/**
 * Makes indexes of Pagefind and serves them, since its client loads them over HTTP.
 *
 * @param fill adds what each index contains, by its name
 * @returns a client of each index, and what ends the server and removes the files
 */
export async function servedPagefind<Name extends string>(
  pagefind: Pagefind,
  fill: Readonly<Record<Name, (index: PagefindIndex) => Promise<void>>>,
): Promise<{ readonly clients: Readonly<Record<Name, PagefindClient>>; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'pagefind-'));
  const names = Object.keys(fill) as Name[];
  for (const name of names) {
    const { index } = await pagefind.createIndex({});
    await fill[name](index);
    await index.writeFiles({ outputPath: join(folder, name) });
    writeFileSync(join(folder, name, 'package.json'), '{"type":"module"}');
  }
  await pagefind.close();
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url!, 'http://localhost').pathname);
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end();
  });
  // Longer than any pause between two questions: a connection that ends while it is taken up again fails the request.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const open = async (name: Name): Promise<readonly [Name, PagefindClient]> => {
    const client = (await import(pathToFileURL(join(folder, name, 'pagefind.js')).href)) as PagefindClient;
    await client.options({ basePath: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}/` });
    return [name, client];
  };
  return {
    clients: Object.fromEntries(await Promise.all(names.map(open))) as Record<Name, PagefindClient>,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
