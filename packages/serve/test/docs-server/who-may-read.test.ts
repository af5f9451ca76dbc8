import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type DocsServer, type DocsServerOptions, startDocsServer } from '../../src/docs-server/index.js';
import { SECRET, ServedFolder } from './served-folder.js';

const folder = new ServedFolder();
folder.add('private.md', SECRET);
afterAll(() => folder.remove());

let server: DocsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(more: Partial<DocsServerOptions> = {}): Promise<DocsServer> {
  const queryEmbedder = { model: 'test', embed: async () => Float32Array.of(1) };
  const { docsRoot, viewerRoot } = folder;
  server = await startDocsServer({ docsRoot, viewerRoot, queryEmbedder, ...more });
  return server;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Reads what comes at once: the stream of events never ends. */
function ask({ port }: DocsServer, path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = '';
      const finish = (): void => {
        resolve({ status: response.statusCode!, headers: response.headers, body });
        request.destroy();
      };
      response.on('data', (bytes: Buffer) => {
        body += bytes.toString();
        if (path.endsWith('events')) finish();
      });
      response.once('end', finish);
    });
    request.once('error', reject);
    request.end();
  });
}

const PATHS = [
  '/private.md',
  '/',
  '/_topicmill/viewer.js',
  '/_topicmill/events',
  '/_topicmill/query-vector?text=a',
  '/none.md',
];

const FOREIGN_NAMES = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example.localhost',
  'a.localhost',
  'localhost.',
  'xlocalhost',
  'localhost@evil.example',
  'evil.example@localhost',
  '127.0.0.1.nip.io',
  '127.0.0.2',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '0.0.0.0',
  '192.168.0.1',
  '[::ffff:127.0.0.1]',
  '[::2]',
  '::1',
  'localhost:x',
  'localhost:80:80',
  'localhost/evil.example',
  'локалхост',
  '',
  ' ',
];
const PORTS = ['', ':80', ':4180', ':65535'];

describe('asked for by another name', () => {
  const names = FOREIGN_NAMES.flatMap((name) => PORTS.map((port) => `${name}${port}`));
  it.each(PATHS)('%s is not told', async (path) => {
    const { port } = await start();
    expect(names.length * PATHS.length).toBeGreaterThan(500);
    for (const name of names) {
      const answer = await raw(port, `GET ${path} HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`);
      expect(answer, name).toMatch(/^HTTP\/1\.1 40[03] /);
      expect(answer, name).not.toContain(SECRET);
      expect(answer.toLowerCase(), name).not.toContain('access-control-allow-origin');
    }
  });

  it.each([
    ['no name', 'GET /private.md HTTP/1.0\r\n\r\n'],
    ['two names', 'GET /private.md HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n'],
    [
      'another in the target',
      'GET http://evil.example/private.md HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    ],
  ])('%s', async (_name, text) => {
    const { port } = await start();
    const answer = await raw(port, text);
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(answer).not.toContain(SECRET);
  });
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    socket.write(text);
  });
}

it.each(['localhost', 'LocalHost:4180', '127.0.0.1', '[::1]', '127.0.0.1:1'])(
  'asked for as %s, it answers',
  async (host) => {
    expect(await ask(await start(), '/private.md', { host })).toMatchObject({ status: 200, body: SECRET });
  },
);

describe('at all addresses', () => {
  it.each(['192.168.0.7:4180', '[fe80::1]:4180', 'localhost'])('%s is answered', async (host) => {
    expect((await ask(await start({ host: '0.0.0.0' }), '/private.md', { host })).status).toBe(200);
  });
  it.each(['evil.example', '192.168.0.7.nip.io', '1.evil'])('%s is not', async (host) => {
    expect((await ask(await start({ host: '0.0.0.0' }), '/private.md', { host })).status).toBe(403);
  });
});

const FOREIGN_ORIGINS = [
  'http://evil.example',
  'https://localhost.evil.example',
  'http://localhost',
  'http://localhost:1',
  'https://127.0.0.1',
  'null',
  'file://',
  'chrome-extension://abc',
  'http://docs.example.com',
  'https://docs.example.com.evil.example',
  'https://docs.example.com:444',
];

describe.each(PATHS)('%s', (path) => {
  it('is not told to pages of other origins', async () => {
    const running = await start();
    for (const origin of FOREIGN_ORIGINS) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const { status, headers, body } = await ask(running, path, { origin }, method);
        expect([origin, method, status]).toEqual([origin, method, 403]);
        expect(headers['access-control-allow-origin']).toBeUndefined();
        expect(body).not.toContain(SECRET);
      }
    }
  });

  it.each([undefined, 'https://docs.example.com'])('is not embedded by pages of sites other than %s', async (cors) => {
    const running = await start(cors === undefined ? {} : { cors });
    for (const site of ['cross-site', 'same-site']) {
      for (const [mode, dest] of [
        ['no-cors', 'image'],
        ['no-cors', 'script'],
        ['cors', 'empty'],
        ['navigate', 'iframe'],
      ]) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode!, 'sec-fetch-dest': dest! };
        expect((await ask(running, path, headers)).status).toBe(403);
      }
    }
  });

  it('is told to its own pages, whose origin is no other’s', async () => {
    const running = await start();
    const host = `localhost:${running.port}`;
    const { status, headers } = await ask(running, path, { host, origin: `http://${host}` });
    expect(status).toBe(path === '/none.md' ? 404 : 200);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it.each(['https://docs.example.com', '*'])('is told to pages of %s if it was said so', async (cors) => {
    const running = await start({ cors });
    const answer = await ask(running, path, { origin: 'https://docs.example.com' });
    expect(answer.status).toBe(path === '/none.md' ? 404 : 200);
    expect(answer.headers['access-control-allow-origin']).toBe(cors);
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await ask(running, path, { origin: 'http://evil.example' })).status === 403).toBe(cors !== '*');
    const preflight = await ask(running, path, { origin: 'https://docs.example.com' }, 'OPTIONS');
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-methods': 'GET, HEAD, OPTIONS' } });
  });
});

it('a link that a person follows from another site is answered', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await ask(await start(), '/', headers)).status).toBe(200);
});
