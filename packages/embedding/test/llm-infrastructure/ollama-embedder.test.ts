import { describe, expect, it, vi } from 'vitest';
import { createEmbedder, type EmbedderSettings } from '../../src/llm-infrastructure/index.js';
import { closedPort, type LoopbackServer, type Reaction, startServer } from './loopback-server.js';
import { noPatience } from './patience.js';
import { float32Of, type OllamaModel, ollamaReaction, unitVectorOf } from './protocols.js';

const model: OllamaModel = { name: 'mxbai-embed-large' };

/** An Ollama that first does what `faults` say, a request each, and then works. */
async function startOllama(faults: readonly Reaction[] = [], served = model): Promise<LoopbackServer> {
  return startServer((request, index) => faults[index] ?? ollamaReaction(request, served));
}

function connect(server: { url: string }, more: Partial<EmbedderSettings> = {}) {
  const { settings, pauses } = noPatience({ OLLAMA_HOST: server.url }, more);
  return { embedder: createEmbedder('ollama:mxbai-embed-large', settings), pauses };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `text number ${index}`);
const inputsOf = (server: LoopbackServer) => server.requests.map(({ body }) => body['input'] as string[]);

describe('an Ollama server that works', () => {
  it('returns one vector per text, in order', async () => {
    const server = await startOllama();
    const { embedder } = connect(server);
    expect(embedder.model).toBe('ollama:mxbai-embed-large');
    expect(await embedder.embed(['a', 'b'])).toEqual([float32Of('a'), float32Of('b')]);
    expect(server.requests[0]).toMatchObject({
      path: '/api/embed',
      body: { model: 'mxbai-embed-large', input: ['a', 'b'], truncate: false },
    });
  });

  it('gets batches bounded in number, in size, and at once', async () => {
    const server = await startOllama();
    const texts = numbered(70);
    const batches: [number, number][] = [];
    const { embedder } = connect(server);
    const vectors = await embedder.embed(texts, {
      onBatch: (firstIndex, some) => batches.push([firstIndex, some.length]),
    });
    expect(vectors).toEqual(texts.map(float32Of));
    expect(batches.sort(([a], [b]) => a - b)).toEqual([
      [0, 16],
      [16, 16],
      [32, 16],
      [48, 16],
      [64, 6],
    ]);
    expect(server.mostAtOnce()).toBeLessThanOrEqual(2);
  });

  it('gets nothing for no texts', async () => {
    const server = await startOllama();
    expect(await connect(server).embedder.embed([])).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it.each(['127.0.0.1:PORT', ':PORT', '0.0.0.0:PORT', 'http://127.0.0.1:PORT/', ' http://127.0.0.1:PORT '])(
    'is found when OLLAMA_HOST is %j',
    async (host) => {
      const server = await startOllama();
      const { embedder } = connect({ url: host.replace('PORT', String(server.port)) });
      expect(await embedder.embed(['a'])).toHaveLength(1);
    },
  );
});

describe('a text longer than the context', () => {
  const long = Array.from({ length: 300 }, (_, index) => `Sentence ${index} says 😀 little.`).join('\n');

  it('is sent in windows that miss nothing, and pooled by tokens to length 1', async () => {
    const server = await startOllama();
    const [before, vector, after] = await connect(server).embedder.embed(['before', long, 'after']);
    const windows = inputsOf(server).flat().slice(1, -1);
    expect(windows.length).toBeGreaterThan(2);
    expect(windows.join('')).toBe(long);
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 6);
    expect([before, after]).toEqual([float32Of('before'), float32Of('after')]);
  });

  it('is cut further when the server finds a window too long, the other texts left whole', async () => {
    const server = await startOllama([], { ...model, contextLength: 100 });
    const text = 'word '.repeat(60);
    const vectors = await connect(server).embedder.embed(['a', text, 'b']);
    const taken = inputsOf(server).filter((input) => input.every((part) => part.length <= 100));
    const parts = taken.flat().filter((part) => part !== 'a' && part !== 'b');
    expect(parts.join('')).toBe(text);
    expect(vectors[0]).toEqual(float32Of('a'));
    expect(vectors[2]).toEqual(float32Of('b'));
    const sum = [0, 1, 2, 3, 4, 5].map((at) =>
      parts.reduce((total, part) => total + unitVectorOf(part)[at]! * (part.split(' ').length - 1 + 2), 0),
    );
    vectors[1]!.forEach((value, at) => {
      expect(value).toBeCloseTo(sum[at]! / Math.hypot(...sum), 5);
    });
  });

  it('that the server refuses however short it is ends in one error', async () => {
    const server = await startServer(() => ({
      status: 400,
      json: { error: 'this model does not support embeddings' },
    }));
    const labels = ['one.md', 'two.md', 'three.md'];
    await expect(connect(server).embedder.embed(['x', long, 'y'], { labels })).rejects.toMatchObject({
      code: 'EMBEDDER_REQUEST_REJECTED',
      message: expect.stringMatching(/does not support embeddings \(one\.md\)/),
    });
    expect(server.requests.length).toBeLessThan(10);
  });
});

describe('an Ollama server that fails', () => {
  it('because it does not run: says how to start it, at once', async () => {
    const { embedder, pauses } = connect({ url: `http://127.0.0.1:${await closedPort()}` });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({
      code: 'EMBEDDER_UNREACHABLE',
      remedy: expect.stringContaining('`ollama serve`'),
    });
    expect(pauses).toEqual([]);
  });

  it('because it lacks the model: says how to fetch it, at once', async () => {
    const server = await startOllama([], { name: 'other' });
    await expect(connect(server).embedder.embed(['a'])).rejects.toMatchObject({
      code: 'EMBEDDER_MODEL_MISSING',
      remedy: expect.stringContaining('`ollama pull mxbai-embed-large`'),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('for a moment is asked again, with pauses that double', async () => {
    const busy: Reaction = { status: 503, json: { error: 'server busy' } };
    const server = await startOllama([busy, 'cut the connection', 'cut the answer']);
    const { embedder, pauses } = connect(server);
    expect(await embedder.embed(['a'])).toEqual([float32Of('a')]);
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
  });

  it('for good is asked five times', async () => {
    const server = await startServer(() => ({ status: 500, json: { error: 'llama runner has terminated' } }));
    await expect(connect(server).embedder.embed(['a'], { labels: ['a.md'] })).rejects.toMatchObject({
      code: 'EMBEDDER_SERVER_ERROR',
      message: expect.stringMatching(/answers 500: llama runner has terminated \(a\.md\)/),
    });
    expect(server.requests).toHaveLength(5);
  });

  it('by cutting every connection is unreachable', async () => {
    const server = await startServer(() => 'cut the connection');
    const { embedder } = connect(server, { retryCount: 1 });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDER_UNREACHABLE' });
    expect(server.requests).toHaveLength(2);
  });

  it.each(['never answer', 'stall after the headers'] as const)('to answer in time: %s', async (reaction) => {
    const server = await startServer(() => reaction);
    const { embedder } = connect(server, { timeoutMs: 500, retryCount: 1 });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDER_TIMEOUT' });
    expect(server.requests).toHaveLength(2);
  });

  it('with an error page prints nothing', async () => {
    const log = vi.spyOn(console, 'log');
    const server = await startServer(() => ({ status: 502, raw: '<html>Bad gateway</html>' }));
    await expect(connect(server, { retryCount: 0 }).embedder.embed(['a'])).rejects.toMatchObject({
      code: 'EMBEDDER_SERVER_ERROR',
    });
    expect(log).not.toHaveBeenCalled();
  });

  it.each([
    ['no JSON', { raw: '{"embeddings": [[1, 2' }],
    ['JSON of something else', { json: { response: 'hello' } }],
    ['nothing', { json: null }],
    ['too many vectors', { json: { embeddings: [[1], [1], [1]] } }],
    ['no vectors', { json: { embeddings: [{}, {}] } }],
  ] satisfies [string, Reaction][])('to send embeddings but sends %s', async (_, reaction) => {
    const server = await startServer(() => reaction);
    await expect(connect(server).embedder.embed(['a', 'b'])).rejects.toMatchObject({ code: 'EMBEDDER_BAD_RESPONSE' });
    // The second asks whether it takes another text.
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['of another length', '[[1, 2, 3], [1, 2]]', 'has 2 numbers instead of 3'],
    ['with null for NaN', '[[1, 2, 3], [1, null, 3]]', 'not a finite number'],
    ['too large for float32', '[[1, 2, 3], [1, 1e39, 3]]', 'not a finite number'],
    ['with words', '[[1, 2, 3], [1, "2", 3]]', 'not a finite number'],
    ['of zeros', '[[1, 2, 3], [0, 0, 0]]', 'is zero'],
    ['without numbers', '[[1, 2, 3], []]', 'is empty'],
  ])('to send a sound vector, but one %s, names its text', async (_, embeddings, fault) => {
    const server = await startServer(() => ({ raw: `{"embeddings": ${embeddings}}` }));
    const labels = ['_chunks/a-0.md', '_chunks/a-1.md'];
    await expect(connect(server).embedder.embed(['a', 'b'], { labels })).rejects.toMatchObject({
      code: 'EMBEDDER_BAD_VECTOR',
      message: expect.stringMatching(new RegExp(`_chunks/a-1\\.md .*${fault}`)),
    });
  });

  it('to keep the length of its vectors from one call to the next', async () => {
    const server = await startOllama([{ json: { embeddings: [[1, 2]] } }]);
    const { embedder } = connect(server);
    await embedder.embed(['a']);
    await expect(embedder.embed(['b'])).rejects.toMatchObject({ code: 'EMBEDDER_BAD_VECTOR' });
  });
});

describe('a call', () => {
  it('that is aborted ends, and its request with it', async () => {
    const abort = new AbortController();
    const server = await startServer(() => {
      abort.abort();
      return 'never answer';
    });
    const call = connect(server).embedder.embed(numbered(40), { signal: abort.signal });
    await expect(call).rejects.toMatchObject({ code: 'EMBEDDER_ABORTED' });
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it('that is aborted beforehand asks nothing', async () => {
    const server = await startOllama();
    const call = connect(server).embedder.embed(['a'], { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'EMBEDDER_ABORTED' });
    expect(server.requests).toEqual([]);
  });

  it('that is aborted during a pause ends', async () => {
    const server = await startServer(() => ({ status: 503, json: {} }));
    const abort = new AbortController();
    const sleep: EmbedderSettings['sleep'] = async () => abort.abort();
    const call = connect(server, { sleep }).embedder.embed(['a'], { signal: abort.signal });
    await expect(call).rejects.toMatchObject({ code: 'EMBEDDER_ABORTED' });
    expect(server.requests).toHaveLength(1);
  });

  it('with a text of white space only names it and asks nothing', async () => {
    const server = await startOllama();
    const call = connect(server).embedder.embed(['a', ' \n'], { labels: ['a.md', 'b.md'] });
    await expect(call).rejects.toMatchObject({
      code: 'EMBEDDER_EMPTY_TEXT',
      message: expect.stringContaining('b.md'),
    });
    expect(server.requests).toEqual([]);
  });
});

describe('OLLAMA_HOST', () => {
  it.each(['http://', 'http://a b', '::::'])('%j is refused with a remedy', (host) => {
    expect(() => createEmbedder('ollama:m', { env: { OLLAMA_HOST: host } })).toThrow(
      expect.objectContaining({ code: 'EMBEDDER_UNREACHABLE', message: expect.stringContaining('OLLAMA_HOST') }),
    );
  });

  it('with a password shows it in no error', async () => {
    const { embedder } = connect({ url: `http://me:pass%20word@127.0.0.1:${await closedPort()}` });
    const error = await embedder.embed(['a']).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringMatching(/Ollama at http:\/\/127\.0\.0\.1:\d+ cannot/) });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/pass(%20| )word/);
  });
});
