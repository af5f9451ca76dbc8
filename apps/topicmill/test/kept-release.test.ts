import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { type ArtifactStore, openSqliteStore } from '../../../packages/artifacts/src/store/index.js';
import { fixtureInput, smallWindows } from '../../../packages/artifacts/test/store/contract/fixture-store.js';
import { countingEmbedder } from '../../../packages/artifacts/test/store/counting-embedder.js';
import { type DocsRepo, servedRepo } from './docs-repo.js';

/** Files of a built repository and of an artifact store by their paths, in Base64, as release 0.1 wrote them. */
const KEPT = join(import.meta.dirname, 'fixtures/release-0.1.json.br');
type Files = Readonly<Record<string, string>>;

function filesBelow(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const relative = paths.map((path) => path.slice(folder.length + 1)).sort();
  return Object.fromEntries(relative.map((path) => [path, readFileSync(join(folder, path), 'base64')]));
}

function restore(files: Files, folder: string): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(content, 'base64'));
  }
}

async function succeeds(run: Promise<{ exitCode: number; out: string }>): Promise<string> {
  const { exitCode, out } = await run;
  expect([exitCode, out]).toEqual([0, expect.any(String)]);
  return out;
}

async function builtRepo(): Promise<DocsRepo> {
  const repo = await servedRepo();
  await succeeds(repo.run('build'));
  await succeeds(repo.run('query', 'green leaves'));
  return repo;
}

const TEXT = 'A heron fishes at the weir.';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function openStore(path: string): Promise<ArtifactStore> {
  const store = await openSqliteStore({ path, embedder: countingEmbedder(), splitter: smallWindows });
  onTestFinished(() => store.close());
  return store;
}

async function filledStore(): Promise<string> {
  const folder = temporaryFolder();
  const store = await openStore(join(folder, 'store.sqlite'));
  await store.ingest(fixtureInput(TEXT));
  const lines: string[] = [];
  for await (const line of store.exportLines()) lines.push(`${line.trimEnd()}\n`);
  writeFileSync(join(folder, 'all.jsonl'), lines.join(''));
  await store.close();
  return folder;
}

async function kept(): Promise<{ readonly repo: Files; readonly store: Files }> {
  if (process.env['TOPICMILL_RECORD_RELEASE'] === '1') {
    const files = { repo: filesBelow((await builtRepo()).root), store: filesBelow(await filledStore()) };
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, brotliCompressSync(JSON.stringify(files)));
  }
  return JSON.parse(brotliDecompressSync(readFileSync(KEPT)).toString());
}

it('a checkout that release 0.1 built is built as a clean one, and no vector of a text that is the same is asked for', async () => {
  const repo = await servedRepo();
  restore((await kept()).repo, repo.root);
  expect(await succeeds(repo.run('build'))).toMatch(/ 0 texts embedded, \d+ from cache/);
  expect(await succeeds(repo.run('query', 'green leaves'))).toContain('drinks/tea');
  await succeeds(repo.run('verify'));
  await succeeds(repo.run('cache', 'verify'));
  expect(repo.files('docs')).toEqual((await builtRepo()).files('docs'));
});

it('an artifact store of release 0.1 and its export are read', async () => {
  const folder = temporaryFolder();
  restore((await kept()).store, folder);
  const store = await openStore(join(folder, 'store.sqlite'));
  const other = await openStore(join(folder, 'other.sqlite'));
  async function* lines() {
    yield* readFileSync(join(folder, 'all.jsonl'), 'utf8').trim().split('\n');
  }
  await other.importLines(lines());
  for (const each of [store, other]) {
    expect(await each.verify()).toMatchObject({ ok: true });
    expect(JSON.stringify(await each.search('heron', { mode: 'lexical' }))).toContain(TEXT);
  }
  expect(await store.ingest(fixtureInput(TEXT))).toMatchObject({ outcome: 'same' });
});
