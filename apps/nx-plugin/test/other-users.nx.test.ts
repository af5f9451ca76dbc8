import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { NOBODY } from '@topicmill/test-support/checkouts';
import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const SEEDS = 'docs/garden/seeds/golden-reference.md';

/** The handbook after its first build by root. */
async function builtByRoot(): Promise<NxWorkspace> {
  const repo = (await NxWorkspace.built()).built.copy();
  chmodSync(repo.root, 0o755);
  return repo;
}

it.skipIf(process.getuid?.() !== 0)('a checkout that root has built at times is built by its owner', async () => {
  const repo = await builtByRoot();
  for (const path of ['', ...readdirSync(repo.root, { recursive: true, encoding: 'utf8' })]) {
    if (!path.startsWith('node_modules')) chownSync(repo.path(path), NOBODY, NOBODY);
  }
  repo.edit(SEEDS, (text) => `${text}\nFewer seeds.\n`);
  expect(await repo.build()).toMatchObject({ status: 0 });
  repo.edit(SEEDS, (text) => text.replace('Fewer seeds', 'More about seeds'));
  expect(await repo.build({ uid: NOBODY })).toMatchObject({ status: 0 });
  const clean = await builtByRoot();
  clean.edit(SEEDS, (text) => `${text}\nMore about seeds.\n`);
  expect(await clean.build()).toMatchObject({ status: 0 });
  expect(repo.docs()).toEqual(clean.docs());
});
