import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbedder } from '../../src/llm-infrastructure/index.js';
import { type LoopbackServer, type Reaction, type ReceivedRequest, startServer } from './loopback-server.js';
import { noPatience } from './patience.js';
import { float32Of, ollamaReaction, openAiError, openAiReaction, unitVectorOf } from './protocols.js';

const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`);

type Provider = 'ollama' | 'openai';

const ollamaError = (status: number, error: string): Reaction => ({ status, json: { error } });

/** An answer of Ollama in which some texts have something else in the place of their vectors. */
const withoutVector = (vectorOf: (vector: number[]) => unknown): Fault => {
  return (input, refused) => ({
    json: { embeddings: input.map((text) => (refused.has(text) ? vectorOf : identity)(unitVectorOf(text))) },
  });
};
const identity = (vector: number[]): unknown => vector;

type Fault = Reaction | ((texts: readonly string[], refused: ReadonlySet<string>) => Reaction);

/** How a server answers every request that has a certain text in it. */
const FAULTS: readonly (readonly [name: string, provider: Provider, fault: Fault])[] = [
  ['NaN that is not JSON', 'ollama', ollamaError(500, 'json: unsupported value: NaN')],
  ['NaN in an answer', 'ollama', ollamaError(500, 'failed to encode response: json: unsupported value: NaN')],
  ['infinity', 'ollama', ollamaError(500, 'json: unsupported value: +Inf')],
  ['a runner that ends', 'ollama', ollamaError(500, 'do embedding request: Post "http://127.0.0.1:1/embedding": EOF')],
  ['a runner that has ended', 'ollama', ollamaError(500, 'llama runner process has terminated: exit status 2')],
  ['an error in plain text', 'ollama', { status: 500, raw: 'Internal Server Error' }],
  ['a text that is not taken', 'ollama', ollamaError(400, 'not taken')],
  ['a type that is not taken', 'ollama', ollamaError(422, 'not taken')],
  ['a closed connection', 'ollama', 'cut the connection'],
  ['half an answer', 'ollama', 'cut the answer'],
  ['a text that is forbidden', 'ollama', ollamaError(403, 'moderated')],
  ['a text that is against the law', 'ollama', ollamaError(451, 'blocked')],
  ['a text that takes too long', 'ollama', ollamaError(408, 'timeout')],
  ['NaN in JSON', 'ollama', { raw: '{"embeddings": [[NaN, 1, 2, 3, 4, 5]]}' }],
  ['an error with status 200', 'ollama', { json: { error: 'moderated' } }],
  ['null in the place of a vector', 'ollama', withoutVector(() => null)],
  ['null in a vector', 'ollama', withoutVector((vector) => [null, ...vector.slice(1)])],
  ['an empty vector', 'ollama', withoutVector(() => [])],
  ['a vector of another length', 'ollama', withoutVector((vector) => vector.slice(1))],
  [
    'too few vectors',
    'ollama',
    (input, refused) => ({
      json: { embeddings: input.filter((text) => !refused.has(text)).map((t) => unitVectorOf(t)) },
    }),
  ],
  ['an error of its proxy', 'ollama', { status: 502, raw: '<html><h1>502 Bad Gateway</h1></html>' }],
  [
    'an invalid input',
    'openai',
    openAiError(400, "'$.input' is invalid. Please check the API reference.", 'invalid_request_error', null),
  ],
  [
    'a content filter',
    'openai',
    openAiError(400, "The response was filtered due to Azure OpenAI's policy.", 'content_filter', 'content_filter'),
  ],
  ['an input that is moderated', 'openai', openAiError(400, 'Input was flagged.', 'invalid_request_error', 'flagged')],
  ['an empty input', 'openai', openAiError(400, 'input cannot be an empty string', 'invalid_request_error', null)],
  ['an input that cannot be processed', 'openai', { status: 422, json: { detail: [{ loc: ['body', 'input', 1] }] } }],
  ['a validation', 'openai', { status: 422, json: { error: 'Input validation error', error_type: 'Validation' } }],
  ['an error of the server', 'openai', openAiError(500, 'The server had an error.', 'server_error', null)],
  ['an error without JSON', 'openai', { status: 500, raw: 'Internal Server Error' }],
  ['an error with an HTML page', 'openai', { status: 500, raw: '<html><h1>500</h1></html>' }],
  ['a closed connection', 'openai', 'cut the connection'],
  ['half an answer', 'openai', 'cut the answer'],
];

/** A server that fails each request with one of the texts. */
function startRefusing(refused: ReadonlySet<string>, fault: Fault): Promise<LoopbackServer> {
  return startServer((request: ReceivedRequest) => {
    const input = [request.body['input']].flat() as string[];
    if (input.some((text) => refused.has(text))) return typeof fault === 'function' ? fault(input, refused) : fault;
    return request.path === '/api/embed' ? ollamaReaction(request, { name: 'm' }) : openAiReaction(request, 'key');
  });
}

function connect({ url }: LoopbackServer, provider: Provider = 'ollama') {
  const env = { OLLAMA_HOST: url, OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'key' };
  return createEmbedder(`${provider}:m`, noPatience(env).settings);
}

describe.each(FAULTS)('texts that the server answers with %s, by the protocol of %s', (_, provider, fault) => {
  it('are named one by one, and all others have their vectors', async () => {
    const refused = new Set(['text 3', 'text 4', 'text 39']);
    const server = await startRefusing(refused, fault);
    const found = new Map<number, string>();
    const kept: number[] = [];
    const vectors = await connect(server, provider).embed(texts, {
      onRefused: (index, { message }) => found.set(index, message),
      onBatch: (first, batch) => kept.push(...batch.map((_vector, at) => first + at)),
    });
    expect([...found.keys()].sort((a, b) => a - b)).toEqual([3, 4, 39]);
    expect(found.get(4)).toMatch(/\btext 4\b/);
    for (const [at, text] of texts.entries())
      expect(vectors[at]).toEqual(refused.has(text) ? undefined : float32Of(text));
    expect(kept.sort((a, b) => a - b)).toEqual([...texts.keys()].filter((at) => !refused.has(`text ${at}`)));
  });

  it('fail a call that needs all, by their names', async () => {
    const server = await startRefusing(new Set(['text 7']), fault);
    await expect(connect(server, provider).embed(texts)).rejects.toMatchObject({
      message: expect.stringMatching(/\btext 7\b/),
    });
  });
});

it('every vector that came before a failure is handed over', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), async (refused) => {
      const answered = new Set<string>();
      const server = await startServer((request) => {
        const input = request.body['input'] as string[];
        if (input.includes(refused)) return ollamaError(400, 'not taken');
        for (const text of input) answered.add(text);
        return ollamaReaction(request, { name: 'm' });
      });
      const kept = new Set<string>();
      const onBatch = (first: number, batch: readonly Float32Array[]): void => {
        for (const [at, vector] of batch.entries()) {
          expect(vector).toEqual(float32Of(texts[first + at]!));
          kept.add(texts[first + at]!);
        }
      };
      await expect(connect(server).embed(texts, { onBatch })).rejects.toMatchObject({ message: /not taken/ });
      expect(texts.filter((text) => answered.has(text))).toEqual(texts.filter((text) => kept.has(text)));
    }),
    { numRuns: 12 },
  );
});

it('a text for which no answer comes in time is named, and all others have their vectors', async () => {
  const server = await startRefusing(new Set(['text 2']), 'never answer');
  const { settings } = noPatience({ OLLAMA_HOST: server.url });
  const embedder = createEmbedder('ollama:m', { ...settings, timeoutMs: 1500, retryCount: 0 });
  const found: number[] = [];
  const vectors = await embedder.embed(texts.slice(0, 4), { onRefused: (index) => found.push(index) });
  expect(found).toEqual([2]);
  for (const at of [0, 1, 3]) expect(vectors[at]).toEqual(float32Of(texts[at]!));
});

it('whichever texts are refused, nothing else is missing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...texts), { maxLength: 12 }), async (some) => {
      const server = await startRefusing(new Set(some), ollamaError(400, 'not taken'));
      const found: string[] = [];
      await connect(server).embed(texts, { onRefused: (index) => found.push(texts[index]!) });
      expect(found.sort()).toEqual([...some].sort());
    }),
    { numRuns: 20 },
  );
});

it('a server that embeds the first text of a request only is asked for each of them', async () => {
  const server = await startServer(({ body }) => ({
    json: { embeddings: [unitVectorOf((body['input'] as string[])[0]!)] },
  }));
  expect(await connect(server).embed(texts)).toEqual(texts.map(float32Of));
});

it.each([
  ['EMBEDDER_SERVER_ERROR', ollamaError(500, 'out of memory')],
  ['EMBEDDER_KEY_REJECTED', ollamaError(403, 'not for you')],
  ['EMBEDDER_REQUEST_REJECTED', ollamaError(451, 'not here')],
  ['EMBEDDER_BAD_RESPONSE', { raw: '<html>' }],
  ['EMBEDDER_BAD_RESPONSE', { json: { embeddings: [] } }],
  ['EMBEDDER_BAD_RESPONSE', { json: { embeddings: Array.from({ length: 41 }, () => [1, 2]) } }],
])('a server that takes nothing is at fault, not the texts: %s', async (code, reaction) => {
  const server = await startServer(() => reaction);
  const found: number[] = [];
  const call = connect(server).embed(texts, { onRefused: (index) => found.push(index) });
  await expect(call).rejects.toMatchObject({ code });
  expect(found).toEqual([]);
});
