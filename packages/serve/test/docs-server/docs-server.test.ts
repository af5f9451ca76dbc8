import { symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type DocsServer,
  type DocsServerOptions,
  type QueryEmbedder,
  startDocsServer,
} from '../../src/docs-server/index.js';
import { ServedFolder } from './served-folder.js';

let folder: ServedFolder;
let servers: DocsServer[];

beforeEach(() => {
  folder = new ServedFolder();
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  folder.remove();
});

async function start(more: Partial<DocsServerOptions> = {}): Promise<DocsServer> {
  const server = await startDocsServer({ docsRoot: folder.docsRoot, viewerRoot: folder.viewerRoot, ...more });
  servers.push(server);
  return server;
}

describe('the viewer', () => {
  it('is the answer at the root, and may load nothing from elsewhere', async () => {
    const { url } = await start();
    const answer = await fetch(url);
    expect(await answer.text()).toContain('<title>Viewer</title>');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await (await fetch(`${url}_topicmill/viewer.js`)).text()).toBe('run();');
  });

  it('does not hide an index.html of the docs', async () => {
    folder.add('index.html', 'mine');
    const { url } = await start();
    expect(await (await fetch(`${url}index.html`)).text()).toBe('mine');
  });
});

describe('documents that could contain scripts', () => {
  it.each(['page.html', 'picture.svg'])('%s runs none in the origin of the viewer', async (path) => {
    const { url } = await start();
    const policy = (await fetch(url + path)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox');
  });
});

describe('a file of a search index', () => {
  it('is compressed as a whole, though it is binary, and never in parts', async () => {
    const terms = 'terms '.repeat(1000);
    folder.add('_search/fedcba9876543210.bin', terms);
    const { url } = await start();
    const address = `${url}_search/fedcba9876543210.bin`;
    const whole = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    expect(whole.headers.get('content-encoding')).toBe('br');
    expect(await whole.text()).toBe(terms);
    const part = await fetch(address, { headers: { range: 'bytes=6-10' } });
    expect([part.status, part.headers.get('content-encoding'), await part.text()]).toEqual([206, null, 'terms']);
    expect((await fetch(`${url}large.bin`)).headers.get('content-encoding')).toBeNull();
  });
});

describe('a file that changes', () => {
  it('is answered as it is now, under a new tag', async () => {
    const { url } = await start();
    const before = await fetch(`${url}page.md`);
    folder.add('page.md', 'Other words.'.repeat(100));
    const after = await fetch(`${url}page.md`, { headers: { 'if-none-match': before.headers.get('etag')! } });
    expect(after.status).toBe(200);
    expect(await after.text()).toBe('Other words.'.repeat(100));
  });

  it('is distinguished even when it is large, of the same length and changed at once', async () => {
    const { url } = await start();
    const tags = new Set<string>();
    for (let round = 0; round < 5; round++) {
      folder.add('large.bin', Buffer.alloc(1024 * 1024 + 1, round));
      tags.add((await fetch(`${url}large.bin`, { method: 'HEAD' })).headers.get('etag')!);
    }
    expect(tags.size).toBe(5);
  });
});

describe('the vector of a query', () => {
  const queryEmbedder: QueryEmbedder = {
    model: 'm',
    embed: async (text) => (text === 'unknown' ? undefined : new Float32Array([0.5, text.length])),
  };

  it('is given to the viewer', async () => {
    const { url } = await start({ queryEmbedder });
    const ask = async (text: string) =>
      (await fetch(`${url}_topicmill/query-vector?text=${encodeURIComponent(text)}`)).json();
    expect(await ask('a & b')).toEqual({ model: 'm', vector: [0.5, 5] });
    expect(await ask('unknown')).toEqual({ model: 'm', vector: null });
  });

  it('is not given to pages of other sites, nor for too much; nothing has none', async () => {
    const { url } = await start({ queryEmbedder });
    const status = async (query: string, site: string) =>
      (await fetch(`${url}_topicmill/query-vector${query}`, { headers: { 'sec-fetch-site': site } })).status;
    expect(await status('?text=a', 'cross-site')).toBe(403);
    expect(await status('?text=a', 'same-site')).toBe(403);
    expect(await status('?text=a', 'same-origin')).toBe(200);
    expect(await status('', 'none')).toBe(200);
    expect(await status(`?text=${'a'.repeat(2001)}`, 'none')).toBe(400);
  });

  it('is not known without an embedder, and a fault of the embedder is a 500 that the owner hears of', async () => {
    const { url } = await start();
    expect((await fetch(`${url}_topicmill/query-vector?text=a`)).status).toBe(501);
    const errors: unknown[] = [];
    const failing = await start({
      queryEmbedder: { model: 'm', embed: () => Promise.reject(new Error('down')) },
      onError: (error) => errors.push(error),
    });
    expect((await fetch(`${failing.url}_topicmill/query-vector?text=a`)).status).toBe(500);
    expect(errors).toEqual([new Error('down')]);
  });
});

describe('a search', () => {
  const answer = {
    mode: 'hybrid',
    results: [],
    byMeaningOnly: false,
    lowConfidence: false,
    missingWords: [],
    corrections: [],
  } as const;
  const facts = { topicCount: 1, chunkCount: 2, model: 'm', editions: { current: { versions: [] }, runs: [] } };
  const search = {
    async answer(query: string, options: object) {
      if (query === 'wrong') throw new TopicmillError('INVALID_OPTION', 'No.', { remedy: 'Ask otherwise.' });
      return { ...answer, missingWords: [query, JSON.stringify(options)], topicCount: 1, chunkCount: 2 };
    },
    facts: async () => facts,
  };

  it('is answered with its options, and nothing is asked for too much', async () => {
    const { url } = await start({ search });
    const ask = async (parameters: string) => {
      const response = await fetch(`${url}_topicmill/search?${parameters}`);
      return [response.status, await response.json()];
    };
    const asked = (...words: string[]) => ({ ...answer, missingWords: words, topicCount: 1, chunkCount: 2 });
    expect(await ask('query=a%20%26%20b&limit=3&kind=code')).toEqual([
      200,
      asked('a & b', '{"kind":"code","limit":3}'),
    ]);
    expect(await ask('')).toEqual([200, asked('', '{}')]);
    expect(await ask('query=wrong')).toEqual([
      400,
      { code: 'INVALID_OPTION', message: 'No.', remedy: 'Ask otherwise.' },
    ]);
    expect(await ask(`query=${'a'.repeat(2001)}`)).toMatchObject([400, { code: 'INVALID_OPTION' }]);
  });

  it('tells clients beforehand what is searched in', async () => {
    const { url } = await start({ search });
    expect(await (await fetch(`${url}_topicmill/search-index`)).json()).toEqual(facts);
    expect((await fetch(`${(await start()).url}_topicmill/search-index`)).status).toBe(501);
  });

  it('is not given to pages of other sites, nor by a server that cannot', async () => {
    const { url } = await start({ search });
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await fetch(`${url}_topicmill/search?query=a`, { headers })).status).toBe(403);
    expect((await fetch(`${(await start()).url}_topicmill/search?query=a`)).status).toBe(501);
  });
});

describe('events', () => {
  it('tell every listener what changed, and end with the server', async () => {
    const server = await start();
    const listeners = await Promise.all([1, 2].map(() => fetch(`${server.url}_topicmill/events`)));
    expect(listeners[0]!.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const texts = listeners.map((listener) => listener.text());
    server.notifyChange(['a/index.json', 'b "c"/x.md']);
    await server.close();
    const withoutId = (await Promise.all(texts)).map((text) => text.replaceAll(/"[0-9a-f]{8}\./g, '"id.'));
    const expected = [
      'retry: 1000',
      'event: state\ndata: {"version":"id.0","findings":[]}',
      'event: change\ndata: {"version":"id.1","paths":["a/index.json","b \\"c\\"/x.md"]}',
      '',
    ].join('\n\n');
    expect(withoutId).toEqual([expected, expected]);
  });
});

describe('the end of the server', () => {
  it('waits for answers that have begun, and frees the port', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024, 'x');
    folder.add('very-large.bin', large);
    const server = await start();
    const answer = await fetch(`${server.url}very-large.bin`);
    // On a busy machine the answer takes longer than a server that ends would wait.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = server.close();
    expect((await answer.arrayBuffer()).byteLength).toBe(large.length);
    await closed;
    await expect(fetch(server.url)).rejects.toThrow();
    const next = createServer();
    await new Promise<void>((listening) => next.listen(server.port, '127.0.0.1', listening));
    await new Promise((ended) => next.close(ended));
  });

  it('does not wait for connections on which nothing is asked', async () => {
    const server = await start();
    const idle = connect(server.port, '127.0.0.1');
    await new Promise((connected) => idle.once('connect', connected));
    idle.write('GET /letters.txt HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await new Promise((answered) => idle.once('data', answered));
    const ended = new Promise((end) => idle.once('close', end));
    idle.resume();
    await server.close();
    await ended;
  });
});

describe('what cannot be served', () => {
  it.each(['missing', 'letters.txt'])('a docs root "%s" that is not a folder is refused', async (path) => {
    await expect(startDocsServer({ docsRoot: join(folder.docsRoot, path) })).rejects.toMatchObject({
      code: 'DOCS_ROOT_MISSING',
    });
  });

  it('a port that is taken is refused', async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toMatchObject({ code: 'SERVER_CANNOT_LISTEN' });
  });

  it('a docs root that is a link is served by its own place', async () => {
    const link = join(folder.directory, 'link');
    symlinkSync(folder.docsRoot, link);
    const { url } = await start({ docsRoot: link });
    expect((await fetch(`${url}letters.txt`)).status).toBe(200);
    writeFileSync(join(folder.docsRoot, 'new.txt'), 'new');
    expect(await (await fetch(`${url}new.txt`)).text()).toBe('new');
  });
});
