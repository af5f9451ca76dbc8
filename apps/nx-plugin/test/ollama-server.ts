import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const DIMENSIONS = 24;

/** A server on the loopback interface that answers as Ollama's `/api/embed` does. */
export interface OllamaServer {
  /** For `OLLAMA_HOST`. */
  readonly host: string;
  /** Every text that it was asked for. */
  readonly embedded: readonly string[];
}

export async function startOllama(model: string): Promise<OllamaServer> {
  const embedded: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const asked = JSON.parse(Buffer.concat(parts).toString('utf8')) as { model: string; input: string[] };
    const isKnown = request.url === '/api/embed' && asked.model === model;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    if (!isKnown) {
      response.end(JSON.stringify({ error: `model "${asked.model}" not found` }));
      return;
    }
    embedded.push(...asked.input);
    response.end(JSON.stringify({ model, embeddings: asked.input.map(vectorOf) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, embedded };
}

function vectorOf(text: string): number[] {
  const digest = createHash('sha256').update(text).digest();
  return Array.from({ length: DIMENSIONS }, (_, at) => (digest[at]! + 1) / 256);
}
