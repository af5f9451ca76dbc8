import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../artifact-store/test/temporary-store.js';
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

async function filledStore(): Promise<TemporaryStore> {
  const store = temporaryStore();
  store.write('heron.md', '# Herons\n\nA heron fishes at the weir.\n');
  await succeeds(store.run(['ingest', 'heron.md']));
  await succeeds(store.run(['export', '--out', 'all.jsonl']));
  return store;
}

async function kept(): Promise<{ readonly repo: Files; readonly store: Files }> {
  if (process.env['TOPICMILL_RECORD_RELEASE'] === '1') {
    const files = { repo: filesBelow((await builtRepo()).root), store: filesBelow((await filledStore()).folder) };
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
  const store = temporaryStore();
  restore((await kept()).store, store.folder);
  expect(await succeeds(store.run(['search', 'heron']))).toContain('Herons');
  await succeeds(store.run(['verify']));
  expect(await succeeds(store.run(['ingest', 'heron.md']))).toContain('0 new, 0 changed, 1 same');
  await succeeds(store.run(['import', 'all.jsonl', '--store', 'new.sqlite']));
  expect(await succeeds(store.run(['search', 'heron', '--store', 'new.sqlite']))).toContain('Herons');
});
