import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchLoader, memoryLoader, openDocs } from '../../src/retrieval/index.js';
import { publishedDocs, SOURCE } from './published-docs.js';

const TOPIC = 'drinks & more/tea';
const docs = openDocs(memoryLoader(publishedDocs()));
const indices = (items: readonly { readonly index: number }[]) => items.map(({ index }) => index);

describe('openDocs', () => {
  it('finds every topic that has chunks', async () => {
    expect(await docs.topicIds()).toEqual([TOPIC]);
  });

  it.each([undefined, '/docs/', 'https://example.org/docs'])(
    'reads chunk files by their hrefs below %s',
    async (baseHref) => {
      const published = openDocs(memoryLoader(publishedDocs(baseHref === undefined ? {} : { baseHref })));
      expect(await published.readChunk(TOPIC, 3)).toBe('Part 3\n');
    },
  );

  it('keeps 64-bit hashes whole', async () => {
    const [first] = await docs.chunks(TOPIC);
    expect(first!.prompt_hashes).toEqual([2n ** 64n - 1n]);
  });

  it('reads a chunk as it is in its source', async () => {
    expect(await docs.readSourceSpan(TOPIC, 0)).toBe('# Tëa\n\nGreen and black.\n\n');
    expect((await docs.readSourceSpan(TOPIC, 0)) + (await docs.readSourceSpan(TOPIC, 1))).toBe(SOURCE);
  });

  it('filters by kind and keyword', async () => {
    expect(indices(await docs.chunks(TOPIC, { kind: 'code' }))).toEqual([1, 3, 5, 7]);
    expect(indices(await docs.chunks(TOPIC, { keyword: 'cup', kind: 'prose' }))).toEqual([]);
  });

  it('filters by a keyword in singular and plural', async () => {
    const items = await docs.chunks(TOPIC);
    const holders = indices(items.filter(({ keywords }) => keywords.some(({ name }) => name === 'cup')));
    expect(holders).not.toEqual([]);
    for (const keyword of ['cup', 'cups']) expect(indices(await docs.chunks(TOPIC, { keyword }))).toEqual(holders);
    expect(await docs.chunks(TOPIC, { keyword: 'saucer' })).toEqual([]);
  });

  it.each(['see', 'available', 'best-known'])('says that no chunk can have the keyword %s', async (keyword) => {
    const refusal = { code: 'INVALID_OPTION', message: expect.stringContaining('general word') };
    await expect(docs.chunks(TOPIC, { keyword })).rejects.toMatchObject(refusal);
    await expect(docs.takeStripe(TOPIC, { order: 'conceptual', filter: { keyword } })).rejects.toMatchObject(refusal);
  });

  it('searches', async () => {
    expect((await docs.search('green tea')).results[0]!.topic).toBe(TOPIC);
  });

  it('says what is not there', async () => {
    await expect(docs.chunks('drinks & more')).rejects.toMatchObject({ code: 'TOPIC_UNKNOWN' });
    await expect(docs.readChunk(TOPIC, 9)).rejects.toMatchObject({ code: 'TOPIC_UNKNOWN' });
    await expect(docs.index('coffee')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});

describe('matchPrompts', () => {
  it('finds nothing for a query in other words, and everything within 64 bits', async () => {
    expect(await docs.matchPrompts(TOPIC, 'Something else entirely', 5)).toEqual([]);
    const [match] = await docs.matchPrompts(TOPIC, 'Something else entirely', 64);
    expect(match!.item.index).toBe(0);
  });
});

describe('takeStripe', () => {
  it('gives the first chunks of an order, without the baseline', async () => {
    expect(indices(await docs.takeStripe(TOPIC, { order: 'conceptual', count: 3 }))).toEqual([1, 4, 7]);
    expect(indices(await docs.takeStripe(TOPIC, { order: 'conceptual' }))).toEqual([1, 4, 7, 2, 5, 8, 3, 6]);
    expect(indices(await docs.takeStripe(TOPIC, { order: 'technical', count: 3 }))).toEqual([8, 5, 2]);
  });

  it('ends before the first chunk that does not fit the tokens', async () => {
    expect(indices(await docs.takeStripe(TOPIC, { order: 'conceptual', maxTokens: 500 }))).toEqual([1, 4]);
    expect(indices(await docs.takeStripe(TOPIC, { order: 'conceptual', maxTokens: 499 }))).toEqual([1]);
    expect(indices(await docs.takeStripe(TOPIC, { order: 'conceptual', maxTokens: 99 }))).toEqual([]);
  });

  it('counts only what passes the filter', async () => {
    const request = { order: 'conceptual', count: 3, filter: { kind: 'prose' } } as const;
    expect(indices(await docs.takeStripe(TOPIC, request))).toEqual([4, 2, 8]);
  });
});

describe('fetchLoader', () => {
  const files = publishedDocs();
  const requests: (string | undefined)[] = [];
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.headers.range);
      const url = new URL(request.url!, 'http://localhost');
      const bytes = files.get(decodeURIComponent(url.pathname.replace(/^\/(?:docs|whole)\//, '')));
      const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (bytes === undefined) response.writeHead(404).end();
      else if (start === undefined || url.pathname.startsWith('/whole/')) response.writeHead(200).end(bytes);
      else response.writeHead(206).end(bytes.subarray(Number(start), Number(last) + 1));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  it.each(['docs', 'whole/'])('reads files and ranges from a server (%s)', async (folder) => {
    const remote = openDocs(fetchLoader(`${address}/${folder}`, fetch));
    requests.length = 0;
    expect(await remote.readSourceSpan(TOPIC, 1)).toBe(SOURCE.slice(25));
    expect(requests).toEqual([undefined, 'bytes=26-52']);
    expect((await remote.search('black tea')).results[0]!.topic).toBe(TOPIC);
  });

  it('tells of a file that is not there and a server that is away', async () => {
    const missing = openDocs(fetchLoader(`${address}/docs`, fetch));
    await expect(missing.index('coffee')).rejects.toMatchObject({
      code: 'DOCS_UNREACHABLE',
      file: `${address}/docs/coffee/index.json`,
    });
    const away = openDocs(fetchLoader('http://127.0.0.1:9/', fetch));
    await expect(away.topicIds()).rejects.toMatchObject({ code: 'DOCS_UNREACHABLE' });
  });
});
