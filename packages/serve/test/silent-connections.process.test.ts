import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { expect, it, onTestFinished } from 'vitest';
import { startDocsServer } from '../src/docs-server/index.js';
import { hostHttp } from '../src/mcp/host-http.js';

/** Resolves with what came back when the other side has closed the connection. */
function closed(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('end', () => resolve(answer));
  });
}

it('closes connections that send nothing, or half of a request, on both kinds of servers', async () => {
  const docsRoot = mkdtempSync(join(tmpdir(), 'topicmill-silent-'));
  const docs = await startDocsServer({ docsRoot });
  const createServer = () => new Server({ name: 'none', version: '0' }) as never;
  const mcp = await hostHttp({ createServer, port: 0, maxBodyBytes: 1000, shared: undefined, right: 'read' });
  onTestFinished(async () => {
    await Promise.all([docs.close(), mcp.close()]);
    rmSync(docsRoot, { recursive: true });
  });
  const ports = [docs.url, mcp.url].map((url) => Number(new URL(url).port));
  const answers = ports.flatMap((port) => {
    const [silent, half] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    half.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    return [closed(silent), closed(half)];
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
});
