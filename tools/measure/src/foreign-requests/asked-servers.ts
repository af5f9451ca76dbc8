import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memoryLoader, openDocs } from '@topicmill/search/retrieval';
import { startDocsServer } from '@topicmill/serve/docs-server';
import { serveHttp } from '@topicmill/serve/mcp';
import type { AskedServer } from './foreign-request.js';

/** Marks in private docs, in files next to them, and in files hidden in them. */
export const MARKS = { docs: 'what only the author may read', outside: 'what nobody is served' } as const;

const ALLOWED_ORIGIN = 'https://docs.example.com';
const TARGETS = ['/private.md', '/', '/_topicmill/events', '/_topicmill/query-vector?text=a', '/folder/private.md'];

/** Servers on the loopback interface, by the command that starts one like it. */
export interface AskedServers {
  readonly servers: ReadonlyMap<string, AskedServer>;
  /** Paths of files that no server shows: from the root of the file system, and from the folder above the docs root. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

/** Starts the servers over a docs root in a temporary folder; the caller closes them. */
export async function startAskedServers(): Promise<AskedServers> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-requests-'));
  const docsRoot = writeDocs(directory);
  const queryEmbedder = { model: 'test', embed: async () => Float32Array.of(1) };
  const serve = await startDocsServer({ docsRoot, queryEmbedder });
  const shared = await startDocsServer({ docsRoot, queryEmbedder, cors: ALLOWED_ORIGIN });
  const docs = openDocs(memoryLoader(new Map()));
  const mcp = await serveHttp({ open: async () => ({ docs }) }, { port: 0, version: '0.1.0' });
  const http = { method: 'GET', targets: TARGETS, takesLocalPages: false } as const;
  return {
    servers: new Map<string, AskedServer>([
      ['serve', { ...http, port: serve.port }],
      ['serve --cors <origin>', { ...http, port: shared.port, cors: ALLOWED_ORIGIN }],
      ['mcp --http', { method: 'POST', targets: ['/mcp'], port: Number(new URL(mcp.url).port), takesLocalPages: true }],
    ]),
    secrets: [`${directory.slice(1)}/outside/secret.txt`, 'outside/secret.txt', 'docs-beside/secret.txt', 'etc/passwd'],
    async close() {
      await Promise.all([serve.close(), shared.close(), mcp.close()]);
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function writeDocs(directory: string): string {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  write('docs/private.md', MARKS.docs);
  write('docs/folder/private.md', MARKS.docs);
  write('docs/.hidden', MARKS.outside);
  write('docs/folder/.git/config', MARKS.outside);
  write('outside/secret.txt', MARKS.outside);
  write('docs-beside/secret.txt', MARKS.outside);
  symlinkSync('../outside', join(directory, 'docs/link'));
  symlinkSync('../../outside/secret.txt', join(directory, 'docs/folder/link'));
  return join(directory, 'docs');
}
