import { expect, test } from 'vitest';
import type { StepServices } from '../../src/runner/step.js';
import { withoutEmbedding } from '../../src/runner/without-embedding.js';

const CACHED = new Map([
  ['tea', new Float32Array([0.6, 0.8])],
  ['coffee', new Float32Array([0.8, 0.6])],
]);

const services = (): StepServices =>
  withoutEmbedding({
    model: 'test',
    embed: () => Promise.reject(new Error('nothing is embedded')),
    findVectors: (_, texts) => new Map([...CACHED].filter(([text]) => texts.includes(text))),
    openMemo: () => ({ find: () => undefined, save: () => {} }) as never,
  });

const embed = (from: StepServices, ...texts: string[]) =>
  from.embed({ strategy: 's', sourceSha256: '', texts, labels: texts });

test('cached vectors are given, and others count as what would be embedded', async () => {
  const { vectors, embeddedCount } = await embed(services(), 'tea', 'cocoa', 'cocoa', 'coffee');
  expect(vectors).toEqual([
    CACHED.get('tea'),
    new Float32Array([1, 1]),
    new Float32Array([1, 1]),
    CACHED.get('coffee'),
  ]);
  expect(embeddedCount).toBe(1);
});

test.each([
  [['cocoa'], ['tea']],
  [['tea'], ['cocoa']],
])('vectors of %s can be compared with vectors of %s, whichever of them are cached', async (first, second) => {
  const from = services();
  const lengths = [...(await embed(from, ...first)).vectors, ...(await embed(from, ...second)).vectors];
  expect(new Set(lengths.map(({ length }) => length)).size).toBe(1);
});
