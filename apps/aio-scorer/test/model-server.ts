import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface ChatRequest {
  readonly temperature?: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** What the server does instead of answering. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | 'cut the answer'
  | 'half a JSON';

export interface ModelServer {
  readonly url: string;
  /** The prompts in the order in which they came. */
  readonly prompts: string[];
  /** Faults of the requests to come, by their number from 0 on. */
  readonly faults: Map<number, Fault>;
}

/** OpenAI's and Ollama's chat on loopback; `answer` says what the model makes of a prompt. */
export async function startModel(answer: (prompt: string) => string): Promise<ModelServer> {
  const prompts: string[] = [];
  const faults = new Map<number, Fault>();
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const request = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest;
    const prompt = request.messages.at(-1)!.content;
    const fault = faults.get(prompts.length);
    prompts.push(prompt);
    if (fault !== undefined) return misbehave(fault, outgoing);
    const message = { role: 'assistant', content: answer(prompt) };
    const isOpenAi = incoming.url === '/v1/chat/completions';
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(
      JSON.stringify(
        isOpenAi
          ? { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }
          : { message, done: true, done_reason: 'stop' },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, prompts, faults };
}

function misbehave(fault: Fault, outgoing: ServerResponse): void {
  if (typeof fault === 'object') {
    outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
    outgoing.end(JSON.stringify(fault.body ?? { error: { message: 'no' } }));
    return;
  }
  outgoing.writeHead(200, {
    'content-type': 'application/json',
    ...(fault === 'cut the answer' ? { 'content-length': '500' } : {}),
  });
  if (fault === 'half a JSON') outgoing.end('{"choices":[{"message":{"content":"on');
  else outgoing.write('{"choices":[', () => outgoing.destroy());
}
