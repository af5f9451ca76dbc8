import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

/** "nobody" on Linux: may not write what belongs to root. */
const NOBODY = 65_534;
const SEEDS = 'docs/garden/seeds/golden-reference.md';
const isRoot = process.getuid?.() === 0;

/** Folders in which a user keeps Nx's data, away from a checkout that is not theirs. */
function ownNxFolders(): Record<string, string> {
  const home = mkdtempSync(join(tmpdir(), 'topicmill-nobody-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  chownSync(home, NOBODY, NOBODY);
  return { HOME: home, NX_WORKSPACE_DATA_DIRECTORY: `${home}/data`, NX_CACHE_DIRECTORY: `${home}/cache` };
}

/** The handbook after its first build by root. */
async function builtByRoot(): Promise<NxWorkspace> {
  const repo = (await NxWorkspace.built()).built.copy();
  chmodSync(repo.root, 0o755);
  return repo;
}

function edit(repo: NxWorkspace): void {
  repo.edit(SEEDS, (text) => `${text}\nMore about seeds.\n`);
}

async function cleanFiles(): Promise<Record<string, string>> {
  const clean = await builtByRoot();
  edit(clean);
  expect(await clean.build()).toMatchObject({ status: 0 });
  return clean.docs();
}

it.skipIf(!isRoot)('a checkout of another user is refused with a code, and its owner builds it as ever', async () => {
  const repo = await builtByRoot();
  edit(repo);
  const before = repo.docs();
  const refused = await repo.build({ uid: NOBODY, env: ownNxFolders() });
  expect(refused.status).toBe(1);
  expect(refused.output).toMatch(/^\.topicmill\/\S+ error FILE_UNWRITABLE: .*\(EACCES\)\. Remedy: /m);
  expect(repo.docs()).toEqual(before);
  expect(await repo.build()).toMatchObject({ status: 0 });
  expect(repo.docs()).toEqual(await cleanFiles());
});

it.skipIf(!isRoot)('a checkout that root has built at times is built by its owner', async () => {
  const repo = await builtByRoot();
  for (const path of ['', ...readdirSync(repo.root, { recursive: true, encoding: 'utf8' })]) {
    if (!path.startsWith('node_modules')) chownSync(repo.path(path), NOBODY, NOBODY);
  }
  repo.edit(SEEDS, (text) => `${text}\nFewer seeds.\n`);
  expect(await repo.build()).toMatchObject({ status: 0 });
  repo.edit(SEEDS, (text) => text.replace('Fewer seeds', 'More about seeds'));
  expect(await repo.build({ uid: NOBODY })).toMatchObject({ status: 0 });
  expect(repo.docs()).toEqual(await cleanFiles());
});
