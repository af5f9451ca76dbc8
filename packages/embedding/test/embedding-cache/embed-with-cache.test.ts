import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import type { Embedder } from '@topicmill/text/embedder';
import { describe, expect, it } from 'vitest';
import { embedWithCache, openEmbeddingCache } from '../../src/embedding-cache/index.js';
import { hashEmbedder, vectorOf } from './hash-embedder.js';
import { temporaryFolder } from './temporary-folder.js';

/** A process of its own each time: nothing is carried over but the folder. */
function embed(root: string, embedder: Embedder, texts: readonly string[], source = texts.join('\n')) {
  return embedWithCache({
    cache: openEmbeddingCache(root),
    embedder,
    strategy: 'semantic-250-750',
    sourceSha256: sha256Hex(source),
    texts,
    labels: texts.map((_, index) => `chunk-${index}.md`),
  });
}

describe('embedWithCache', () => {
  it('embeds a new source once, and never again while its texts stay', async () => {
    const root = temporaryFolder();
    const first = await embed(root, hashEmbedder(), ['a', 'b', 'c']);
    expect(first).toEqual({
      vectors: [vectorOf('a'), vectorOf('b'), vectorOf('c')],
      refused: new Map(),
      embeddedCount: 3,
      reusedCount: 0,
      diagnostics: [],
    });
    const embedder = hashEmbedder();
    const second = await embed(root, embedder, ['a', 'b', 'c']);
    expect(second).toEqual({ ...first, embeddedCount: 0, reusedCount: 3 });
    expect(embedder.embedded).toEqual([]);
  });

  it('embeds only the changed texts of an edited source, in the order of the texts', async () => {
    const root = temporaryFolder();
    await embed(root, hashEmbedder(), ['a', 'b', 'c', 'd']);
    const embedder = hashEmbedder();
    const { vectors, embeddedCount, reusedCount } = await embed(root, embedder, ['d', 'new', 'b', 'other', 'a']);
    expect(embedder.embedded).toEqual(['new', 'other']);
    expect({ embeddedCount, reusedCount }).toEqual({ embeddedCount: 2, reusedCount: 3 });
    expect(vectors).toEqual(['d', 'new', 'b', 'other', 'a'].map((text) => vectorOf(text)));
  });

  it('embeds nothing when an edit leaves every text the same', async () => {
    const root = temporaryFolder();
    await embed(root, hashEmbedder(), ['a', 'b'], 'as it was');
    const embedder = hashEmbedder();
    const result = await embed(root, embedder, ['a', 'b'], 'with other front matter');
    expect(result).toMatchObject({ embeddedCount: 0, reusedCount: 2 });
    expect(embedder.embedded).toEqual([]);
  });

  it('embeds equal texts once', async () => {
    const embedder = hashEmbedder();
    const { vectors, embeddedCount } = await embed(temporaryFolder(), embedder, ['same', 'other', 'same']);
    expect(embedder.embedded).toEqual(['same', 'other']);
    expect(embeddedCount).toBe(2);
    expect(vectors).toEqual([vectorOf('same'), vectorOf('other'), vectorOf('same')]);
  });

  it('shares nothing between models, nor between strategies', async () => {
    const root = temporaryFolder();
    await embed(root, hashEmbedder(), ['a']);
    const other = hashEmbedder({ model: 'test:other' });
    await embed(root, other, ['a']);
    expect(other.embedded).toEqual(['a']);
  });

  it('keeps what was delivered before a failure', async () => {
    const root = temporaryFolder();
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const failing = hashEmbedder({ batchSize: 2, failsAt: 'e' });
    await expect(embed(root, failing, texts)).rejects.toThrow('the provider failed');
    expect(failing.embedded).toEqual(['a', 'b', 'c', 'd']);

    const embedder = hashEmbedder({ batchSize: 2 });
    expect(await embed(root, embedder, texts)).toMatchObject({ embeddedCount: 1, reusedCount: 4, diagnostics: [] });
    expect(embedder.embedded).toEqual(['e']);
    const modelFolder = join(root, 'semantic-250-750/test%3ahash');
    expect(readdirSync(join(modelFolder, 'pending'))).toEqual([]);
  });

  it('writes no pending batch when one batch is all there is', async () => {
    const root = temporaryFolder();
    await embed(root, hashEmbedder(), ['a', 'b']);
    expect(readdirSync(join(root, 'semantic-250-750/test%3ahash'))).toEqual([sha256Hex('a\nb').slice(0, 16)]);
  });

  it('makes only the damaged vector of an entry again, and says so', async () => {
    const root = temporaryFolder();
    await embed(root, hashEmbedder(), ['a', 'b', 'c']);
    const path = join(root, 'semantic-250-750/test%3ahash', sha256Hex('a\nb\nc').slice(0, 16), 'chunk-1.bin');
    writeFileSync(path, 'damaged');
    const embedder = hashEmbedder();
    const result = await embed(root, embedder, ['a', 'b', 'c']);
    expect(embedder.embedded).toEqual(['b']);
    expect(result.vectors).toEqual([vectorOf('a'), vectorOf('b'), vectorOf('c')]);
    expect(result.diagnostics).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'CACHE_ENTRY_INVALID', file: path.replaceAll('\\', '/') }),
    ]);
    expect(await embed(root, hashEmbedder(), ['a', 'b', 'c'])).toMatchObject({ embeddedCount: 0, diagnostics: [] });
  });

  it('embeds everything again when the model now gives vectors of another length', async () => {
    const root = temporaryFolder();
    await embed(root, hashEmbedder({ dimensions: 4 }), ['a', 'b']);
    const embedder = hashEmbedder({ dimensions: 8 });
    const result = await embed(root, embedder, ['a', 'b', 'c']);
    expect(result).toMatchObject({ embeddedCount: 3, reusedCount: 0 });
    expect(result.vectors).toEqual(['a', 'b', 'c'].map((text) => vectorOf(text, 8)));
  });

  it('takes no cached vector of a length that the model is known not to give', async () => {
    const root = temporaryFolder();
    await embed(root, hashEmbedder({ dimensions: 4 }), ['a', 'b']);
    const embedder = { ...hashEmbedder({ dimensions: 8 }), dimensions: 8 };
    expect((await embed(root, embedder, ['a', 'b'])).vectors).toEqual(['a', 'b'].map((text) => vectorOf(text, 8)));
  });

  it('gives the vectors even when the cache cannot be written', async () => {
    const parent = join(temporaryFolder(), 'parent');
    writeFileSync(parent, 'a file where the folder of the cache’s own folder should be');
    const result = await embed(join(parent, 'cache'), hashEmbedder({ batchSize: 1 }), ['a', 'b']);
    expect(result.vectors).toEqual([vectorOf('a'), vectorOf('b')]);
    expect(new Set(result.diagnostics.map(({ code }) => code))).toContain('CACHE_UNWRITABLE');
  });

  const obstacles = [
    ['chunk-0.bin', (path: string) => mkdirSync(join(path, 'inside'), { recursive: true })],
    ['metadata.json', (path: string) => mkdirSync(join(path, 'inside'), { recursive: true })],
    ['metadata.json', (path: string) => symlinkSync(path, path)],
    ['metadata.json', (path: string) => execFileSync('mkfifo', [path])],
    ['chunk-0.bin', (path: string) => execFileSync('mkfifo', [path])],
    ['.', (path: string) => writeFileSync(path, '')],
    ['..', (path: string) => writeFileSync(path, '')],
    ['../pending', (path: string) => writeFileSync(path, '')],
    ['../..', (path: string) => symlinkSync(path, path)],
  ] as const;
  it.each(obstacles)('replaces what occupies the place of %s (%#)', async (place, obstruct) => {
    const root = join(temporaryFolder(), 'cache');
    const path = join(root, 'semantic-250-750/test%3ahash', sha256Hex('a').slice(0, 16), place);
    mkdirSync(dirname(path), { recursive: true });
    obstruct(path);
    expect((await embed(root, hashEmbedder(), ['a'])).vectors).toEqual([vectorOf('a')]);
    const again = await embed(root, hashEmbedder(), ['a']);
    expect(again).toMatchObject({ vectors: [vectorOf('a')], embeddedCount: 0, diagnostics: [] });
  });

  it('refuses another number of vectors than texts', async () => {
    const embedder: Embedder = { model: 'test:short', embed: async () => [vectorOf('a')] };
    await expect(embed(temporaryFolder(), embedder, ['a', 'b'])).rejects.toMatchObject({
      code: 'EMBEDDER_BAD_RESPONSE',
    });
  });

  it('touches neither cache nor embedder for no texts', async () => {
    const root = temporaryFolder();
    const embedder = hashEmbedder();
    expect(await embed(root, embedder, [])).toEqual({
      vectors: [],
      refused: new Map(),
      embeddedCount: 0,
      reusedCount: 0,
      diagnostics: [],
    });
    expect(readdirSync(root)).toEqual([]);
  });
});
