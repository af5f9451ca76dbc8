import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { main } from '../src/main.js';

let server: Server;
let address: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    if (request.url!.startsWith('/gone/')) response.writeHead(404).end();
    else response.end('another file');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

interface Got {
  readonly code: number;
  readonly err: string;
  readonly files: readonly string[];
}

async function get(...args: readonly string[]): Promise<Got> {
  return getIn({}, ...args);
}

async function getIn(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Got> {
  const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
  let err = '';
  const io = {
    stdout: { write: () => {} },
    stderr: { write: (text: string) => (err += text) },
    cwd: folder,
    env: { TOPICMILL_ENCODER: join(folder, 'encoder'), ...env },
  };
  const code = await main(['encoder', ...args], io as never);
  return { code, err, files: readdirSync(folder) };
}

it('refuses other files than those that are published, and writes nothing', async () => {
  const { code, err, files } = await get('--from', `${address}/mirror/`);
  expect(code).not.toBe(0);
  expect(err).toContain('ENCODER_INVALID');
  expect(files).toEqual([]);
  expect(asked).toContain('/mirror/onnx/model_quantized.onnx');
});

it('asks the mirror that the environment names', async () => {
  const { err } = await getIn({ HF_ENDPOINT: `${address}/hub/` });
  expect(err).toContain('ENCODER_INVALID');
  expect(asked.at(-1)).toBe('/hub/Xenova/all-MiniLM-L6-v2/resolve/main/onnx/model_quantized.onnx');
});

it('is fetched through the proxy that the environment names', async () => {
  const tunnels: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, client) => {
    tunnels.push(url);
    const target = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [target, client]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { err } = await getIn({ HTTP_PROXY }, '--from', 'http://mirror.test:8080/through');
  expect(err).toContain('ENCODER_INVALID');
  expect([tunnels[0], asked.at(-1)]).toEqual(['mirror.test:8080', '/through/onnx/model_quantized.onnx']);
  expect((await getIn({ HTTP_PROXY, NO_PROXY: '*' }, '--from', 'http://mirror.test:8080')).err).toContain('MISSING');
  expect(tunnels).toHaveLength(1);
});

it('says what cannot be read, of a mirror and of a folder', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'encoder-'));
  for (const from of [`${address}/gone`, empty]) {
    const { code, err } = await get('--from', from);
    expect(code).not.toBe(0);
    expect(err).toContain('ENCODER_MISSING');
    expect(err).toContain(from);
  }
  writeFileSync(join(empty, 'model.onnx'), 'another file');
  expect((await get('--from', empty)).err).toContain('ENCODER_INVALID');
});
