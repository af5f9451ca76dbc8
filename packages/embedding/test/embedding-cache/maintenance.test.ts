import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheStats, collectGarbage, openEmbeddingCache, verifyCache } from '../../src/embedding-cache/index.js';
import { temporaryFolder } from './temporary-folder.js';

const source = (digits: string): string => digits.repeat(32);
const texts = ['1', '2'].map((digit) => ({ textSha256: digit.repeat(64), vector: Float32Array.of(1, 2) }));

/** Two entries of one model, one of another strategy, and a pending batch of a third source. */
function filledCache() {
  const root = temporaryFolder();
  const cache = openEmbeddingCache(root);
  cache.write({ strategy: 's', model: 'm:1', sourceSha256: source('aa') }, texts);
  cache.write({ strategy: 's', model: 'm:1', sourceSha256: source('bb') }, texts);
  cache.write({ strategy: 'questions', model: 'm:1', sourceSha256: source('aa') }, texts.slice(1));
  cache.writePending({ strategy: 's', model: 'm:1', sourceSha256: source('cc') }, texts.slice(1));
  return root;
}

const entryA = 's/m%3a1/aaaaaaaaaaaaaaaa';
const entryB = 's/m%3a1/bbbbbbbbbbbbbbbb';

describe('cacheStats', () => {
  it('counts entries, pending batches, vectors and bytes', () => {
    const { models, ...total } = cacheStats(filledCache());
    expect(models.map(({ byteLength, ...model }) => model)).toEqual([
      { strategy: 'questions', model: 'm:1', entryCount: 1, pendingCount: 0, vectorCount: 1 },
      { strategy: 's', model: 'm:1', entryCount: 2, pendingCount: 1, vectorCount: 5 },
    ]);
    expect(total).toEqual({
      entryCount: 3,
      pendingCount: 1,
      vectorCount: 6,
      byteLength: models[0]!.byteLength + models[1]!.byteLength,
    });
    expect(total.byteLength).toBeGreaterThan(6 * 8);
  });

  it('of a cache that is not there is all zeros', () => {
    const none = { entryCount: 0, pendingCount: 0, vectorCount: 0, byteLength: 0, models: [] };
    expect(cacheStats(join(temporaryFolder(), 'none'))).toEqual(none);
  });
});

describe('verifyCache', () => {
  it('finds nothing wrong with what was written', () => {
    expect(verifyCache(filledCache())).toEqual({ entryCount: 4, soundCount: 4, problems: [] });
  });

  it('names every file that is not as it was written', () => {
    const root = filledCache();
    writeFileSync(join(root, entryA, 'chunk-1.bin'), 'x');
    writeFileSync(join(root, entryA, 'metadata.json.1234567890.topicmill-tmp'), '{');
    rmSync(join(root, entryB, 'metadata.json'));
    writeFileSync(join(root, entryB, 'notes.txt'), 'x');
    renameSync(join(root, 'questions/m%3a1/aaaaaaaaaaaaaaaa'), join(root, 'questions/m%3a1/0000000000000000'));
    mkdirSync(join(root, 'Capital'));
    const { problems, ...counts } = verifyCache(root);
    expect(counts).toEqual({ entryCount: 4, soundCount: 1 });
    expect(problems.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'unexpected Capital',
      'foreign questions/m%3a1/0000000000000000',
      `damaged ${entryA}/chunk-1.bin`,
      `temporary ${entryA}/metadata.json.1234567890.topicmill-tmp`,
      `incomplete ${entryB}`,
      `unexpected ${entryB}/notes.txt`,
    ]);
  });
});

describe('collectGarbage', () => {
  const needed = (_strategy: string, model: string, prefix: string) => model === 'm:1' && /^[ac]/.test(prefix);

  it('removes the entries that no source needs and nothing else', () => {
    const root = filledCache();
    const { removed, removedByteLength, keptCount } = collectGarbage(root, needed);
    expect(removed).toEqual([{ reason: 'unneeded', path: entryB, byteLength: removedByteLength }]);
    expect(keptCount).toBe(3);
    expect(existsSync(join(root, entryB))).toBe(false);
    expect(verifyCache(root)).toEqual({ entryCount: 3, soundCount: 3, problems: [] });
  });

  it('changes nothing in a dry run, and lists the same', () => {
    const root = filledCache();
    const before = cacheStats(root);
    const plan = collectGarbage(root, needed, { dryRun: true });
    expect(cacheStats(root)).toEqual(before);
    expect(collectGarbage(root, needed)).toEqual({ ...plan, dryRun: false });
  });

  it('removes batches that are part of an entry by now, and what killed writers left', () => {
    const root = filledCache();
    const pending = join(root, 's/m%3a1/pending');
    const [batch] = readdirSync(pending);
    renameSync(join(pending, batch!), join(pending, batch!.replace(/^c+/, 'a'.repeat(16))));
    writeFileSync(join(root, entryA, 'chunk-0.bin.9876543210.topicmill-tmp'), 'x');
    const { removed } = collectGarbage(root, needed);
    expect(removed.map(({ reason }) => reason)).toEqual(['temporary', 'unneeded', 'superseded']);
    expect(existsSync(pending)).toBe(false);
    expect(verifyCache(root).problems).toEqual([]);
  });

  it('leaves no empty folder when nothing is needed', () => {
    const root = filledCache();
    expect(collectGarbage(root, () => false).keptCount).toBe(0);
    expect(readdirSync(root)).toEqual([]);
  });

  it('does not follow links out of the cache', () => {
    const root = filledCache();
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'metadata.json'), 'mine');
    symlinkSync(outside, join(root, 's/m%3a1/dddddddddddddddd'));
    collectGarbage(root, () => false);
    expect(readdirSync(outside)).toEqual(['metadata.json']);
  });
});
