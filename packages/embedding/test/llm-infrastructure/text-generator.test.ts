import { describe, expect, it } from 'vitest';
import { createTextGenerator, type GeneratorSettings } from '../../src/llm-infrastructure/index.js';
import { ollamaChatReaction, openAiAnswer, openAiChatReaction } from './chat-protocols.js';
import { closedPort, type Reaction, startServer } from './loopback-server.js';
import { noPatience } from './patience.js';
import { openAiError } from './protocols.js';

const KEY = 'sk-test-0123456789';
const prompt = { system: 'Answer.', user: 'Say yes', temperature: 0.2 };

/** A provider whose server first does what `faults` say, a request each, and then works. */
async function connect(
  provider: 'openai' | 'ollama',
  faults: readonly Reaction[] = [],
  more: Partial<GeneratorSettings> = {},
) {
  const works = provider === 'openai' ? openAiChatReaction : ollamaChatReaction;
  const server = await startServer((request, index) => faults[index] ?? works(request));
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/v1`, OLLAMA_HOST: server.url };
  const { settings, pauses } = noPatience(env, more);
  const generator = createTextGenerator(`${provider}:some-model`, settings);
  return { server, pauses, generator, ask: () => generator.generate(prompt, 'page 1') };
}

const PROVIDERS = ['openai', 'ollama'] as const;
const slowDown = (headers: Record<string, string>) =>
  openAiError(429, 'Rate limit reached', 'requests', 'rate_limit_exceeded', headers);

describe('what is sent', () => {
  it('OpenAI', async () => {
    const { server, ask } = await connect('openai');
    expect(await ask()).toEqual({ text: 'yes', elapsedMs: 0 });
    expect(server.requests).toEqual([
      {
        path: '/v1/chat/completions',
        headers: expect.objectContaining({ authorization: `Bearer ${KEY}` }),
        body: {
          model: 'some-model',
          temperature: 0.2,
          messages: [
            { role: 'system', content: 'Answer.' },
            { role: 'user', content: 'Say yes' },
          ],
        },
      },
    ]);
  });

  it.each([
    ['by its field', { param: 'temperature', code: 'unsupported_value' }],
    ['in its message alone', {}],
  ])('once without the temperature, to a model that refuses it %s, and never with it again', async (_, named) => {
    const message = "Unsupported value: 'temperature' does not support 0.2 with this model.";
    const refusal = { status: 400, json: { error: { message, type: 'invalid_request_error', ...named } } };
    const server = await startServer((request) =>
      'temperature' in request.body ? refusal : openAiChatReaction(request),
    );
    const { settings, pauses } = noPatience({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/v1` });
    const generator = createTextGenerator('openai:some-model', settings);
    const ask = () => generator.generate(prompt, 'page 1');
    expect(await Promise.all([ask(), ask()])).toMatchObject([{ text: 'yes' }, { text: 'yes' }]);
    expect(await ask()).toMatchObject({ text: 'yes' });
    const asked = server.requests.map(({ body }) => 'temperature' in body).sort();
    expect(asked).toEqual([false, false, false, true, true]);
    expect(server.requests.at(-1)!.body).toEqual({
      model: 'some-model',
      messages: [
        { role: 'system', content: 'Answer.' },
        { role: 'user', content: 'Say yes' },
      ],
    });
    expect(pauses).toEqual([]);
  });

  it('no second request where the server refuses something else, nor a third one', async () => {
    const { server, ask } = await connect('openai', [{ status: 400, json: { error: { message: 'No such role.' } } }]);
    await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/^GENERATOR_/) });
    expect(server.requests).toHaveLength(1);
    const refusal = { status: 400, json: { error: { message: 'Bad temperature.', param: 'temperature' } } };
    const other = await connect('openai', [refusal, refusal]);
    await expect(other.ask()).rejects.toMatchObject({ code: expect.stringMatching(/^GENERATOR_/) });
    expect(other.server.requests).toHaveLength(2);
  });

  it('Ollama, with a context that is large enough for the prompt', async () => {
    const { server, generator } = await connect('ollama', [], { contextTokens: 20_000 });
    await generator.generate(prompt, 'short');
    await generator.generate({ ...prompt, user: 'word '.repeat(6_000) }, 'long');
    await generator.generate({ ...prompt, user: 'word '.repeat(60_000) }, 'longer than the context');
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies[0]).toMatchObject({
      model: 'some-model',
      stream: false,
      options: { temperature: 0.2, num_ctx: 4096 },
    });
    expect((bodies[1]!['options'] as { num_ctx: number }).num_ctx).toBeGreaterThan(6_000);
    expect(bodies[2]).toMatchObject({ options: { num_ctx: 20_000 } });
  });

  it('a name without provider is OpenAI’s', () => {
    expect(createTextGenerator('gpt-4o-mini', { env: {} })).toMatchObject({
      model: 'openai:gpt-4o-mini',
      contextTokens: 128_000,
    });
  });

  it.each(['', 'openai:', 'mistral:large', 'ollama: '])('%j is no model', (spec) => {
    expect(() => createTextGenerator(spec, { env: {} })).toThrow(
      expect.objectContaining({ code: 'GENERATOR_UNKNOWN' }),
    );
  });
});

describe.each(PROVIDERS)('%s', (provider) => {
  it.each<[string, Reaction]>([
    ['cuts the connection', 'cut the connection'],
    ['cuts the answer', 'cut the answer'],
    ['fails', { status: 503, raw: 'overloaded' }],
  ])('%s: asked again', async (_, fault) => {
    const { server, ask } = await connect(provider, [fault, fault]);
    expect((await ask()).text).toBe('yes');
    expect(server.requests).toHaveLength(3);
  });

  it('asks to slow down: it is given the time', async () => {
    const { pauses, ask } = await connect(provider, [slowDown({ 'retry-after': '7' }), slowDown({})]);
    expect((await ask()).text).toBe('yes');
    expect(pauses).toEqual([7_000, 2_000]);
  });

  it.each<Reaction>(['never answer', 'stall after the headers'])('%s: GENERATOR_TIMEOUT', async (fault) => {
    const { server, ask } = await connect(provider, [fault, fault], { timeoutMs: 500, retryCount: 1 });
    await expect(ask()).rejects.toMatchObject({
      code: 'GENERATOR_TIMEOUT',
      message: expect.stringContaining('page 1'),
    });
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, Reaction, string]>([
    [
      'the key is wrong',
      openAiError(401, `Incorrect API key: ${KEY}`, 'invalid_request_error', null),
      'GENERATOR_KEY_REJECTED',
    ],
    ['there is no such model', openAiError(404, 'no model', 'invalid_request_error', null), 'GENERATOR_MODEL_MISSING'],
    ['the quota is spent', openAiError(429, 'spent', 'insufficient_quota', 'insufficient_quota'), 'GENERATOR_QUOTA'],
    ['the request is refused', openAiError(400, 'no', 'invalid_request_error', null), 'GENERATOR_REQUEST_REJECTED'],
    ['what comes is no JSON', { raw: '<html>' }, 'GENERATOR_BAD_RESPONSE'],
    ['what comes is something else', { json: { embeddings: [] } }, 'GENERATOR_BAD_RESPONSE'],
    ['the pause would be too long', slowDown({ 'retry-after': '3600' }), 'GENERATOR_RATE_LIMITED'],
  ])('%s: asked once', async (_, fault, code) => {
    const { server, ask } = await connect(provider, [fault]);
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    if (provider === 'openai') expect(String((error as Error).stack)).not.toContain(KEY);
    expect(server.requests).toHaveLength(1);
  });

  it('is stopped by the caller', async () => {
    const { generator } = await connect(provider, ['never answer']);
    const controller = new AbortController();
    const asked = generator.generate(prompt, 'page 1', controller.signal);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'GENERATOR_ABORTED' });
  });

  it('is not there: GENERATOR_UNREACHABLE', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url, OLLAMA_HOST: url };
    const generator = createTextGenerator(`${provider}:m`, noPatience(env).settings);
    await expect(generator.generate(prompt, 'page 1')).rejects.toMatchObject({ code: 'GENERATOR_UNREACHABLE' });
  });
});

it.each<Reaction>([
  { json: openAiAnswer('m', 'Half a sen', 'length') },
  { json: openAiAnswer('m', null) },
  { json: { choices: [] } },
])('OpenAI, an invalid answer: %j', async (fault) => {
  const { ask } = await connect('openai', [fault]);
  await expect(ask()).rejects.toMatchObject({ code: 'GENERATOR_BAD_RESPONSE' });
});

it.each<Reaction>([
  { json: { message: { role: 'assistant', content: 'Half a sen' }, done: true, done_reason: 'length' } },
  { json: { message: { role: 'assistant', content: 'Half a sen' }, done: false } },
  { json: { message: null, done: true } },
])('Ollama, an invalid answer: %j', async (fault) => {
  const { ask } = await connect('ollama', [fault]);
  await expect(ask()).rejects.toMatchObject({ code: 'GENERATOR_BAD_RESPONSE' });
});

it('without a key OpenAI is not asked', async () => {
  const { server } = await connect('openai');
  const generator = createTextGenerator('openai:m', noPatience({ OPENAI_BASE_URL: `${server.url}/v1` }).settings);
  await expect(generator.generate(prompt, 'page 1')).rejects.toMatchObject({ code: 'GENERATOR_KEY_MISSING' });
  expect(server.requests).toEqual([]);
});

it('the time is that of the request that succeeded', async () => {
  let nowMs = 0;
  const { ask } = await connect('openai', [slowDown({}), 'cut the answer'], {
    now: () => (nowMs += 10),
    sleep: async () => {
      nowMs += 60_000;
    },
  });
  // The clock is read when the last request starts and when it has its answer.
  expect((await ask()).elapsedMs).toBe(10);
});
