import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { folderWork, runFolder } from '../../src/runner/index.js';
import { AUTHORITY } from '../../src/steps/index.js';
import { type Build, type BuildOptions, DocsRepo } from './docs-repo.js';
import { arbitraryDocs, arbitraryEdit, type Edit } from './generated-docs.js';

async function builtFrom(sources: Record<string, string | Uint8Array>, options: BuildOptions = {}, parent?: string) {
  const repo = new DocsRepo(sources, parent);
  const build = await repo.build(options);
  return { repo, build };
}

it('the folder that contains a docs repository does not show in any output', async () => {
  const sources = DocsRepo.handbook().sources();
  const elsewhere = mkdtempSync(join(tmpdir(), 'topicmill with a space-und-ümläut-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  const [here, there] = [await builtFrom(sources), await builtFrom(sources, {}, elsewhere)];
  expect(there.repo.files()).toEqual(here.repo.files());
  for (const text of Object.values(here.repo.files())) expect(text).not.toContain(here.repo.root);
});

it('neither cache nor states nor concurrency nor the order of the topics shows in any output', async () => {
  const sources = DocsRepo.handbook().sources();
  const { repo } = await builtFrom(sources);
  const before = repo.files();
  for (const gone of ['.embedding-cache', '.topicmill', '.topicmill/record.br']) {
    repo.remove(gone);
    await repo.build();
    expect(repo.files()).toEqual(before);
  }
  expect((await builtFrom(sources, { sequential: true })).repo.files()).toEqual(before);
  const reversed: BuildOptions['order'] = (folders) => [...folders].reverse();
  expect((await builtFrom(sources, { order: reversed })).repo.files()).toEqual(before);
  expect((await builtFrom(sources, { order: reversed, sequential: true })).repo.files()).toEqual(before);
});

it('states are the same bytes too, wherever and in whatever order they were made', async () => {
  const sources = DocsRepo.handbook().sources();
  const { repo } = await builtFrom(sources);
  const other = await builtFrom(sources, { sequential: true, order: (folders) => [...folders].reverse() });
  expect(other.repo.files('.topicmill/index')).toEqual(repo.files('.topicmill/index'));
});

it('a dry run writes nothing and tells what a run would do', async () => {
  const repo = DocsRepo.handbook();
  const before = repo.files();
  const workspace = repo.open();
  const report = await runFolder(folderWork(AUTHORITY, workspace.tree.get('')!), workspace, { dryRun: true });
  expect(report.steps[0]!.written).toEqual(['_keywords/authority.md']);
  expect(repo.files()).toEqual(before);
});

it('after any edits, a build gives the files of a first build of what is then there, and the next does nothing', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDocs, fc.array(arbitraryEdit, { minLength: 1, maxLength: 4 }), async (docs, edits) => {
      const { repo } = await builtFrom(docs);
      for (const edit of edits) {
        applyEdit(repo, edit);
        expectSound(await repo.build());
      }
      const again = await repo.build();
      expect([again.ran, again.written, again.removed, again.embeddedCount]).toEqual([[], [], [], 0]);
      expect(again.reconciled).toMatchObject({ written: [], removed: [] });
      const anew = await builtFrom({ ...repo.sources(), 'docs/README.md': 'Not a topic.\n' }, { sequential: true });
      expect(repo.files('docs')).toEqual(anew.repo.files('docs'));
      repo.discard();
      anew.repo.discard();
    }),
    { numRuns: 10 },
  );
});

function expectSound(build: Build): void {
  expect(build.diagnostics.filter(({ code }) => code === 'INTERNAL')).toEqual([]);
  expect(build.failed).toEqual([]);
}

/** Edits name topics by number, so that each fits whatever topics are there. */
function applyEdit(repo: DocsRepo, edit: Edit): void {
  const references = Object.keys(repo.files('docs')).filter((path) => path.endsWith('golden-reference.md'));
  const path = `docs/${references[edit.topic % Math.max(1, references.length)]}`;
  const folder = path.slice(0, -'/golden-reference.md'.length);
  if (edit.kind === 'add') repo.write(`docs/${edit.id}/golden-reference.md`, edit.text);
  else if (references.length === 0) return;
  else if (edit.kind === 'rewrite') repo.write(path, edit.text);
  else if (edit.kind === 'append') repo.write(path, `${repo.read(path)}\n${edit.text}`);
  else if (edit.kind === 'ask') repo.write(`${folder}/qa-pairs.md`, edit.text);
  else if (edit.kind === 'write by hand')
    repo.edit(`${folder}/topic-spec.md`, (text) => `${text}\n## By hand\n\n${edit.text}`);
  else if (edit.kind === 'tamper') tamper(repo, `${folder}/_chunks/golden-reference-${edit.topic}.md`, edit.text);
  else if (edit.kind === 'delete') repo.remove(path);
}

/** A chunk file that no build wrote would be people's, and refused. */
function tamper(repo: DocsRepo, path: string, text: string): void {
  if (existsSync(repo.path(path))) repo.write(path, text);
}
