import { cpSync, readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFolderName } from '@topicmill/embedding/embedding-cache';
import { expect, test } from 'vitest';
import { type DocsRepo, reference, SERVED, sampleRepo, servedRepo } from './docs-repo.js';

const KEY_OF_CHUNKS = 'semantic-250-750';
const NO_STATES = '0 of 0 files of .topicmill sound\n';

test('fill embeds what a build needs: the build after it embeds nothing; a second fill the questions as search has them', async () => {
  const repo = await servedRepo();
  const textCount = 3 + 3 + 1 + 2;
  const { out } = await repo.run('cache', 'fill', '--json');
  expect(JSON.parse(out)).toEqual({ model: 'openai:m', textCount, embeddedCount: textCount });
  expect(await repo.build()).toBe(0);
  for (const count of [2, 0])
    expect(await repo.run('cache', 'fill')).toMatchObject({
      exitCode: 0,
      out: `openai:m: embedded ${count} of 11 texts\n`,
      err: '',
    });
});

test('fill --dry-run tells texts, tokens and price of the configured and the other models, and embeds nothing', async () => {
  const repo = sampleRepo();
  const { out } = await repo.run('cache', 'fill', '--dry-run', '--json');
  const estimates = JSON.parse(out) as { model: string; tokenCount: number; costUsd: number | null }[];
  expect(estimates).toEqual([
    { model: expect.stringMatching(/^builtin:/), textCount: 9, missingCount: 0, tokenCount: 0, costUsd: 0 },
    { model: 'encoder:all-minilm-l6-v2', textCount: 9, missingCount: 9, tokenCount: 2974, costUsd: 0 },
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

  const served = await servedRepo();
  await served.run('cache', 'fill');
  served.write('docs/bread/golden-reference.md', '# Bread\n\nRye and water.\n');
  const edited = await served.run('cache', 'fill', '--dry-run', '--model', 'openai:m');
  expect(edited.out).toMatch(/^openai:m: 1 of 9 texts to embed, \d+ tokens, price not known\n$/);
});

test('vectors of the built-in table are not stored, and those of earlier releases are collected', async () => {
  const repo = sampleRepo();
  expect(await repo.run('cache', 'fill')).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^builtin:\S+: nothing to embed, its vectors are made while building\n$/),
  });
  expect(await repo.run('build')).toMatchObject({ exitCode: 0 });
  expect(repo.has('.embedding-cache')).toBe(false);
  const served = await servedRepo();
  await served.run('build');
  cpSync(served.path('.embedding-cache'), repo.path('.embedding-cache'), { recursive: true });
  const { model } = JSON.parse((await repo.run('cache', 'fill', '--json')).out) as { model: string };
  renameSync(
    repo.path(`.embedding-cache/${KEY_OF_CHUNKS}/openai%3am`),
    repo.path(`.embedding-cache/${KEY_OF_CHUNKS}/${encodeFolderName(model)}`),
  );
  await gc(repo);
  expect(entries(repo)).toEqual([]);
});

test('a topic that cannot be read fails the fill, and the others are embedded', async () => {
  const repo = await servedRepo({ 'docs/empty/golden-reference.md': '---\ntitle: x\n---\n' });
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
  const repo = await servedRepo();
  expect(await repo.run('cache', 'stats')).toMatchObject({ exitCode: 0, out: 'total: 0 entries, 0 vectors, 0 B\n' });
  await repo.run('cache', 'fill');
  const { out } = await repo.run('cache', 'stats', '--json');
  const counts = { pendingCount: 0, byteLength: expect.any(Number) };
  const model = 'openai:m';
  expect(JSON.parse(out)).toEqual({
    entryCount: 5,
    vectorCount: 10,
    ...counts,
    models: [
      { strategy: 'probe', model, entryCount: 1, vectorCount: 1, ...counts },
      { strategy: 'questions', model, entryCount: 1, vectorCount: 2, ...counts },
      { strategy: KEY_OF_CHUNKS, model, entryCount: 3, vectorCount: 7, ...counts },
    ],
  });
  expect((await repo.run('cache', 'stats')).out).toMatch(/^questions openai:m: 1 entry, 2 vectors, [\d.]+ k?B\n/m);
});

test('gc keeps what current sources need, and removes the rest when asked to', async () => {
  const repo = await servedRepo();
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
  const repo = await servedRepo();
  await repo.build();
  repo.write('topicmill.yaml', `${SERVED}chunking:\n  maxTokens: 500\n`);
  expect((await gc(repo, '--dry-run')).removed.map(({ path }) => path.split('/')[0])).toEqual(
    Array(3).fill(KEY_OF_CHUNKS),
  );
  expect((await gc(repo, '--dry-run', '--model', 'ollama:mxbai-embed-large')).removed).toHaveLength(
    entries(repo).length,
  );
});

test('gc removes nothing while a topic cannot be read', async () => {
  const repo = await servedRepo();
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
  const repo = await servedRepo();
  await repo.run('cache', 'fill');
  expect(await repo.run('cache', 'verify')).toEqual({
    exitCode: 0,
    out: `5 of 5 entries sound\n${NO_STATES}`,
    err: '',
  });
  const [entry] = entries(repo).filter((path) => path.startsWith(KEY_OF_CHUNKS));
  truncateSync(join(repo.root, '.embedding-cache', entry!, 'chunk-0.bin'), 10);
  const damaged = await repo.run('cache', 'verify');
  expect(damaged).toMatchObject({ exitCode: 1, out: `4 of 5 entries sound\n${NO_STATES}` });
  expect(damaged.err).toMatch(/^\.embedding-cache\/\S+\/chunk-0\.bin error CACHE_ENTRY_INVALID: .* Remedy: /);
  expect(JSON.parse((await repo.run('cache', 'verify', '--json')).out)).toMatchObject({
    entryCount: 5,
    soundCount: 4,
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
