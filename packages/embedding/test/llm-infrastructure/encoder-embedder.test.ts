import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTinyEncoder } from '@topicmill/test-support/tiny-encoder';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createEmbedder,
  createQuestionEncoder,
  encoderFolder,
  queryVector,
} from '../../src/llm-infrastructure/index.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'encoder-'));
const tiny = writeTinyEncoder(folder());
const embedder = createEmbedder(`encoder:${tiny}`, { env: {} });
const digest = (vectors: readonly Float32Array[]): string =>
  createHash('sha256')
    .update(Buffer.concat(vectors.map(({ buffer }) => Buffer.from(buffer))))
    .digest('hex');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an encoder of one’s own', () => {
  it('gives the same bytes on every machine, each text alone or with others', async () => {
    const texts = ['Kilns fire the clay.', 'A glaze?', 'Something else'];
    const vectors = await embedder.embed(texts);
    expect(digest(vectors)).toBe('fe1f2f5d46206444e441c4d8556231e00d795d3abe31ec196f97a396466c7717');
    for (const [at, text] of texts.entries()) expect(await embedder.embed([text])).toEqual([vectors[at]]);
  });

  it('gives vectors of length 1, of long texts as of short ones', async () => {
    const long = Array.from({ length: 2000 }, (_, at) => ['kiln', 'glaze', 'clay'][at % 3]).join(' ');
    for (const vector of await embedder.embed(['kiln', long])) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(vector).toHaveLength(8);
    }
    expect(await embedder.embed([long])).not.toEqual(await embedder.embed([long.slice(0, 1000)]));
  });

  it('reads texts that are asked for at once, call after call', async () => {
    const read: string[] = [];
    const onBatch = (call: string) => (index: number) => read.push(`${call}${index}`);
    const [one, other] = await Promise.all([
      embedder.embed(['kiln', 'clay'], { onBatch: onBatch('a') }),
      embedder.embed(['clay', 'kiln'], { onBatch: onBatch('b') }),
    ]);
    expect(one).toEqual([...other].reverse());
    expect(read).toEqual(['a0', 'a1', 'b0', 'b1']);
  });

  it('counts the word pieces of texts without reading them', async () => {
    expect(await embedder.estimate(['kiln', 'the clay'])).toEqual({ tokenCount: 7, costUsd: 0 });
  });

  it('is named by its files, so that caches tell it from others', () => {
    expect(embedder.model).toMatch(/^encoder:[0-9a-f]{16}$/);
    const other = writeTinyEncoder(folder());
    writeFileSync(join(other, 'model.onnx'), 'other');
    expect(createEmbedder(`encoder:${other}`, { env: {} }).model).not.toBe(embedder.model);
  });

  it('needs its files', () => {
    expect(() => createEmbedder(`encoder:${folder()}`, { env: {} })).toThrow(
      expect.objectContaining({ code: 'ENCODER_MISSING', remedy: expect.stringContaining('encoder:<folder>') }),
    );
  });

  it('stops when it is told', async () => {
    const signal = AbortSignal.abort();
    await expect(embedder.embed(['kiln'], { signal })).rejects.toMatchObject({ code: 'EMBEDDER_ABORTED' });
  });
});

describe('the encoder', () => {
  it('is asked for by a command where it is missing, and nothing is fetched', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('no network');
    });
    const env = { TOPICMILL_ENCODER: folder() };
    const missing = createEmbedder('encoder', { env });
    expect(missing.model).toBe('encoder:all-minilm-l6-v2');
    await expect(missing.embed(['kiln'])).rejects.toMatchObject({
      code: 'ENCODER_MISSING',
      remedy: expect.stringContaining('npx topicmill encoder'),
    });
    expect(await createEmbedder(`encoder:${tiny}`, { env }).embed(['kiln'])).toHaveLength(1);
    expect(connect).not.toHaveBeenCalled();
  });

  it('is not read from other files than those that are published', async () => {
    const env = { TOPICMILL_ENCODER: tiny };
    await expect(createEmbedder('encoder', { env }).embed(['kiln'])).rejects.toMatchObject({
      code: 'ENCODER_INVALID',
    });
  });

  it('has no vector of questions that are mostly in another script, which it does not know', async () => {
    const env = { TOPICMILL_ENCODER: folder() };
    expect(await queryVector(createEmbedder('encoder', { env }), 'Vite の窯の温度は?')).toBeUndefined();
    await expect(queryVector(createEmbedder('encoder', { env }), 'kiln の temperature')).rejects.toMatchObject({
      code: 'ENCODER_MISSING',
    });
    expect(await queryVector(embedder, '窯の温度は?')).toMatchObject({ encoder: 'all' });
  });

  it.each([
    [{ TOPICMILL_ENCODER: '/models' }, '/models'],
    [{ XDG_CACHE_HOME: '/cache' }, '/cache/topicmill/encoder'],
    [{ HOME: '/home/me' }, '/home/me/.cache/topicmill/encoder'],
  ])('is by %j in %s', (env, place) => {
    expect(encoderFolder(env)).toBe(place);
  });
});

describe('an encoder of questions', () => {
  const cosine = (one: Float32Array, other: Float32Array): number =>
    one.reduce((sum, value, at) => sum + value * other[at]!, 0);
  const questions = `encoder:${writeTinyEncoder(folder(), 384)}`;
  const table = createEmbedder('builtin', { env: {} });

  it('reads them where the table reads texts, with as many numbers and a name of its own', async () => {
    const encoder = createQuestionEncoder({ model: 'builtin', questions }, { env: {} })!;
    expect(encoder.model).toMatch(/^encoder:[0-9a-f]{16}:builtin-v\d+$/);
    const vectors = await encoder.embed(['kiln', 'glaze']);
    for (const vector of vectors) {
      expect(vector).toHaveLength(table.dimensions!);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
    expect(digest(vectors)).toBe('a7a77b489817ffeafe184a26f8d889df31b2868a4ab6227bc5dcff0d5fe20042');
    const batches: number[] = [];
    expect(await encoder.embed(['kiln', 'glaze'], { onBatch: (first) => batches.push(first) })).toEqual(vectors);
    expect(batches).toEqual([0, 1]);
  });

  it('there is none without a setting, nor with a model whose vectors are others', () => {
    expect(createQuestionEncoder({ model: 'builtin' }, { env: {} })).toBeUndefined();
    expect(createQuestionEncoder({ model: 'ollama:m', questions }, { env: {} })).toBeUndefined();
    expect(createQuestionEncoder({ model: questions, questions }, { env: {} })).toBeUndefined();
  });

  it('leaves texts of other scripts to the table, and what the table knows nothing of without a vector', async () => {
    const encoder = createQuestionEncoder({ model: 'builtin', questions }, { env: {} })!;
    const [text] = ['窯の温度は?'];
    expect(await encoder.embed([text])).toEqual(await table.embed([text]));
    expect(await queryVector(encoder, 'x q')).toBeUndefined();
  });

  it('must have as many numbers as the one that the table was made from', async () => {
    const encoder = createQuestionEncoder({ model: 'builtin', questions: `encoder:${tiny}` }, { env: {} })!;
    await expect(encoder.embed(['kiln'])).rejects.toMatchObject({ code: 'ENCODER_INVALID' });
  });

  it('is replaced by the table where it is missing, if that is asked for, and told once', async () => {
    const models = { model: 'builtin', questions: 'encoder' };
    const settings = { env: { TOPICMILL_ENCODER: folder() } };
    await expect(createQuestionEncoder(models, settings)!.embed(['kiln'])).rejects.toMatchObject({
      code: 'ENCODER_MISSING',
    });
    const told: string[] = [];
    const encoder = createQuestionEncoder(models, settings, ({ code }) => told.push(code))!;
    expect(await encoder.embed(['kiln', 'glaze'])).toEqual(await table.embed(['kiln', 'glaze']));
    expect(told).toEqual(['ENCODER_MISSING']);
  });

  const real = process.env['TOPICMILL_ENCODER_FILES'] ?? '';
  describe.skipIf(!existsSync(join(real, 'tokenizer.json')))(
    'with the published model (skipped unless TOPICMILL_ENCODER_FILES names a folder with it)',
    () => {
      const texts = ['How do I put a site online?', 'Deploy the site to a server.', 'Glazes melt at high heat.'];
      const env = { TOPICMILL_ENCODER: folder() };
      if (real !== '') {
        copyFileSync(join(real, 'tokenizer.json'), join(env.TOPICMILL_ENCODER, 'tokenizer.json'));
        copyFileSync(join(real, 'model-int8.onnx'), join(env.TOPICMILL_ENCODER, 'model.onnx'));
      }

      it('finds what means the same', async () => {
        const [asked, near, far] = await createEmbedder('encoder', { env }).embed(texts);
        expect(asked).toHaveLength(384);
        expect(cosine(asked!, near!)).toBeGreaterThan(cosine(asked!, far!) + 0.2);
        expect(digest([asked!, near!, far!])).toBe('05896cf09802e5bb2ef458a0a5d75f63919c1a7fb2418d660c5f70690c67eed4');
      });

      it('gives vectors of questions that are near those of the table', async () => {
        const encoder = createQuestionEncoder({ model: 'builtin', questions: 'encoder' }, { env })!;
        expect(encoder.model).toBe('encoder:all-minilm-l6-v2:builtin-v2');
        const byEncoder = await encoder.embed(texts);
        const byTable = await table.embed(texts);
        for (const [at, vector] of byEncoder.entries()) {
          for (const [other, compared] of byTable.entries()) {
            if (at === other) expect(cosine(vector, compared)).toBeGreaterThan(0.6);
            else expect(cosine(vector, compared)).toBeLessThan(0.6);
          }
        }
        expect(cosine(byEncoder[0]!, byTable[1]!)).toBeGreaterThan(cosine(byEncoder[0]!, byTable[2]!) + 0.2);
      });
    },
  );
});
