import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbedder, createTextGenerator } from '../../src/llm-infrastructure/index.js';
import { closedPort, startServer } from './loopback-server.js';
import { noPatience } from './patience.js';
import { float32Of, ollamaReaction, openAiReaction, unitVectorOf } from './protocols.js';

/** A name that only the proxy knows. */
const HOST = 'model.test';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A proxy that takes every name for this machine, and the places that it was asked for. */
async function startProxy(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(501).end());
  proxy.on('connect', ({ url = '' }, client) => {
    asked.push(url);
    const server = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    for (const socket of [server, client]) socket.on('error', () => socket.destroy());
    onTestFinished(() => void [server, client].map((socket) => socket.destroy()));
  });
  return { url: `http://127.0.0.1:${await listening(proxy)}`, asked };
}

function embedderOf(env: Record<string, string>) {
  return createEmbedder('ollama:m', noPatience(env).settings);
}

describe('a proxy', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('that %s names is asked for another host', async (name) => {
    const server = await startServer((request) => ollamaReaction(request, { name: 'm' }));
    const { url, asked } = await startProxy();
    const embedder = embedderOf({ OLLAMA_HOST: `http://${HOST}:${server.port}`, [name]: url });
    expect(await embedder.embed(['a'])).toEqual([float32Of('a')]);
    expect(asked).toEqual([`${HOST}:${server.port}`]);
  });

  it('takes requests for vectors of OpenAI, and for texts of both', async () => {
    const server = await startServer((request) =>
      request.path === '/v1/embeddings'
        ? openAiReaction(request, 'key')
        : request.path === '/api/chat'
          ? { json: { model: 'm', message: { role: 'assistant', content: 'b' }, done: true, done_reason: 'stop' } }
          : { json: { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'b' } }] } },
    );
    const { url, asked } = await startProxy();
    const address = `http://${HOST}:${server.port}`;
    const env = { OPENAI_BASE_URL: `${address}/v1`, OPENAI_API_KEY: 'key', OLLAMA_HOST: address, HTTP_PROXY: url };
    const settings = { ...noPatience(env).settings, trustedServers: () => [address] };
    expect(await createEmbedder('openai:m', settings).embed(['a'])).toEqual([float32Of('a')]);
    for (const model of ['openai:m', 'ollama:m']) {
      const { text } = await createTextGenerator(model, settings).generate(
        { system: 'a', user: 'a', temperature: 0 },
        'page 1',
      );
      expect(text).toBe('b');
    }
    expect(asked.length).toBeGreaterThan(0);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['this machine', { HTTP_PROXY: 'proxy' }],
    ['what NO_PROXY names', { HTTP_PROXY: 'proxy', NO_PROXY: 'example.org, 127.0.0.1' }],
    ['anything where NO_PROXY is *', { HTTP_PROXY: 'proxy', no_proxy: '*' }],
  ])('is not asked for %s', async (_, names: Record<string, string>) => {
    const server = await startServer((request) => ollamaReaction(request, { name: 'm' }));
    const { url, asked } = await startProxy();
    const embedder = embedderOf({ OLLAMA_HOST: server.url, ...names, HTTP_PROXY: url });
    expect(await embedder.embed(['a'])).toEqual([float32Of('a')]);
    expect(asked).toEqual([]);
  });

  it('that cannot be reached is an error with a code, and the server is not asked without it', async () => {
    const server = await startServer((request) => ollamaReaction(request, { name: 'm' }));
    const env = { OLLAMA_HOST: `http://${HOST}:${server.port}`, HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` };
    await expect(embedderOf(env).embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDER_UNREACHABLE' });
    expect(server.requests).toEqual([]);
  });
});

describe('a server with a certificate of a company', () => {
  /** Runs a process, since Node reads the file of certificates when it starts. */
  async function embedIn(model: string, env: Record<string, string>): Promise<string> {
    const code = `
      const { createEmbedder } = await import('@topicmill/embedding/llm-infrastructure');
      const trusted = [process.env.OPENAI_BASE_URL?.replace('/v1', '') ?? ''];
      const settings = { env: process.env, retryCount: 0, trustedServers: () => trusted };
      const done = await createEmbedder('${model}', settings).embed(['a']).catch((error) => error.code);
      console.log(JSON.stringify(Array.isArray(done) ? done.map((vector) => [...vector]) : done));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
      cwd: import.meta.dirname,
      env,
    });
    return stdout.trim();
  }

  it.each([
    ['ollama:m', (address: string) => ({ OLLAMA_HOST: address })],
    ['openai:m', (address: string) => ({ OPENAI_BASE_URL: `${address}/v1`, OPENAI_API_KEY: 'key' })],
  ])(
    'is known to %s by NODE_EXTRA_CA_CERTS, through a proxy and without, and unknown without it',
    async (model, at) => {
      const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const vector = unitVectorOf('a');
      const names = `subjectAltName=DNS:${HOST},DNS:localhost`;
      const request = [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=Company',
        '-addext',
      ];
      execFileSync('openssl', [...request, names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
      const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.end(JSON.stringify({ embeddings: [vector], data: [{ index: 0, embedding: vector }] }));
      });
      const port = await listening(server);
      const { url, asked } = await startProxy();
      const direct = at(`https://localhost:${port}`);
      const proxied = { ...at(`https://${HOST}:${port}`), HTTPS_PROXY: url };
      for (const env of [direct, proxied]) {
        expect(await embedIn(model, { ...env, NODE_EXTRA_CA_CERTS: cert })).toBe(JSON.stringify([[...float32Of('a')]]));
      }
      expect(await embedIn(model, direct)).toBe('"EMBEDDER_UNREACHABLE"');
      expect(new Set(asked)).toEqual(new Set([`${HOST}:${port}`]));
    },
  );
});
