import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMetadata, parseMetadata } from '../../src/embedding-cache/cache-entry.js';
import { type CacheKey, type EmbeddedText, openEmbeddingCache } from '../../src/embedding-cache/index.js';
import { temporaryFolder } from './temporary-folder.js';

const sourceSha256 = 'ab'.repeat(32);
const key: CacheKey = { strategy: 'semantic-250-750', model: 'ollama:mxbai-embed-large', sourceSha256 };
const entryPath = 'semantic-250-750/ollama%3amxbai-embed-large/abababababababab';
const texts: EmbeddedText[] = [
  { textSha256: '1'.repeat(64), vector: Float32Array.of(1, -2, 0.5) },
  { textSha256: '2'.repeat(64), vector: Float32Array.of(0, 3.25, 1e-20) },
];
const textSha256s = texts.map((text) => text.textSha256);
const vectors = texts.map((text) => text.vector);

function writtenCache() {
  const root = temporaryFolder();
  const cache = openEmbeddingCache(root);
  cache.write(key, texts);
  return { root, cache, directory: join(root, entryPath) };
}

describe('an entry', () => {
  it('lies where strategy, model and source say, as metadata and little-endian float32', () => {
    const { directory } = writtenCache();
    expect(readdirSync(directory).sort()).toEqual(['chunk-0.bin', 'chunk-1.bin', 'metadata.json']);
    expect(readFileSync(join(directory, 'chunk-0.bin')).toString('hex')).toBe('0000803f' + '000000c0' + '0000003f');
    expect(JSON.parse(readFileSync(join(directory, 'metadata.json'), 'utf8'))).toEqual({
      format: 1,
      strategy: 'semantic-250-750',
      model: 'ollama:mxbai-embed-large',
      source_sha256: sourceSha256,
      dimensions: 3,
      chunk_count: 2,
      chunks: [
        {
          file: 'chunk-0.bin',
          text_sha256: '1'.repeat(64),
          byte_length: 12,
          sha256: '2ce4bdb6b34a50ac7092eb9fee94337a27498e9eb9bae44192f15b88831b2422',
        },
        {
          file: 'chunk-1.bin',
          text_sha256: '2'.repeat(64),
          byte_length: 12,
          sha256: expect.stringMatching(/^\w{64}$/),
        },
      ],
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is read back to the bit, also by another process', () => {
    const { root } = writtenCache();
    expect(openEmbeddingCache(root).read(key, { textSha256s, dimensions: 3 })).toEqual({ hit: true, vectors });
  });

  it('comes out the same for every set of vectors', () => {
    const root = temporaryFolder();
    const anyVectors = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 }))
      .chain(([dimensions, count]) =>
        fc.array(
          fc.float32Array({ minLength: dimensions, maxLength: dimensions, noNaN: true, noDefaultInfinity: true }),
          {
            minLength: count,
            maxLength: count,
          },
        ),
      );
    fc.assert(
      fc.property(anyVectors, (some) => {
        const content = some.map((vector, index) => ({ textSha256: String(index).padStart(64, '0'), vector }));
        const cache = openEmbeddingCache(root);
        cache.write(key, content);
        const read = cache.read(key, { textSha256s: content.map((text) => text.textSha256) });
        expect(read).toEqual({ hit: true, vectors: some });
      }),
      { numRuns: 30 },
    );
  });

  it('of other chunks or vectors than asked for is a miss with its reason', () => {
    const { cache } = writtenCache();
    const reason = (...read: Parameters<typeof cache.read>) => {
      const found = cache.read(...read);
      return found.hit ? 'hit' : found.reason;
    };
    expect(reason(key, { textSha256s })).toBe('hit');
    expect(reason({ ...key, model: 'other' }, { textSha256s })).toBe('absent');
    expect(reason({ ...key, strategy: 'other' }, { textSha256s })).toBe('absent');
    expect(reason({ ...key, sourceSha256: 'cd'.repeat(32) }, { textSha256s })).toBe('absent');
    expect(reason(key, { textSha256s: textSha256s.slice(1) })).toBe('chunk-count');
    expect(reason(key, { textSha256s: textSha256s.toReversed() })).toBe('text');
    expect(reason(key, { textSha256s, dimensions: 4 })).toBe('dimensions');
  });

  it('of another source with the same first 16 digits is foreign', () => {
    const { cache } = writtenCache();
    const other = { ...key, sourceSha256: `${sourceSha256.slice(0, 16)}${'0'.repeat(48)}` };
    expect(cache.read(other, { textSha256s })).toMatchObject({ hit: false, reason: 'foreign' });
  });

  it('copied to the folder of another model is foreign, and no text is found through it', () => {
    const { root, directory, cache } = writtenCache();
    cpSync(directory, join(root, 'semantic-250-750/other/abababababababab'), { recursive: true });
    expect(cache.read({ ...key, model: 'other' }, { textSha256s })).toMatchObject({ hit: false, reason: 'foreign' });
    expect(cache.findByText(key.strategy, 'other', textSha256s)).toEqual(new Map());
  });

  it('with any byte changed is a miss', () => {
    const { directory, cache } = writtenCache();
    const anyChange = fc.record({
      file: fc.constantFrom('metadata.json', 'chunk-0.bin', 'chunk-1.bin'),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      mask: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(anyChange, ({ file, at, mask }) => {
        const path = join(directory, file);
        const bytes = readFileSync(path);
        const altered = Buffer.from(bytes);
        const offset = Math.floor(at * bytes.length);
        altered[offset] = altered[offset]! ^ mask;
        writeFileSync(path, altered);
        const read = cache.read(key, { textSha256s });
        const found = openEmbeddingCache(join(directory, '../../..')).findByText(key.strategy, key.model, textSha256s);
        writeFileSync(path, bytes);
        expect(read).toMatchObject({ hit: false, reason: 'damaged' });
        for (const [hash, vector] of found) expect(vector).toEqual(vectors[textSha256s.indexOf(hash)]);
      }),
      { numRuns: 300 },
    );
    expect(cache.read(key, { textSha256s }).hit).toBe(true);
  });

  it.each(['metadata.json', 'chunk-0.bin', 'chunk-1.bin'])('with %s truncated, grown or missing is a miss', (file) => {
    const { directory, cache } = writtenCache();
    const path = join(directory, file);
    const bytes = readFileSync(path);
    for (let length = 0; length < bytes.length; length += 4) {
      truncateSync(path, length);
      expect(cache.read(key, { textSha256s }).hit).toBe(false);
      writeFileSync(path, bytes);
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(4)]));
    expect(cache.read(key, { textSha256s }).hit).toBe(false);
    rmSync(path);
    expect(cache.read(key, { textSha256s }).hit).toBe(false);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'a file where a folder should be');
    expect(cache.read(key, { textSha256s })).toMatchObject({ hit: false, reason: 'absent' });
  });

  it('that a killed writer left without its last file is a miss, and the next write completes it', () => {
    const whole = writtenCache();
    for (const files of [[], ['chunk-0.bin'], ['chunk-0.bin', 'chunk-1.bin']]) {
      const root = temporaryFolder();
      const directory = join(root, entryPath);
      mkdirSync(directory, { recursive: true });
      for (const file of files) cpSync(join(whole.directory, file), join(directory, file));
      if (files.length > 0) truncateSync(join(directory, files.at(-1)!), 5);
      writeFileSync(join(directory, 'metadata.json.1234567890.topicmill-tmp'), '{');
      const cache = openEmbeddingCache(root);
      expect(cache.read(key, { textSha256s })).toMatchObject({ hit: false, reason: 'absent' });
      cache.write(key, texts);
      expect(cache.read(key, { textSha256s })).toEqual({ hit: true, vectors });
    }
  });

  it('replaced by a shorter one keeps no vector of the longer one', () => {
    const { directory, cache } = writtenCache();
    cache.write(key, texts.slice(0, 1));
    expect(readdirSync(directory).sort()).toEqual(['chunk-0.bin', 'metadata.json']);
    expect(cache.read(key, { textSha256s: textSha256s.slice(0, 1) }).hit).toBe(true);
  });

  it.each([
    ['empty', [Float32Array.of()]],
    ['of different lengths', [Float32Array.of(1), Float32Array.of(1, 2)]],
    ['not numbers', [Float32Array.of(1, Number.NaN)]],
    ['infinite', [Float32Array.of(Number.POSITIVE_INFINITY)]],
    ['absent', []],
  ])('is not written when the vectors are %s', (_, bad) => {
    const root = temporaryFolder();
    const content = bad.map((vector) => ({ textSha256: '1'.repeat(64), vector }));
    expect(() => openEmbeddingCache(root).write(key, content)).toThrow(
      expect.objectContaining({ code: 'EMBEDDER_BAD_VECTOR' }),
    );
    expect(readdirSync(root)).toEqual([]);
  });

  it('whose checksums agree but whose numbers are not finite is damaged', () => {
    const { directory, cache } = writtenCache();
    const path = join(directory, 'metadata.json');
    const metadata = parseMetadata(readFileSync(path, 'utf8'))!;
    const bytes = Buffer.from('0000c07f0000c07f0000c07f', 'hex');
    const chunks = [metadata.chunks[0]!, { ...metadata.chunks[1]!, sha256: sha256Hex(bytes) }];
    writeFileSync(join(directory, 'chunk-1.bin'), bytes);
    writeFileSync(path, formatMetadata({ ...metadata, chunks }));
    expect(cache.read(key, { textSha256s })).toMatchObject({
      reason: 'damaged',
      detail: expect.stringContaining('not finite'),
    });
  });
});

describe('findByText', () => {
  it('finds vectors of any source of the strategy and model, pending batches included', () => {
    const { root, cache } = writtenCache();
    const pending = { textSha256: '3'.repeat(64), vector: Float32Array.of(7, 8, 9) };
    cache.writePending({ ...key, sourceSha256: 'cd'.repeat(32) }, [pending]);
    const wanted = [textSha256s[1]!, pending.textSha256, '4'.repeat(64)];
    const expected = new Map([
      [textSha256s[1]!, vectors[1]!],
      [pending.textSha256, pending.vector],
    ]);
    expect(openEmbeddingCache(root).findByText(key.strategy, key.model, wanted)).toEqual(expected);
    expect(cache.findByText(key.strategy, key.model, wanted)).toEqual(expected);
    expect(cache.findByText('questions', key.model, wanted)).toEqual(new Map());
  });

  it('finds what the same process wrote after the first search', () => {
    const cache = openEmbeddingCache(temporaryFolder());
    expect(cache.findByText(key.strategy, key.model, textSha256s)).toEqual(new Map());
    cache.write(key, texts);
    expect(cache.findByText(key.strategy, key.model, textSha256s).size).toBe(2);
  });

  it('finds what another one wrote after the first search once it is refreshed', () => {
    const root = temporaryFolder();
    const cache = openEmbeddingCache(root);
    const found = () => cache.findByText(key.strategy, key.model, textSha256s).size;
    expect(found()).toBe(0);
    const other = openEmbeddingCache(root);
    other.writePending(key, texts.slice(0, 1));
    cache.refresh(key.strategy, key.model);
    expect(found()).toBe(1);
    other.write(key, texts);
    cache.refresh(key.strategy, key.model);
    expect(found()).toBe(2);
  });

  it('takes the valid one of two entries that contain a text', () => {
    const { directory, cache } = writtenCache();
    cache.write({ ...key, sourceSha256: 'cd'.repeat(32) }, texts);
    writeFileSync(join(directory, 'chunk-0.bin'), Buffer.alloc(12));
    expect(cache.findByText(key.strategy, key.model, textSha256s.slice(0, 1)).get(textSha256s[0]!)).toEqual(vectors[0]);
  });
});

describe('pending batches', () => {
  it('go away when their source has its entry, and only they', () => {
    const { root, cache } = writtenCache();
    const other = { ...key, sourceSha256: 'cd'.repeat(32) };
    cache.writePending(key, texts.slice(0, 1));
    cache.writePending(other, texts.slice(1));
    cache.write(key, texts);
    const pending = readdirSync(join(root, entryPath, '../pending'));
    expect(pending).toHaveLength(1);
    expect(pending[0]).toMatch(/^cdcdcdcdcdcdcdcd-/);
  });
});
