import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));

it('the installed command asks a model server through the proxy that the environment names', async () => {
  const tunnels: string[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    tunnels.push(url ?? '');
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const repo = new DocsRepo({
    'topicmill.yaml': "sources: pages\nsite: { generator: none }\nembedding: { model: 'ollama:m' }\n",
    'docs/a.md': '# Lamps\n\nThey burn at night.\n',
  });
  const env = {
    PATH: process.env['PATH'],
    OLLAMA_HOST: 'http://models.invalid:8080',
    HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  };
  const build = promisify(execFile)(process.execPath, [COMMAND, 'build'], { cwd: repo.root, env });
  await expect(build).rejects.toMatchObject({ stdout: expect.stringContaining('answers 407') });
  expect(tunnels[0]).toBe('models.invalid:8080');
});
