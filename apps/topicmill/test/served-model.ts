import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a served model answers, which may change between requests. */
export interface ServedModel {
  /** Environment of a command that asks it. */
  readonly env: Readonly<Record<string, string>>;
  /** The texts of each request, in order. */
  readonly asked: string[][];
  length: number;
  /** Goes into each vector: another one makes another model. */
  revision: string;
  /** Texts with this word are refused with the status. */
  refuses: { readonly word: string; readonly status: number; readonly error: unknown } | undefined;
}

/** A server of an embedding model as OpenAI and Ollama have it, on loopback; it goes away with the test. */
export async function serveModel(): Promise<ServedModel> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { input } = JSON.parse(body) as { input: string | string[] };
      const texts = [input].flat();
      model.asked.push(texts);
      const { refuses, length, revision } = model;
      const isRefused = refuses !== undefined && texts.some((text) => text.includes(refuses.word));
      response.writeHead(isRefused ? refuses.status : 200, { 'content-type': 'application/json' });
      const vectors = texts.map((text) => vectorOf(`${revision} ${text}`, length));
      const data = vectors.map((embedding, index) => ({ index, embedding }));
      response.end(JSON.stringify(isRefused ? { error: refuses.error } : { data, embeddings: vectors }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { OLLAMA_HOST: address, OPENAI_BASE_URL: `${address}/v1` };
  const model: ServedModel = { env, asked: [], length: 8, revision: 'one', refuses: undefined };
  return model;
}

function vectorOf(text: string, length: number): number[] {
  const digest = createHash('sha256').update(text).digest();
  return Array.from({ length }, (_, at) => digest[at]! / 255 - 0.5);
}
