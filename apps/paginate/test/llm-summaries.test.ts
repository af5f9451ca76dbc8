import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../src/main.js';
import { temporaryFolder } from './temporary-folder.js';

interface ChatRequest {
  readonly temperature?: number;
  readonly options?: { readonly temperature: number };
  readonly messages: readonly { readonly content: string }[];
}

/** A server that summarises pages as OpenAI and Ollama would, and fails for those that contain `failsFor`. */
async function startModel() {
  const requests: ChatRequest[] = [];
  const behaviour = { failsFor: undefined as string | undefined };
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const request = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest;
    requests.push(request);
    const page = request.messages.at(-1)!.content;
    const message = {
      role: 'assistant',
      content: `"About ${/Part \d+/.exec(page)?.[0]} *and* more."\n\nAnything else?`,
    };
    const fails = behaviour.failsFor !== undefined && page.includes(behaviour.failsFor);
    const answer = incoming.url!.startsWith('/v1/')
      ? { choices: [{ index: 0, message, finish_reason: 'stop' }] }
      : { message, done: true, done_reason: 'stop' };
    outgoing.writeHead(fails ? 400 : 200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(fails ? { error: { message: 'no' } } : answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, behaviour };
}

async function workspace(model = 'openai:m') {
  const cwd = temporaryFolder();
  const server = await startModel();
  const guide = join(cwd, 'guide.md');
  const parts = Array.from(
    { length: 12 },
    (_, part) => `## Part ${part}\n\n${'words of this part, '.repeat(40)}end.\n`,
  );
  writeFileSync(guide, `# Guide\n\n${parts.join('\n')}`);
  const run = async (...more: string[]) => {
    let stderr = '';
    const code = await main(
      [
        'guide.md',
        '--out',
        'pages',
        '--base-url',
        'https://e.com/g',
        '--context',
        '1024',
        '--summaries',
        'llm',
        ...more,
      ],
      {
        cwd,
        env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${server.url}/v1`, OLLAMA_HOST: server.url },
        stdout: { write: () => true },
        stderr: { write: (text) => (stderr += text) },
      },
    );
    return { code, stderr };
  };
  const page = (name: string) => readFileSync(join(cwd, 'pages', name), 'utf8');
  return { ...server, guide, page, split: (...more: string[]) => run('--model', model, ...more), run };
}

test.each(['openai:m', 'ollama:m'])(
  '%s: one request a page at temperature 0.2, its sentence in the lead-ins',
  async (model) => {
    const { requests, split, page } = await workspace(model);
    expect(await split()).toEqual({ code: 0, stderr: '' });
    const manifest = JSON.parse(page('chunks.json')) as { chunks: unknown[] };
    expect(requests).toHaveLength(manifest.chunks.length);
    expect(requests.map((request) => request.temperature ?? request.options?.temperature)).toEqual(
      requests.map(() => 0.2),
    );
    expect(page('chunk-002.md')).toMatch(
      /\n\[Lead-in\] Continuing from chunk-001: Guide — About Part 0 \\\*and\\\* more\.\n/,
    );
    expect(page('chunk-001.md')).toMatch(/\n\[Lead-out\] Upcoming in chunk-002: Guide › Part \d+ — About Part \d+ /);
  },
);

test('a rebuild asks nothing, an edit only about pages that it changed', async () => {
  const { requests, split, guide } = await workspace();
  await split();
  const asked = requests.length;
  await split();
  await split('--html');
  expect(requests).toHaveLength(asked);
  writeFileSync(guide, readFileSync(guide, 'utf8').replace(/end\.\n$/, 'END.\n'));
  await split();
  expect(requests).toHaveLength(asked + 1);
});

test('after a failure the former pages stay, and the next run asks only what is missing', async () => {
  const { requests, behaviour, split, guide, page } = await workspace();
  await split();
  const shown = page('chunk-001.md');
  writeFileSync(guide, readFileSync(guide, 'utf8').replaceAll('words of', 'sentences of'));
  behaviour.failsFor = 'Part 11';
  const before = requests.length;
  expect(await split()).toMatchObject({ code: 1, stderr: expect.stringContaining('GENERATOR_REQUEST_REJECTED') });
  expect(page('chunk-001.md')).toBe(shown);
  behaviour.failsFor = undefined;
  const failed = requests.length - before;
  expect((await split()).code).toBe(0);
  expect(requests.length - before - failed).toBeLessThan(failed);
  expect(page('chunk-001.md')).toContain('sentences of');
});

test('without a model it is wrong usage', async () => {
  const { run, requests } = await workspace();
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--model is missing') });
  expect(requests).toEqual([]);
});
