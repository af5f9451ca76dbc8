import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from './embedding-service.js';
import { longText, type TemporaryStore, temporaryStore } from './temporary-store.js';

type Env = Readonly<Record<string, string>>;

/** Sizes of the chunks of a long text, in tokens, as a store with this configuration cuts it. */
async function chunkSizes(store: TemporaryStore, env: Env = {}): Promise<number[]> {
  store.write('long.md', longText('the crane'));
  const { out } = await store.run(['ingest', 'long.md', '--type', 'note', '--json'], { env });
  const [{ artifact_id: id }] = JSON.parse(out).artifacts;
  const { chunks } = JSON.parse((await store.run(['get', id], { env })).out) as { chunks: { token_count: number }[] };
  return chunks.map(({ token_count: count }) => count);
}

describe('sizes of chunks', () => {
  it('are those of the document, else of the file, else of the environment, the last over all', async () => {
    const store = temporaryStore();
    expect((await chunkSizes(store))[0]).toBe(900);
    store.write('artifact-store.yaml', 'store: by-file.sqlite\nchunking:\n  targetTokens: 300\n  overlapTokens: 30\n');
    expect((await chunkSizes(store))[0]).toBe(300);
    expect(existsSync(join(store.folder, 'by-file.sqlite'))).toBe(true);
    store.write('artifact-store.yaml', 'store: by-env.sqlite\nchunking:\n  targetTokens: 300\n  overlapTokens: 30\n');
    expect((await chunkSizes(store, { CHUNK_TARGET_TOKENS: '200' }))[0]).toBe(200);
    store.write('artifact-store.yaml', 'store: whole.sqlite\n');
    expect(await chunkSizes(store, { SINGLE_PIECE_MAX_TOKENS: '100000' })).toEqual([]);
  });

  it.each<[Env, string]>([
    [{ CHUNK_TARGET_TOKENS: '100', CHUNK_OVERLAP_TOKENS: '100' }, 'cannot overlap by 100'],
    [{ CHUNK_OVERLAP_TOKENS: '900' }, 'cannot overlap by 900'],
    [{ CHUNK_TARGET_TOKENS: '0', CHUNK_OVERLAP_TOKENS: '0' }, 'cannot have 0 tokens'],
    [{ CHUNK_TARGET_TOKENS: '-5' }, 'CHUNK_TARGET_TOKENS'],
    [{ SINGLE_PIECE_MAX_TOKENS: 'many' }, 'SINGLE_PIECE_MAX_TOKENS'],
    [{ CHUNK_OVERLAP_TOKENS: '1.5' }, 'CHUNK_OVERLAP_TOKENS'],
  ])('are refused at the start when no text can be split by them: %j', async (env, message) => {
    const store = temporaryStore();
    store.write('a.md', 'A text.');
    for (const args of [['ingest', 'a.md'], ['list'], ['mcp']]) {
      const { exitCode, err } = await store.run(args, { env });
      expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(existsSync(join(store.folder, 'artifacts.sqlite'))).toBe(false);
  });
});

describe('without a configuration file', () => {
  it('nothing is made next to the store but its folder', async () => {
    const store = temporaryStore();
    store.write('elsewhere/a.md', 'A text.');
    const into = (path: string) => store.run(['ingest', 'a.md', '--store', path], { folder: 'elsewhere' });
    expect(await into('../elsewhere/a.md/a.sqlite')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('STORE_UNREADABLE'),
    });
    expect(readdirSync(store.folder)).toEqual(['elsewhere']);
    expect((await into('../data/new/a.sqlite')).exitCode).toBe(0);
    expect(readdirSync(join(store.folder, 'elsewhere'))).toEqual(['a.md']);
    expect(readdirSync(join(store.folder, 'data/new'))).toEqual(['a.sqlite']);
  });
});

describe('the configuration file', () => {
  it('is found in a folder above, and its paths are relative to it', async () => {
    const store = temporaryStore();
    store.write(
      'artifact-store.yaml',
      'store: data/a.sqlite\nembedding:\n  model: openai:test\n  cache: kept/vectors\n',
    );
    store.write('below/here/a.md', 'A text.');
    store.write('data/b', '');
    const { env } = await startService();
    expect((await store.run(['ingest', 'a.md'], { folder: 'below/here', env })).exitCode).toBe(0);
    expect(existsSync(join(store.folder, 'data/a.sqlite'))).toBe(true);
    expect(existsSync(join(store.folder, 'kept/vectors'))).toBe(true);
  });

  it.each([
    ['stor: a.sqlite\n', 'Did you mean store?'],
    [
      '# notes\nzebra: 1\n',
      'artifact-store.yaml:2 error CONFIG_INVALID: zebra is not a known key. Remedy: Take it out',
    ],
    ['chunking:\n  targetToken: 3\n', 'Did you mean chunking.targetTokens?'],
    ['chunking:\n  targetTokens: many\n', 'artifact-store.yaml:2 error CONFIG_INVALID: chunking.targetTokens'],
    ['store: [a\n', 'artifact-store.yaml:2 error CONFIG_UNREADABLE'],
    ['- a\n', 'CONFIG_INVALID'],
  ])('is refused with what is wrong: %j', async (text, message) => {
    const store = temporaryStore();
    store.write('artifact-store.yaml', text);
    const { exitCode, err } = await store.run(['list']);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
