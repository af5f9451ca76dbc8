import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DocsRepo, reference, sampleRepo } from './docs-repo.js';

const KEY_OF_CHUNKS = 'semantic-250-750';
const NO_STATES = '0 of 0 files of .topicmill sound\n';

test('fill embeds what a build needs: the build after it embeds nothing, nor does a second fill', async () => {
  const repo = sampleRepo();
  const textCount = 3 + 3 + 1 + 2;
  const { out } = await repo.run('cache', 'fill', '--json');
  expect(JSON.parse(out)).toEqual({ model: expect.stringMatching(/^builtin:/), textCount, embeddedCount: textCount });
  expect(await repo.build()).toBe(0);
  expect(await repo.run('cache', 'fill')).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/: embedded 0 of 11 texts\n$/),
    err: '',
  });
});

test('fill --dry-run tells texts, tokens and price of the configured and the other models, and embeds nothing', async () => {
  const repo = sampleRepo();
  const { out } = await repo.run('cache', 'fill', '--dry-run', '--json');
  const estimates = JSON.parse(out) as { model: string; tokenCount: number; costUsd: number | null }[];
  expect(estimates).toEqual([
    { model: expect.stringMatching(/^builtin:/), textCount: 9, missingCount: 9, tokenCount: 0, costUsd: 0 },
    { model: 'encoder:all-minilm-l6-v2', textCount: 9, missingCount: 9, tokenCount: 0, costUsd: 0 },
    { model: 'ollama:mxbai-embed-large', textCount: 9, missingCount: 9, tokenCount: expect.any(Number), costUsd: 0 },
    {
      model: 'openai:text-embedding-3-large',
      textCount: 9,
      missingCount: 9,
      tokenCount: expect.any(Number),
      costUsd: expect.any(Number),
    },
    {
      model: 'openai:text-embedding-3-small',
      textCount: 9,
      missingCount: 9,
      tokenCount: expect.any(Number),
      costUsd: expect.any(Number),
    },
  ]);
  expect(estimates[3]!.tokenCount).toBeGreaterThan(1000);
  expect(estimates[3]!.costUsd).toBeGreaterThan(estimates[4]!.costUsd!);
  expect(repo.has('.embedding-cache')).toBe(false);

  await repo.run('cache', 'fill');
  repo.write('docs/bread/golden-reference.md', '# Bread\n\nRye and water.\n');
  const edited = await repo.run('cache', 'fill', '--dry-run', '--model', 'builtin');
  expect(edited.out).toMatch(/^builtin:\S+: 1 of 9 texts to embed, free\n$/);
});

test('a topic that cannot be read fails the fill, and the others are embedded', async () => {
  const repo = sampleRepo({ 'docs/empty/golden-reference.md': '---\ntitle: x\n---\n' });
  const { exitCode, out, err } = await repo.run('cache', 'fill');
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^docs\/empty\/golden-reference\.md:\d error EMPTY_DOCUMENT: /);
  expect(out).toContain('embedded 9 of 9 texts');
});

test('an unknown model is wrong usage', async () => {
  expect(await sampleRepo().run('cache', 'fill', '--model', 'magic')).toMatchObject({
    exitCode: 2,
    out: '',
    err: expect.stringMatching(/EMBEDDER_UNKNOWN/),
  });
});

test('stats counts by strategy and model', async () => {
  const repo = sampleRepo();
  expect(await repo.run('cache', 'stats')).toMatchObject({ exitCode: 0, out: 'total: 0 entries, 0 vectors, 0 B\n' });
  await repo.run('cache', 'fill');
  const { out } = await repo.run('cache', 'stats', '--json');
  const counts = { pendingCount: 0, byteLength: expect.any(Number) };
  const model = expect.stringMatching(/^builtin:/);
  expect(JSON.parse(out)).toEqual({
    entryCount: 4,
    vectorCount: 9,
    ...counts,
    models: [
      { strategy: 'questions', model, entryCount: 1, vectorCount: 2, ...counts },
      { strategy: KEY_OF_CHUNKS, model, entryCount: 3, vectorCount: 7, ...counts },
    ],
  });
  expect((await repo.run('cache', 'stats')).out).toMatch(/^questions builtin:\S+: 1 entry, 2 vectors, [\d.]+ kB\n/);
});

test('gc keeps what current sources need, and removes the rest when asked to', async () => {
  const repo = sampleRepo();
  await repo.build();
  expect(await gc(repo, '--dry-run')).toMatchObject({ removed: [] });

  repo.write('docs/drinks/tea/golden-reference.md', reference('Tea', 'black leaves'));
  await repo.build();
  const planned = await gc(repo, '--dry-run');
  expect(planned).toMatchObject({
    dryRun: true,
    removed: [{ reason: 'unneeded', path: expect.stringMatching(/^semantic/) }],
  });
  const before = entries(repo);
  expect(await gc(repo)).toEqual({ ...planned, dryRun: false });
  expect(entries(repo)).toEqual(before.filter((path) => path !== planned.removed[0]!.path));
  expect((await repo.run('cache', 'verify')).exitCode).toBe(0);
  expect(await repo.build()).toBe(0);
});

test('gc removes the vectors of settings and models that are no longer configured', async () => {
  const repo = sampleRepo();
  await repo.build();
  repo.write('topicmill.yaml', 'docsRoot: docs\nchunking:\n  maxTokens: 500\n');
  expect((await gc(repo, '--dry-run')).removed.map(({ path }) => path.split('/')[0])).toEqual(
    Array(3).fill(KEY_OF_CHUNKS),
  );
  expect((await gc(repo, '--dry-run', '--model', 'ollama:mxbai-embed-large')).removed).toHaveLength(
    entries(repo).length,
  );
});

test('gc removes nothing while a topic cannot be read', async () => {
  const repo = sampleRepo();
  await repo.build();
  const before = entries(repo);
  repo.write('docs/bread/golden-reference.md', Buffer.from([0xff]));
  repo.write('docs/drinks/tea/golden-reference.md', '# Tea\n\nShort.\n');
  expect(await repo.run('cache', 'gc')).toMatchObject({
    exitCode: 1,
    out: '',
    err: expect.stringContaining('NOT_UTF8'),
  });
  expect(entries(repo)).toEqual(before);
});

test('verify names what is damaged, and fill mends it', async () => {
  const repo = sampleRepo();
  await repo.run('cache', 'fill');
  expect(await repo.run('cache', 'verify')).toEqual({
    exitCode: 0,
    out: `4 of 4 entries sound\n${NO_STATES}`,
    err: '',
  });
  const [entry] = entries(repo).filter((path) => path.startsWith(KEY_OF_CHUNKS));
  truncateSync(join(repo.root, '.embedding-cache', entry!, 'chunk-0.bin'), 10);
  const damaged = await repo.run('cache', 'verify');
  expect(damaged).toMatchObject({ exitCode: 1, out: `3 of 4 entries sound\n${NO_STATES}` });
  expect(damaged.err).toMatch(/^\.embedding-cache\/\S+\/chunk-0\.bin error CACHE_ENTRY_INVALID: .* Remedy: /);
  expect(JSON.parse((await repo.run('cache', 'verify', '--json')).out)).toMatchObject({
    entryCount: 4,
    soundCount: 3,
    problems: [{ kind: 'damaged', path: `${entry}/chunk-0.bin` }],
  });
  const filled = await repo.run('cache', 'fill');
  expect(filled).toMatchObject({ exitCode: 0, out: expect.stringContaining('embedded 1 of 9 texts') });
  expect((await repo.run('cache', 'verify')).exitCode).toBe(0);
});

interface GcReport {
  readonly dryRun: boolean;
  readonly removed: readonly { readonly path: string; readonly reason: string }[];
}

async function gc(repo: DocsRepo, ...flags: string[]): Promise<GcReport> {
  const { exitCode, out } = await repo.run('cache', 'gc', '--json', ...flags);
  expect(exitCode).toBe(0);
  return JSON.parse(out) as GcReport;
}

/** Folders of the entries below the cache, sorted. */
function entries(repo: DocsRepo): string[] {
  return readdirSync(join(repo.root, '.embedding-cache'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('metadata.json'))
    .map((path) => path.slice(0, -'/metadata.json'.length))
    .sort();
}
