import { describe, expect, it } from 'vitest';
import { createEmbedder, KNOWN_EMBEDDERS } from '../../src/llm-infrastructure/index.js';

describe('createEmbedder', () => {
  it.each(KNOWN_EMBEDDERS)('knows %s', (spec) => {
    expect(createEmbedder(spec, { env: {} }).model.startsWith(spec)).toBe(true);
  });

  it.each(['', 'gpt', 'ollama', 'ollama:', 'openai:', 'Builtin', 'cohere:embed'])(
    'does not know %j, and names those that it knows',
    (spec) => {
      expect(() => createEmbedder(spec, { env: {} })).toThrow(
        expect.objectContaining({
          code: 'EMBEDDER_UNKNOWN',
          message: expect.stringContaining(JSON.stringify(spec)),
          remedy: expect.stringContaining(KNOWN_EMBEDDERS.join(', ')),
        }),
      );
    },
  );

  it('says what to renew where vectors were made with the table of another release', () => {
    expect(() => createEmbedder('builtin:builtin-v1', { env: {} })).toThrow(
      expect.objectContaining({
        code: 'EMBEDDER_UNKNOWN',
        message: expect.stringMatching(/made with builtin:builtin-v1.* has builtin:builtin-v\d/),
        remedy: expect.stringContaining('publish or export the docs again'),
      }),
    );
  });

  it('keeps a tag in the name of a model', () => {
    expect(createEmbedder('ollama:bge-m3:567m', { env: {} }).model).toBe('ollama:bge-m3:567m');
  });
});

describe('the built-in embedder', () => {
  const embedder = createEmbedder('builtin', { env: {} });

  it('gives vectors of its length, the same every time', async () => {
    const texts = Array.from({ length: 70 }, (_, index) => `Serialization of objects, part ${index}`);
    const batches: number[] = [];
    const vectors = await embedder.embed(texts, { onBatch: (_, some) => batches.push(some.length) });
    expect(vectors.map((vector) => vector.length)).toEqual(texts.map(() => embedder.dimensions));
    expect(batches).toEqual([70]);
    expect(await createEmbedder(embedder.model, { env: {} }).embed(texts.slice(3, 5))).toEqual(vectors.slice(3, 5));
  });

  it('puts texts on one subject nearer to each other', async () => {
    const [query, near, far] = await embedder.embed([
      'parse json text into objects',
      'The deserializer reads JSON and creates an object.',
      'Cooking rice takes twenty minutes with water.',
    ]);
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    expect(dot(query!, near!)).toBeGreaterThan(dot(query!, far!));
  });

  it('refuses a text without content, and stops when told to', async () => {
    await expect(embedder.embed(['a', ''], { labels: ['a.md', 'b.md'] })).rejects.toMatchObject({
      code: 'EMBEDDER_EMPTY_TEXT',
      message: expect.stringContaining('b.md'),
    });
    const signal = AbortSignal.abort();
    await expect(embedder.embed(['a'], { signal })).rejects.toMatchObject({ code: 'EMBEDDER_ABORTED' });
  });
});
