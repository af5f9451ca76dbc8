import { describe, expect, it } from 'vitest';
import { startService } from './embedding-service.js';
import { longText, type TemporaryStore, temporaryStore } from './temporary-store.js';

const OTHER_MODEL = 'openai:test-embedding';

async function ingested(): Promise<TemporaryStore> {
  const store = temporaryStore();
  store.write('notes/tea.md', 'Green tea is steeped for three minutes.');
  store.write('notes/crane.md', longText('the crane'));
  expect((await store.run(['ingest', 'notes'])).exitCode).toBe(0);
  return store;
}

describe('the model of a store', () => {
  it('is refused in place of another, with the command that changes it, which then is the default', async () => {
    const store = await ingested();
    const { env, inputs } = await startService();
    const refused = await store.run(['search', 'tea', '--model', OTHER_MODEL], { env });
    expect([refused.exitCode, refused.err]).toEqual([
      1,
      expect.stringMatching(/STORE_MODEL_MISMATCH.*artifact-store reindex --model openai:test-embedding/s),
    ]);
    expect(inputs).toEqual([]);
    const changed = await store.run(['reindex', '--model', OTHER_MODEL], { env });
    expect([changed.exitCode, changed.out]).toEqual([
      0,
      expect.stringMatching(/^openai:test-embedding, 3 dimensions: \d+ texts embedded, 0 from before\n$/),
    ]);
    const found = await store.run(['search', 'tea', '--mode', 'dense', '--limit', '1', '--json'], { env });
    expect(JSON.parse(found.out).hits[0].source_id).toBe('notes/tea.md');
    expect((await store.run(['search', 'tea', '--model', 'builtin'])).err).toContain('STORE_MODEL_MISMATCH');
    expect((await store.run(['reindex', '--model', 'builtin'])).exitCode).toBe(0);
    expect((await store.run(['stats'])).out).toContain('builtin');
    expect((await store.run(['verify'])).exitCode).toBe(0);
  });

  it('stays where only the sizes of chunks change: the next ingest names them, and applies them to its texts, reindex to all', async () => {
    const store = await ingested();
    store.write('other/owl.md', longText('the owl'));
    await store.run(['ingest', 'other']);
    const before = JSON.parse((await store.run(['list', '--json'])).out).artifacts;
    const env = { CHUNK_TARGET_TOKENS: '300', CHUNK_OVERLAP_TOKENS: '0' };
    expect((await store.run(['ingest', 'notes', '--dry-run'], { env })).out).toContain(' 1 changed');
    const told = await store.run(['ingest', 'notes'], { env });
    expect(told.out).toContain(' 1 changed');
    expect(told.err).toMatch(/"targetTokens":900.*"targetTokens":300.*`artifact-store reindex`/s);
    const { exitCode, out } = await store.run(['reindex'], { env });
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^builtin.*, 1 artifact split again\n$/)]);
    const after = JSON.parse((await store.run(['list', '--json'])).out).artifacts;
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(idsOf(after)).toEqual(idsOf(before));
    const chunkCount = (list: { metadata: { num_chunks: number } }[]) =>
      Math.max(...list.map((a) => a.metadata.num_chunks));
    expect(chunkCount(after)).toBeGreaterThan(2 * chunkCount(before));
    expect((await store.run(['ingest', 'notes'], { env })).err).not.toContain('reindex');
    expect((await store.run(['reindex'], { env })).out).toMatch(/: 0 texts embedded, 0 from before\n$/);
    expect((await store.run(['verify'])).exitCode).toBe(0);
  });

  it('is not needed to read, list, export and delete', async () => {
    const store = await ingested();
    const { env } = await startService();
    await store.run(['reindex', '--model', OTHER_MODEL], { env });
    const down = { env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } };
    const [id] = (await store.run(['list'], down)).out.split(' ');
    for (const args of [['get', id!, '--text'], ['export'], ['stats'], ['verify'], ['delete', id!]]) {
      expect([args[0], (await store.run(args, down)).exitCode]).toEqual([args[0], 0]);
    }
    const lexical = await store.run(['search', 'paragraph tea', '--mode', 'lexical', '--json'], down);
    expect([lexical.exitCode, JSON.parse(lexical.out).hits.length > 0]).toEqual([0, true]);
  });
});
