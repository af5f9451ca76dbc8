import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DAMAGE_KINDS, damageFile, filesBelow } from '@topicmill/test-support/damage';
import { Random } from '@topicmill/test-support/generate';
import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const { built, files } = await NxWorkspace.built();

/** What damages of one kind do each is tested without Nx, which takes long to start. */
const KINDS_AT_ONCE = 3;

/** Files that Nx keeps of our tasks, in folders named by their hashes. */
function cachedOutputs(repo: NxWorkspace): string[] {
  const cache = repo.path('.nx/cache');
  const entries = readdirSync(cache).filter((name) => /^\d+$/.test(name));
  return filesBelow(...entries.map((name) => join(cache, name)));
}

function removeOutputs(repo: NxWorkspace): void {
  for (const path of Object.keys(files)) if (/(?:_chunks|_keywords)\/|\.json$/.test(path)) repo.remove(`docs/${path}`);
}

it('what Nx restores is proven: a damaged copy of a state is told, rebuilt, and healed by the remedy that is named', async () => {
  const repo = built.copy();
  const states = cachedOutputs(repo).filter((path) => path.endsWith('garden/compost/state.br'));
  expect(states).toHaveLength(1);
  damageFile(states[0]!, 'changed letter', [], new Random(7));
  removeOutputs(repo);
  repo.remove('.topicmill');
  const run = await repo.build();
  expect(run.status).toBe(0);
  expect(run.cached).toContain('garden/compost:index');
  expect(repo.docs()).toEqual(files);
  expect(run.output).toContain('CACHE_FILE_DAMAGED');
  expect(run.output).toContain('topicmill: rebuilt docs/garden/compost');
  expect(run.output).toContain('npx nx reset');
  await repo.nx(['reset']);
  expect(await repo.build()).toMatchObject({ status: 0 });
  removeOutputs(repo);
  const healed = await repo.build();
  expect(healed.output).not.toMatch(/CACHE_FILE_DAMAGED|rebuilt/);
  expect(repo.docs()).toEqual(files);
}, 120_000);

it('related.json is made of the chunks of restored topics, too, in a clone that has only the cache', async () => {
  const repo = built.copy();
  const edit = (text: string): string => text.replace(/^# .*$/m, '# Compost and coffee grounds');
  repo.edit('docs/garden/compost/golden-reference.md', edit);
  expect((await repo.build()).status).toBe(0);
  const clone = built.copy();
  removeOutputs(clone);
  clone.remove('.topicmill');
  clone.edit('docs/garden/compost/golden-reference.md', edit);
  const run = await clone.build();
  expect(run.status, run.output).toBe(0);
  expect(run.cached).toContain('brewing/espresso:index');
  expect(clone.docs()).toEqual(repo.docs());
}, 120_000);

it('no damage to what Nx keeps changes an output', async () => {
  const repo = built.copy();
  const random = new Random(14);
  for (let at = 0; at < DAMAGE_KINDS.length; at += KINDS_AT_ONCE) {
    const kinds = DAMAGE_KINDS.slice(at, at + KINDS_AT_ONCE);
    const kind = kinds.join(', ');
    const outputs = cachedOutputs(repo);
    const damaged = random.shuffled(outputs).slice(0, 2 * kinds.length);
    for (const [i, path] of damaged.entries()) damageFile(path, kinds[i % kinds.length]!, outputs, random);
    if (random.chance(0.5)) removeOutputs(repo);
    if (random.chance(0.5)) repo.remove('.topicmill');
    const first = await repo.build();
    expect(first.status, `${kind}: ${first.output}`).toBe(0);
    expect(repo.docs(), kind).toEqual(files);
    expect((await repo.build()).status, kind).toBe(0);
    expect(repo.docs(), kind).toEqual(files);
  }
}, 600_000);
