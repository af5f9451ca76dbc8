import { describe, expect, it } from 'vitest';
import { createEmbedder, type EmbedderSettings } from '../../src/llm-infrastructure/index.js';
import { type LoopbackServer, type Reaction, startServer } from './loopback-server.js';
import { noPatience } from './patience.js';
import { base64Of, float32Of, openAiError, openAiReaction, unitVectorOf } from './protocols.js';

const key = 'sk-test-0123456789';

/** An OpenAI that first does what `faults` say, a request each, and then works. */
async function startOpenAi(faults: readonly Reaction[] = []): Promise<LoopbackServer> {
  return startServer((request, index) => faults[index] ?? openAiReaction(request, key));
}

function connect(server: { url: string }, more: Partial<EmbedderSettings> = {}, env: EmbedderSettings['env'] = {}) {
  const { settings, pauses } = noPatience({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${server.url}/v1`, ...env }, more);
  return { embedder: createEmbedder('openai:text-embedding-3-small', settings), pauses };
}

const rateLimit = (headers: Record<string, string>) =>
  openAiError(429, 'Rate limit reached', 'requests', 'rate_limit_exceeded', headers);

describe('a server that works', () => {
  it('returns one vector per text, in order', async () => {
    const server = await startOpenAi();
    const { embedder } = connect(server, {}, { OPENAI_ORG_ID: 'org-1' });
    expect(embedder.model).toBe('openai:text-embedding-3-small');
    expect(await embedder.embed(['a', 'b'])).toEqual([float32Of('a'), float32Of('b')]);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${key}`, 'openai-organization': 'org-1' },
      body: { model: 'text-embedding-3-small', input: ['a', 'b'], encoding_format: 'float' },
    });
  });

  it('may answer in base64 and in any order', async () => {
    const data = ['b', 'a'].map((text, at) => ({ index: 1 - at, embedding: base64Of(unitVectorOf(text)) }));
    const server = await startServer(() => ({ json: { data } }));
    expect(await connect(server).embedder.embed(['a', 'b'])).toEqual([float32Of('a'), float32Of('b')]);
  });

  it('may leave out indexes and the content type', async () => {
    const data = ['a', 'b'].map((text) => ({ embedding: unitVectorOf(text) }));
    const server = await startServer(() => ({ raw: JSON.stringify({ data }) }));
    expect(await connect(server).embedder.embed(['a', 'b'])).toEqual([float32Of('a'), float32Of('b')]);
  });

  it('gets a text of more than 8,191 tokens in windows that miss nothing', async () => {
    const server = await startOpenAi();
    const long = 'one two three four five six seven eight nine ten\n'.repeat(1_200);
    const [vector] = await connect(server).embedder.embed([long]);
    const windows = server.requests.flatMap(({ body }) => body['input'] as string[]);
    expect(windows).toHaveLength(2);
    expect(windows.join('')).toBe(long);
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 6);
  });

  it('bounds the requests under way over several calls', async () => {
    const server = await startOpenAi();
    const { embedder } = connect(server);
    await Promise.all(Array.from({ length: 12 }, (_, index) => embedder.embed([`text ${index}`])));
    expect(server.requests).toHaveLength(12);
    expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
  });
});

describe('a server that asks to slow down', () => {
  it.each([
    ['in seconds', '7', [7_000]],
    ['by a date', 'Thu, 01 Jan 2026 00:00:30 GMT', [30_000]],
    ['by a date that is past', 'Wed, 31 Dec 2025 23:59:00 GMT', [0]],
    ['in words that nobody understands', 'soon', [1_000]],
  ])('%s is given the time', async (_, retryAfter, expected) => {
    const server = await startOpenAi([rateLimit({ 'retry-after': retryAfter })]);
    const { embedder, pauses } = connect(server);
    expect(await embedder.embed(['a'])).toEqual([float32Of('a')]);
    expect(pauses).toEqual(expected);
  });

  it('without saying how long is given pauses that double, up to the longest', async () => {
    const server = await startServer(() => rateLimit({}));
    const { embedder, pauses } = connect(server, { longestPauseMs: 5_000 });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDER_RATE_LIMITED' });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 5_000]);
  });

  it('for an hour is not waited for', async () => {
    const server = await startServer(() => rateLimit({ 'retry-after': '3600' }));
    const { embedder, pauses } = connect(server);
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDER_RATE_LIMITED' });
    expect(pauses).toEqual([]);
  });

  it('spreads the pauses of several processes by the random number', async () => {
    const server = await startOpenAi([rateLimit({}), rateLimit({})]);
    const { embedder, pauses } = connect(server, { random: () => 0.5 });
    await embedder.embed(['a']);
    expect(pauses).toEqual([750, 1_500]);
  });
});

describe('a server that refuses', () => {
  it.each([
    [openAiError(401, 'Incorrect API key', 'invalid_request_error', 'invalid_api_key'), 'EMBEDDER_KEY_REJECTED'],
    [openAiError(403, 'Country not supported', 'request_forbidden', null), 'EMBEDDER_KEY_REJECTED'],
    [
      openAiError(404, 'The model does not exist', 'invalid_request_error', 'model_not_found'),
      'EMBEDDER_MODEL_MISSING',
    ],
    [openAiError(429, 'You exceeded your quota', 'insufficient_quota', 'insufficient_quota'), 'EMBEDDER_QUOTA'],
    [openAiError(429, 'You exceeded your quota', 'insufficient_quota', null), 'EMBEDDER_QUOTA'],
    [openAiError(402, 'Payment required', 'billing', null), 'EMBEDDER_QUOTA'],
    [openAiError(400, 'Invalid input', 'invalid_request_error', null), 'EMBEDDER_REQUEST_REJECTED'],
  ])('%j is asked once and becomes %s', async (reaction, code) => {
    const server = await startServer(() => reaction);
    const { embedder } = connect(server);
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ name: 'TopicmillError', code });
    expect(server.requests).toHaveLength(1);
  });

  it('the key, and repeats it: the error does not', async () => {
    const server = await startOpenAi();
    const secret = 'sk-another-secret';
    const { embedder } = connect(server, {}, { OPENAI_API_KEY: secret });
    const error = await embedder.embed(['a']).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'EMBEDDER_KEY_REJECTED', message: expect.stringContaining('***') });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(secret);
    expect((error as Error).cause).toBeUndefined();
  });

  it.each([
    [
      'an index twice',
      [
        { index: 0, embedding: [1] },
        { index: 0, embedding: [1] },
      ],
    ],
    [
      'an index too high',
      [
        { index: 0, embedding: [1] },
        { index: 2, embedding: [1] },
      ],
    ],
    ['nothing where a vector should be', [{ index: 0, embedding: [1] }, null]],
    [
      'base64 that is no float32',
      [
        { index: 0, embedding: [1] },
        { index: 1, embedding: 'AAAA' },
      ],
    ],
  ])('to send sound answers: %s', async (_, data) => {
    const server = await startServer(() => ({ json: { object: 'list', data } }));
    await expect(connect(server).embedder.embed(['a', 'b'])).rejects.toMatchObject({ code: 'EMBEDDER_BAD_RESPONSE' });
  });
});

describe('a failure in the middle', () => {
  const texts = Array.from({ length: 128 * 6 }, (_, index) => `text ${index}`);

  it('leaves what came before it with the caller, and starts nothing after it', async () => {
    const quota = openAiError(429, 'You exceeded your quota', 'insufficient_quota', 'insufficient_quota');
    const server = await startServer((request) => {
      const input = request.body['input'] as string[];
      return input.includes('text 300') ? quota : openAiReaction(request, key);
    });
    const kept = new Map<string, Float32Array>();
    const onBatch = (firstIndex: number, vectors: readonly Float32Array[]) => {
      for (const [at, vector] of vectors.entries()) kept.set(texts[firstIndex + at]!, vector);
    };
    await expect(connect(server).embedder.embed(texts, { onBatch })).rejects.toMatchObject({ code: 'EMBEDDER_QUOTA' });
    const answered = server.requests.flatMap(({ body }) => body['input'] as string[]);
    const paid = answered.filter((text) => kept.has(text));
    expect(paid.length).toBe(answered.length - 128);
    expect(paid.length).toBeGreaterThanOrEqual(128);
    for (const [text, vector] of kept) expect(vector).toEqual(float32Of(text));
  });
});

describe('who gets the key', () => {
  const none = { trustedServers: () => [] };

  it('a server on this machine is asked without key, organization and project', async () => {
    const server = await startOpenAi();
    const { embedder } = connect(server, none, { OPENAI_ORG_ID: 'org-1', OPENAI_PROJECT_ID: 'p-1' });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({
      code: 'EMBEDDER_KEY_REJECTED',
      remedy: expect.stringContaining('trustedServers'),
    });
    expect(server.requests[0]!.headers).toMatchObject({ authorization: 'Bearer none' });
    expect(server.requests[0]!.headers).not.toHaveProperty('openai-organization');
    expect(server.requests[0]!.headers).not.toHaveProperty('openai-project');
  });

  const foreign = [
    'https://evil.example/v1',
    'http://api.openai.com/v1',
    'https://api.openai.com.evil.example/v1',
    'https://api.openai.com@evil.example/v1',
    'https://llm.example.com.evil.example/v1',
    'http://llm.example.com/v1',
    'https://llm.example.com:444/v1',
    'https://llm.example.com/v10',
    'https://localhost.evil.example/v1',
  ];
  it.each(foreign)('%s gets nothing, and the error says how to go on', async (url) => {
    const asked: string[] = [];
    const fetch = async (target: unknown): Promise<Response> => {
      asked.push(String(target));
      return new Response('{}');
    };
    const more = { fetch: fetch as typeof globalThis.fetch, trustedServers: () => ['https://llm.example.com/v1/'] };
    const { embedder } = connect({ url: '' }, more, { OPENAI_BASE_URL: url });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({
      code: 'EMBEDDER_HOST_UNTRUSTED',
      remedy: expect.stringContaining('trustedServers'),
    });
    expect(asked).toEqual([]);
  });

  it.each([302, 307, 308])('a redirect by %i is not followed', async (status) => {
    const elsewhere = await startOpenAi();
    const fetch: typeof globalThis.fetch = async (url, init) => {
      if (init?.redirect !== 'manual') return globalThis.fetch(`${elsewhere.url}/v1/embeddings`, init);
      return new Response(null, { status, headers: { location: `${elsewhere.url}${new URL(String(url)).pathname}` } });
    };
    const { embedder } = connect(await startOpenAi(), { fetch });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ message: expect.stringContaining('redirects to') });
    expect(elsewhere.requests).toEqual([]);
  });

  it('parts of the key that the server shows are taken out', async () => {
    const secret = 'sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
    const shown = `Incorrect API key provided: ${secret.slice(0, 11)}*******${secret.slice(-4)}.`;
    const server = await startOpenAi([openAiError(401, shown, 'invalid_request_error', 'invalid_api_key')]);
    const { embedder } = connect(server, {}, { OPENAI_API_KEY: secret });
    const error = (await embedder.embed(['a']).catch((thrown: unknown) => thrown)) as Error;
    expect(error.message).toContain('Incorrect API key provided: ***');
    expect(error.message).not.toContain('6789');
    expect(error.message).not.toContain('AbC');
  });
});

describe('the key', () => {
  it.each([undefined, '', '  '])('%j is missing: nothing is asked', async (missing) => {
    const server = await startOpenAi();
    const { embedder } = connect(server, {}, { OPENAI_API_KEY: missing });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({
      code: 'EMBEDDER_KEY_MISSING',
      remedy: expect.stringContaining('OPENAI_API_KEY'),
    });
    expect(server.requests).toEqual([]);
  });

  it('is not taken from anywhere but the environment that is passed in', async () => {
    const server = await startOpenAi();
    process.env['OPENAI_API_KEY'] = key;
    try {
      const { embedder } = connect(server, {}, { OPENAI_API_KEY: undefined });
      await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDER_KEY_MISSING' });
    } finally {
      delete process.env['OPENAI_API_KEY'];
    }
  });
});

describe('estimate', () => {
  const estimate = (spec: string, texts: string[]) => createEmbedder(spec, { env: {} }).estimate(texts);

  it('counts tokens and dollars without key and server', async () => {
    expect(await estimate('openai:text-embedding-3-small', ['hello world', 'hello'])).toEqual({
      tokenCount: 3,
      costUsd: 0.000_000_06,
    });
    expect(await estimate('openai:text-embedding-3-large', ['hello world'])).toEqual({
      tokenCount: 2,
      costUsd: (2 * 0.13) / 1_000_000,
    });
    expect(await estimate('openai:another-model', ['hello world'])).toEqual({ tokenCount: 2, costUsd: undefined });
    expect(await estimate('ollama:mxbai-embed-large', ['hello world'])).toEqual({ tokenCount: 4, costUsd: 0 });
    expect(await estimate('builtin', ['hello world'])).toEqual({ tokenCount: 0, costUsd: 0 });
  });

  it('takes the text of special tokens for plain text, and long runs without a break', async () => {
    expect((await estimate('openai:text-embedding-3-small', ['<|endoftext|>'])).tokenCount).toBeGreaterThan(1);
    const long = await estimate('openai:text-embedding-3-small', [
      'a'.repeat(80_000),
      'b',
      ' '.repeat(3_000),
      '😀'.repeat(400),
    ]);
    expect(long.tokenCount).toBeGreaterThan(10_000);
  });
});

describe('OPENAI_BASE_URL', () => {
  it('that is no address is refused', () => {
    const settings = { env: { OPENAI_BASE_URL: 'not an address' } };
    expect(() => createEmbedder('openai:m', settings)).toThrow(
      expect.objectContaining({ code: 'EMBEDDER_UNREACHABLE', message: expect.stringContaining('OPENAI_BASE_URL') }),
    );
  });
});
