import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMBEDDING_DIMENSIONS, embedText, loadWordVectors, MODEL_REVISION } from '../../src/static-embeddings/index.js';
import { bundledWordVectors } from '../../src/static-embeddings/node.js';
import { tinyTable } from './tiny-table.js';

const vectors = bundledWordVectors();
const tiny = loadWordVectors(tinyTable());

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const similarityOf = (a: string, b: string): number => dot(embedText(vectors, a), embedText(vectors, b));

/** First 16 hex digits of the SHA-256 of the vector's little-endian float32 bytes. */
function digestOf(vector: Float32Array): string {
  const bytes = new DataView(new ArrayBuffer(4 * vector.length));
  vector.forEach((value, at) => {
    bytes.setFloat32(4 * at, value, true);
  });
  return createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex').slice(0, 16);
}

describe(`the vectors of ${MODEL_REVISION}: a change here needs another MODEL_REVISION`, () => {
  it('come from this table', () => {
    expect([MODEL_REVISION, vectors.sha256, vectors.wordCount, vectors.wordDimensions]).toEqual([
      'builtin-v2',
      '0c2ab61f40712110a9cb0b1b44545aa801dc1c7f1db7134d9e9dc693b189ad11',
      27_811,
      256,
    ]);
  });

  it.each([
    ['', '2a69b6354d8319f0'],
    ['***', 'be119eb563ca8961'],
    ['the', 'be13425001e0e690'],
    ['How do I serialize an object to JSON?', '9d7b1c4c659d888a'],
    ['# JsonSerializer\n\nThe serializer writes UTF-8.\n\n```csharp\n# not a heading\n```\n', '7e551e1a336d8344'],
    ['Die Zwischenspeicherung beschleunigt größere Abfragen.', 'b601c445c226132a'],
    ['Как работает кэш?', '95cf88146e3c56ad'],
    ['検索エンジンの使い方', '52028ff7d1a01d79'],
    ['كيف يعمل التخزين المؤقت', '7b6fb7b7ced00fb3'],
    ['🦀 α🦀', 'c5fb5dfb90d2ae83'],
  ])('%j → %s', (text, digest) => {
    expect(digestOf(embedText(vectors, text))).toBe(digest);
  });
});

describe('embedText', () => {
  it('gives finite vectors of unit length for every text, the same every time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem(), fc.string({ unit: 'grapheme' })), (text) => {
        const vector = embedText(vectors, text);
        expect(vector).toHaveLength(EMBEDDING_DIMENSIONS);
        expect(Math.abs(dot(vector, vector) - 1)).toBeLessThan(1e-6);
        expect(digestOf(embedText(vectors, text))).toBe(digestOf(vector));
      }),
    );
  });

  it('does not depend on the texts before it', () => {
    const long = 'q'.repeat(1 << 20);
    const words = fc.constantFrom('cache', 'caches', 'Cached', 'JsonSerializer', 'the', '検索', '#', long, '\n# ', ' ');
    const texts = fc.array(words, { maxLength: 12 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 4 }), (text, others) => {
        const alone = digestOf(embedText(loadWordVectors(tinyTable()), text));
        const reader = loadWordVectors(tinyTable());
        for (const other of others) embedText(reader, other);
        expect(digestOf(embedText(reader, text))).toBe(alone);
      }),
      { numRuns: 40 },
    );
  });

  it('does not depend on the order of the words, to the last bit', () => {
    const shuffles = fc
      .array(fc.constantFrom('cache', 'the', 'JsonSerializer', 'serialized', 'königlich', '検索', 'qwxz', 'key'), {
        minLength: 1,
        maxLength: 60,
      })
      .chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })));
    fc.assert(
      fc.property(shuffles, ([words, shuffled]) => {
        expect(digestOf(embedText(vectors, shuffled.join(' ')))).toBe(digestOf(embedText(vectors, words.join(' '))));
      }),
    );
  });

  it('brings words of similar meaning together that share no letters', () => {
    expect(similarityOf('car', 'automobile')).toBeGreaterThan(similarityOf('car', 'banana') + 0.3);
    expect(similarityOf('the doctor treats patients', 'a physician in hospital')).toBeGreaterThan(
      similarityOf('the doctor treats patients', 'an asphalt road bridge') + 0.3,
    );
  });

  it('brings forms and parts of a name together', () => {
    expect(similarityOf('JsonSerializer', 'how to use the serializer for json')).toBeGreaterThan(0.8);
    expect(similarityOf('serializes', 'serialized')).toBeGreaterThan(similarityOf('serializes', 'painted') + 0.3);
  });

  it('finds its like in languages that the table does not hold', () => {
    const question = '如何使用缓存';
    expect(similarityOf(question, '缓存的使用方法')).toBeGreaterThan(similarityOf(question, '天气预报') + 0.1);
    expect(similarityOf('ошибка запроса', 'текст ошибка')).toBeGreaterThan(
      similarityOf('ошибка запроса', 'зима лето') + 0.1,
    );
  });

  it('gives a heading more weight than the text under it', () => {
    const question = 'certificates';
    expect(similarityOf(question, '# Certificates\n\nRenew them yearly.')).toBeGreaterThan(
      similarityOf(question, 'Certificates\n\nRenew them yearly.') + 0.05,
    );
  });

  it('reads a text to its end, however long', () => {
    const text = 'water '.repeat(20_000);
    expect(embedText(vectors, `${text}harbour`)).not.toEqual(embedText(vectors, `${text}granite`));
  });

  it('distinguishes white space, symbols and words', () => {
    expect(embedText(vectors, ' \n')).toEqual(embedText(vectors, ''));
    expect(embedText(vectors, '***')).not.toEqual(embedText(vectors, ''));
  });

  it('reads tables of other sizes', () => {
    const vector = embedText(tiny, 'the cats');
    expect(vector).toHaveLength(4);
    expect(dot(vector, vector)).toBeCloseTo(1, 6);
  });

  it('consists of hashed terms alone where no piece is known', () => {
    const vector = embedText(tiny, 'dog');
    expect([...vector].filter((value) => value !== 0).map(Math.abs)).toEqual([1]);
  });
});
