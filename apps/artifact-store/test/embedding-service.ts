import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A service that speaks OpenAI's protocol on loopback; returns the environment that points to it. */
export async function startService(): Promise<{ env: Readonly<Record<string, string>>; inputs: string[] }> {
  const inputs: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
    inputs.push(...input);
    const data = input.map((text, index) => ({
      index,
      embedding: [text.includes('tea') ? 1 : -1, text.length % 5, 1],
    }));
    response.end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` }, inputs };
}
