import { sha256Hex } from '@topicmill/base/files';
import type { Embedder } from '@topicmill/text/embedder';
import { expect, it } from 'vitest';
import { embedWithCache, openEmbeddingCache } from '../../src/embedding-cache/index.js';
import { vectorOf } from './hash-embedder.js';
import { temporaryFolder } from './temporary-folder.js';

type Change = (vector: Float32Array) => Float32Array;

const lengthened =
  (length: number): Change =>
  (vector) =>
    Float32Array.from({ length }, (_, at) => vector[at % vector.length]!);
const each =
  (change: (value: number, at: number, vector: Float32Array) => number): Change =>
  (vector) =>
    vector.map(change);

/** What a server that gave vectors of a length serves under the same name since. */
const OTHER_MODELS: readonly (readonly [name: string, length: number, change: Change])[] = [
  ['6 numbers instead of 8', 8, lengthened(6)],
  ['7 numbers instead of 8', 8, lengthened(7)],
  ['9 numbers instead of 8', 8, lengthened(9)],
  ['16 numbers instead of 8', 8, lengthened(16)],
  ['1 number instead of 8', 8, lengthened(1)],
  ['8 numbers instead of 1', 1, lengthened(8)],
  ['768 numbers instead of 384', 384, lengthened(768)],
  ['384 numbers instead of 768', 768, lengthened(384)],
  ['1024 numbers instead of 768', 768, lengthened(1024)],
  ['3072 numbers instead of 1536', 1536, lengthened(3072)],
  ['256 numbers, the first of 3072', 3072, (vector) => vector.slice(0, 256)],
  ['as many, of another text', 384, () => vectorOf('another revision', 384)],
  ['as many, in another order', 384, (vector) => vector.toReversed()],
  ['as many, one place further', 384, (vector) => each((_, at) => vector[(at + 1) % vector.length]!)(vector)],
  ['as many, the other way round', 384, each((value) => -value)],
  ['as many, without their signs', 384, each(Math.abs)],
  ['as many, squared', 384, each((value) => value * value)],
  ['as many, the second half empty', 384, each((value, at) => (at < 192 ? value : 0))],
  ['as many, with another mean', 384, each((value) => value + 0.25)],
  ['as many, of their signs alone', 384, each(Math.sign)],
  ['as many, of another pooling', 384, each((value, at, vector) => (value + vector[(at + 7) % vector.length]!) / 2)],
];

/** What servers do with the numbers of one model. */
const SAME_MODELS: readonly (readonly [name: string, length: number, change: Change])[] = [
  ['the same', 384, each((value) => value)],
  ['of another length as arrows', 384, each((value) => 3 * value)],
  ['of length 1', 384, each((value, _, vector) => value / Math.hypot(...vector))],
  ['rounded to four digits', 384, each((value) => Number(value.toFixed(4)))],
  ['in steps of 8 bits', 384, each((value) => Math.round(value * 127) / 127)],
  ['of another batch', 384, each((value, at) => value + 1e-5 * (at % 3))],
];

const servedAs = (length: number, change: Change): Embedder => ({
  model: 'test:served',
  mayChange: true,
  embed: async (texts) => texts.map((text) => change(vectorOf(text, length))),
});

async function embedTwice(length: number, change: Change): Promise<unknown> {
  const root = temporaryFolder();
  const embed = (embedder: Embedder, texts: readonly string[]) =>
    embedWithCache({
      cache: openEmbeddingCache(root),
      embedder,
      strategy: 's',
      sourceSha256: sha256Hex(texts.join('\n')),
      texts,
    });
  await embed(
    servedAs(length, (vector) => vector),
    ['a', 'b'],
  );
  return embed(servedAs(length, change), ['a', 'c']).catch(({ code }: { code?: string }) => code);
}

it.each(OTHER_MODELS)('another model under the same name is refused: %s', async (_, length, change) => {
  expect(await embedTwice(length, change)).toBe('EMBEDDER_MODEL_CHANGED');
});

it.each(SAME_MODELS)('vectors of one model are taken: %s', async (_, length, change) => {
  expect(await embedTwice(length, change)).toMatchObject({ embeddedCount: 1, reusedCount: 1 });
});
