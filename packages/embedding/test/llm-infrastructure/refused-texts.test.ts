import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbedder } from '../../src/llm-infrastructure/index.js';
import { type LoopbackServer, type Reaction, type ReceivedRequest, startServer } from './loopback-server.js';
import { noPatience } from './patience.js';
import { float32Of, ollamaReaction } from './protocols.js';

const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`);

const FAULTS: readonly [string, Reaction][] = [
  ['500 because of NaN', { status: 500, json: { error: 'json: unsupported value: NaN' } }],
  ['400', { status: 400, json: { error: 'not taken' } }],
  ['422', { status: 422, json: { error: 'not taken' } }],
  ['a closed connection', 'cut the connection'],
];

/** An Ollama that fails each request with one of the texts. */
function startRefusing(refused: ReadonlySet<string>, fault: Reaction): Promise<LoopbackServer> {
  return startServer((request: ReceivedRequest) =>
    (request.body['input'] as string[]).some((text) => refused.has(text))
      ? fault
      : ollamaReaction(request, { name: 'm' }),
  );
}

function connect(server: LoopbackServer) {
  return createEmbedder('ollama:m', noPatience({ OLLAMA_HOST: server.url }).settings);
}

describe.each(FAULTS)('texts that the server answers with %s', (_, fault) => {
  it('are named one by one, and all others have their vectors', async () => {
    const refused = new Set(['text 3', 'text 4', 'text 39']);
    const server = await startRefusing(refused, fault);
    const found = new Map<number, string>();
    const kept: number[] = [];
    const vectors = await connect(server).embed(texts, {
      onRefused: (index, { message }) => found.set(index, message),
      onBatch: (first, batch) => kept.push(...batch.map((_vector, at) => first + at)),
    });
    expect([...found.keys()].sort((a, b) => a - b)).toEqual([3, 4, 39]);
    expect(found.get(4)).toContain('(text 4)');
    for (const [at, text] of texts.entries())
      expect(vectors[at]).toEqual(refused.has(text) ? undefined : float32Of(text));
    expect(kept.sort((a, b) => a - b)).toEqual([...texts.keys()].filter((at) => !refused.has(`text ${at}`)));
  });

  it('fail a call that needs all, by their names', async () => {
    const server = await startRefusing(new Set(['text 7']), fault);
    await expect(connect(server).embed(texts)).rejects.toMatchObject({ message: expect.stringContaining('(text 7)') });
  });
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
      const server = await startRefusing(new Set(some), FAULTS[1]![1]);
      const found: string[] = [];
      await connect(server).embed(texts, { onRefused: (index) => found.push(texts[index]!) });
      expect(found.sort()).toEqual([...some].sort());
    }),
    { numRuns: 20 },
  );
});

it('a server that takes nothing is at fault, not the texts', async () => {
  const server = await startServer(() => ({ status: 500, json: { error: 'out of memory' } }));
  const found: number[] = [];
  const call = connect(server).embed(texts, { onRefused: (index) => found.push(index) });
  await expect(call).rejects.toMatchObject({ code: 'EMBEDDER_SERVER_ERROR' });
  expect(found).toEqual([]);
});
