import { cpSync, rmSync } from 'node:fs';
import { DAMAGE_KINDS, damageFile, filesBelow } from '@topicmill/test-support/damage';
import { Random } from '@topicmill/test-support/generate';
import { describe, expect, it } from 'vitest';
import type { Build, DocsRepo } from './docs-repo.js';
import { LATER_MS, notedHandbook } from './noted-handbook.js';

/** A build, and what a run does after it for states that a cache restored. */
async function buildAndReconcile(repo: DocsRepo): Promise<Build> {
  const build = await repo.build();
  expect(build.failed).toEqual([]);
  expect((await repo.reconcile(Date.now() + LATER_MS)).rebuilt).toEqual([]);
  return build;
}

/** What the next build has to take from the caches, and cannot leave as it is. */
const NEEDS: Readonly<Record<string, (repo: DocsRepo) => void>> = {
  'with its outputs in place': () => {},
  'without its outputs': (repo) => {
    const outputs = Object.keys(repo.files()).filter((path) => /(?:_chunks|_keywords)\/|\.json$/.test(path));
    for (const path of outputs) repo.remove(path);
  },
  'with its states gone': (repo) => rmSync(repo.path('.topicmill/index'), { recursive: true, force: true }),
};

describe.each(DAMAGE_KINDS)('%s', (kind) => {
  it.each(Object.keys(NEEDS))('in several files of the caches of a docs root %s changes no output', async (need) => {
    const repo = await notedHandbook();
    const expected = repo.files();
    const intact = `${repo.root}-intact`;
    cpSync(repo.root, intact, { recursive: true, verbatimSymlinks: true });
    const random = new Random(DAMAGE_KINDS.indexOf(kind));
    for (let round = 0; round < 2; round++) {
      const files = filesBelow(repo.path('.topicmill'), repo.path('.embedding-cache'));
      for (const path of random.shuffled(files).slice(0, 8)) damageFile(path, kind, filesBelow(intact), random);
      NEEDS[need]!(repo);
      await buildAndReconcile(repo);
      expect(repo.files()).toEqual(expected);
      const again = await buildAndReconcile(repo);
      expect([again.ran, again.diagnostics]).toEqual([[], []]);
      expect(repo.files()).toEqual(expected);
    }
    rmSync(intact, { recursive: true });
  });
});
