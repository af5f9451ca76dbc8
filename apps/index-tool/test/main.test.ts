import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderWork, runFolder } from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../src/main.js';

function docsRepo(): string {
  const root = mkdtempSync(join(tmpdir(), 'index-tool-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  write(join(root, 'topicmill.yaml'), 'docsRoot: docs\n');
  write(join(root, 'docs/drinks/tea/golden-reference.md'), '# Tea\n\nGreen leaves.\n');
  return root;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function buildTea(root: string): Promise<void> {
  const workspace = openWorkspace(root, { env: {} });
  await runFolder(folderWork(AUTHORITY, workspace.tree.get('')!), workspace);
  const tea = workspace.tree.get('drinks/tea')!;
  expect(await runFolder(folderWork(INDEX, tea), workspace)).toMatchObject({ outcome: 'built' });
}

async function indexTool(root: string, folder: string) {
  let out = '';
  let err = '';
  const exitCode = await main([join(root, folder)], {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    cwd: root,
    env: {},
  });
  return { exitCode, out, err, wrote: existsSync(join(root, folder, 'index.json')) };
}

test('a topic without topic-spec.md gets no index, and the command that makes the file is named', async () => {
  const { exitCode, err, wrote } = await indexTool(docsRepo(), 'docs/drinks/tea');
  expect({ exitCode, wrote }).toEqual({ exitCode: 1, wrote: false });
  expect(err).toBe(
    'docs/drinks/tea/topic-spec.md error STEP_INPUT_MISSING: The step "index" needs this file, which does not exist. ' +
      'Remedy: Run `npx topic-spec docs/drinks/tea` first; `npx topicmill build` runs all steps in order.\n',
  );
});

test('a topic-spec.md of a topic that only people have written in is not enough', async () => {
  const root = docsRepo();
  write(join(root, 'docs/drinks/tea/topic-spec.md'), '# Tea\n\nOurs.\n');
  const { exitCode, err, wrote } = await indexTool(root, 'docs/drinks/tea');
  expect({ exitCode, wrote }).toEqual({ exitCode: 1, wrote: false });
  expect(err).toContain('needs the section "Chunks" of this file');
});

test('a category without the index of a topic below gets none, and the topic is named', async () => {
  const { exitCode, err, wrote } = await indexTool(docsRepo(), 'docs/drinks');
  expect({ exitCode, wrote }).toEqual({ exitCode: 1, wrote: false });
  expect(err).toContain('docs/drinks/tea/index.json error STEP_INPUT_MISSING');
  expect(err).toContain('`npx index-tool docs/drinks/tea`');
});

test('a category needs no topic-spec.md', async () => {
  const root = docsRepo();
  await buildTea(root);
  expect(await indexTool(root, 'docs/drinks')).toMatchObject({ exitCode: 0, err: '', wrote: true });
  const index = JSON.parse(readFileSync(join(root, 'docs/drinks/index.json'), 'utf8')) as { topic_count: number };
  expect(index.topic_count).toBe(1);
});

test('an existing index is kept if topic-spec.md is missing', async () => {
  const root = docsRepo();
  await buildTea(root);
  const before = readFileSync(join(root, 'docs/drinks/tea/index.json'), 'utf8');
  rmSync(join(root, 'docs/drinks/tea/topic-spec.md'));
  expect(await indexTool(root, 'docs/drinks/tea')).toMatchObject({ exitCode: 1 });
  expect(readFileSync(join(root, 'docs/drinks/tea/index.json'), 'utf8')).toBe(before);
});

test('it has no option for a model, since it embeds nothing', async () => {
  let err = '';
  const io = { stdout: { write: () => true }, stderr: { write: (text: string) => (err += text) }, cwd: '/', env: {} };
  expect(await main(['docs', '--model', 'builtin'], io)).toBe(2);
  expect(err).toContain("Unknown option '--model'.");
});
