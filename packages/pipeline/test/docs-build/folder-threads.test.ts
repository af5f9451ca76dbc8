import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { FolderThreads } from '@topicmill/pipeline/folder-threads';
import { type FolderReport, recordKey, runFolders } from '@topicmill/pipeline/runner';
import { INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { expect, it, onTestFinished } from 'vitest';

function repo(topicCount: number): string {
  const root = mkdtempSync(join(tmpdir(), 'topicmill-threads-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'topicmill.yaml'), 'docsRoot: docs\n');
  for (let at = 0; at < topicCount; at++) {
    const id = `topic-${at}`;
    mkdirSync(join(root, 'docs', id), { recursive: true });
    const text = `# Of ${id}\n\nWhat ${id} is.\n\n## Use\n\nThe use of ${id} is slow.\n`;
    writeFileSync(join(root, 'docs', id, 'golden-reference.md'), text);
  }
  return root;
}

it.skipIf(availableParallelism() === 1)('runs a folder on a thread while another is run here', async () => {
  const root = repo(2);
  const workspace = openWorkspace(root, { env: {} });
  await buildDocs(workspace, { ids: [] });
  const threads = new FolderThreads(workspace);
  threads.start();
  const { runShared } = threads.share('index');
  const [here, there] = [workspace.tree.get('topic-0')!, workspace.tree.get('topic-1')!];
  const report: FolderReport = { id: here.id, outcome: 'built', steps: [] };
  let release = (): void => {};
  const waiting = runShared!(here, undefined, () => new Promise((resolve) => (release = () => resolve(report))));
  const neverHere = (): Promise<FolderReport> => Promise.reject(new Error('It runs on a thread.'));
  expect((await runShared!(there, undefined, neverHere)).outcome).toBe('built');
  expect(workspace.record.folder(recordKey({ folder: there, target: 'index' }, workspace))?.steps).toHaveProperty(
    'index',
  );
  release();
  expect(await waiting).toBe(report);
  expect(await threads.close()).toEqual([]);
});

it.skipIf(availableParallelism() === 1)('shares the folders of a build once forty were run here', async () => {
  const workspace = openWorkspace(repo(60), { env: {} });
  await buildDocs(workspace, { ids: [] });
  const threads = new FolderThreads(workspace);
  const { runShared, concurrency } = threads.share('index');
  const folders = [...workspace.tree.values()];
  const ranHere = new Set<string>();
  const plan = {
    folders,
    target: INDEX,
    concurrency: concurrency!,
    runShared: ((folder, expected, runHere) =>
      runShared!(folder, expected, () => {
        ranHere.add(folder.id);
        return runHere();
      })) satisfies typeof runShared,
  };
  const outcomes: string[] = [];
  for await (const { outcome } of runFolders(plan, workspace)) outcomes.push(outcome);
  expect(await threads.close()).toEqual([]);
  expect(outcomes).toEqual(folders.map(() => 'built'));
  expect(ranHere.size).toBeGreaterThanOrEqual(40);
  expect(ranHere.size).toBeLessThan(folders.length - 1);
});
