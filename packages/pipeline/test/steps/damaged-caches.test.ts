import { cpSync, rmSync } from 'node:fs';
import { DAMAGE_KINDS, damageFile, filesBelow } from '@topicmill/test-support/damage';
import { Random } from '@topicmill/test-support/generate';
import { describe, expect, it } from 'vitest';
import { type Build, DocsRepo } from './docs-repo.js';

const LATER_MS = 60_000;

/** The handbook, built, and its files noted some time after they were written. */
async function settledHandbook(): Promise<DocsRepo> {
  const repo = await DocsRepo.builtHandbook();
  await repo.reconcile(Date.now() + LATER_MS);
  return repo;
}

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
    const repo = await settledHandbook();
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

it('a damaged state is told, with its file and what is done about it', async () => {
  const repo = await settledHandbook();
  const state = '.topicmill/index/docs/garden/compost/state.json';
  repo.edit(state, (text) => text.replace('waste', 'taste'));
  const expected = repo.files();
  const build = await repo.build();
  expect(build.diagnostics).toEqual([
    expect.objectContaining({ severity: 'warning', code: 'CACHE_FILE_DAMAGED', file: state }),
  ]);
  expect(repo.files()).toEqual(expected);
  expect((await repo.build()).diagnostics).toEqual([]);
});

it('a restored state of another folder, or one that is damaged, is told and rebuilt', async () => {
  const repo = await settledHandbook();
  const expected = repo.files();
  const [compost, espresso] = ['garden/compost', 'brewing/espresso'].map(
    (id) => `.topicmill/index/docs/${id}/state.json`,
  );
  repo.write(compost!, repo.read(espresso!));
  repo.edit('docs/garden/compost/index.json', (text) => `${text} `);
  const report = await repo.reconcile();
  expect(report.rebuilt).toEqual(['docs/garden/compost']);
  expect(report.diagnostics).toEqual([expect.objectContaining({ code: 'CACHE_FILE_DAMAGED', file: compost })]);
  expect(repo.files()).toEqual(expected);
});

it('a restored state of other sources of the same folder is rebuilt', async () => {
  const repo = await settledHandbook();
  const expected = repo.files();
  const state = '.topicmill/index/docs/garden/compost/state.json';
  const reference = 'docs/garden/compost/golden-reference.md';
  const text = repo.read(reference);
  repo.write(reference, `${text}\n## More\n\nAnother subject.\n`);
  await repo.build();
  const other = repo.read(state);
  repo.write(reference, text);
  await repo.build();
  repo.write(state, other);
  repo.edit('docs/garden/compost/index.json', (index) => `${index} `);
  expect((await repo.reconcile()).rebuilt).toEqual(['docs/garden/compost']);
  expect(repo.files()).toEqual(expected);
});

it('a sealed state cannot name a file that its steps do not own', async () => {
  const { sealJson } = await import('@topicmill/base/files');
  const repo = await settledHandbook();
  const state = '.topicmill/index/docs/garden/compost/state.json';
  const { sha256: _, ...content } = JSON.parse(repo.read(state));
  content.steps.chunk.files['../../../escaped.md'] = 'x';
  content.steps.terms.files['golden-reference.md'] = 'x';
  repo.write(state, sealJson(content).toString('utf8'));
  const expected = repo.files();
  expect((await repo.build()).ran).toContain('garden/compost:chunk');
  expect(repo.files()).toEqual(expected);
});
