import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealJson } from '@topicmill/base/files';
import { readBaseline } from '@topicmill/pipeline/gate';
import { AccessTokens } from '@topicmill/serve/access';
import { readChunksManifest, readModelQuestions } from '@topicmill/topics/formats';
import { expect, it, onTestFinished } from 'vitest';
import { importArtifacts } from '../../../packages/artifacts/src/store/import-artifacts.js';
import { readPagesManifest } from '../../../packages/pages/src/pagination/index.js';
import { recordedChanges } from '../../../packages/pipeline/src/init/undo-init.js';
import { readManifest } from '../../../packages/search/src/retrieval/search-index/manifest.js';
import { sampleRepo } from './docs-repo.js';

const FORMAT = '{"format": 99}';

async function readTokens(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tokens.json'), FORMAT, { mode: 0o600 });
  return new AccessTokens(join(folder, 'tokens.json'));
}

/** Nothing is stored of an export whose first line is refused. */
async function importExport(): Promise<unknown> {
  async function* lines() {
    yield '{"format":"topicmill-artifacts","version":99}';
  }
  return importArtifacts({ embedder: async () => ({ model: 'm' }) } as never, lines(), {});
}

function addToInitRecord(): unknown {
  const text = sealJson({ version: 99, changes: [] }).toString('utf8');
  return recordedChanges({ readText: () => text } as never, []);
}

const READERS: readonly [string, string, () => unknown][] = [
  ['the manifest of chunks', 'CHUNK_MANIFEST_INVALID', () => readChunksManifest(FORMAT, 'a.chunks.json')],
  ['a search index', 'SEARCH_INDEX_INVALID', () => readManifest(FORMAT)],
  ['a set of pages', 'PAGES_MANIFEST_INVALID', () => readPagesManifest('{"version": 99}', 'chunks.json')],
  ['a baseline', 'BASELINE_INVALID', () => readBaseline(FORMAT, 'retrieval-baseline.json')],
  ['access tokens', 'TOKENS_INVALID', readTokens],
  ['the record of init', 'INIT_RECORD_MISSING', addToInitRecord],
  ['an export of artifacts', 'ARTIFACT_EXPORT_INVALID', importExport],
];

it.each(READERS)('%s of a later release is refused by a message that says so', async (_, code, read) => {
  const refused = {
    code,
    message: expect.stringMatching(/version 99.*reads \d/),
    remedy: expect.stringContaining('newer'),
  };
  await expect((async () => read())()).rejects.toMatchObject(refused);
});

it('questions of a later release are a fault that says so', () => {
  const text = '<!-- model-questions format="99" -->\n';
  const message = expect.stringContaining('has form 99; this release reads form 1');
  const refused = expect.objectContaining({ code: 'MODEL_QUESTIONS_INVALID', message });
  expect(() => readModelQuestions(text, 'model-questions.md')).toThrow(refused);
});

it('caches and states of a later release are made anew, and the results are the same', async () => {
  const repo = sampleRepo();
  await repo.build();
  const built = repo.files('docs');
  const kept = Object.entries(repo.files('.')).filter(([path]) =>
    /^\.(?:topicmill|embedding-cache)\/.*\.json$/.test(path),
  );
  expect(kept.length).toBeGreaterThan(2);
  for (const [path, text] of kept) repo.write(path, text.replace(/("(?:format|version)":\s*)(?:\d+|"[^"]*")/, '$199'));
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(repo.files('docs')).toEqual(built);
  expect((await repo.run('query', 'green leaves')).exitCode).toBe(0);
});

it('verify names a published search index of a later release; searches go on with that of the checkout', async () => {
  const repo = sampleRepo();
  repo.write('topicmill.yaml', `${repo.read('topicmill.yaml')}search: { enabled: true }\n`);
  await repo.build();
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0 });
  const path = 'docs/_search/manifest.json';
  repo.write(path, repo.read(path).replace(/"format": \d+/, '"format": 99'));
  const verified = await repo.run('verify');
  expect([verified.exitCode, verified.err]).toEqual([
    1,
    expect.stringMatching(/_search\/manifest\.json error SEARCH_INDEX_INVALID: .*version 99.*reads \d/),
  ]);
  expect(await repo.run('query', 'green leaves')).toMatchObject({ exitCode: 0, out: expect.stringContaining('1. ') });
  expect(await repo.run('query', 'green leaves', '--from', 'docs')).toMatchObject({ exitCode: 0 });
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0 });
  expect(await repo.run('verify')).toMatchObject({ exitCode: 0 });
});
