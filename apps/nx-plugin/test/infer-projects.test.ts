import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectConfiguration } from '@nx/devkit';
import { parseConfig } from '@topicmill/pipeline/config';
import { BuildRecord } from '@topicmill/pipeline/runner';
import { STEPS } from '@topicmill/pipeline/steps';
import { buildFolderTree } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, it, onTestFinished } from 'vitest';
import { type InferenceInput, inferProjects } from '../src/infer-projects.js';
import { PlannedTasks } from '../src/planned-tasks.js';
import { folderPlaces } from '../src/project-places.js';

const TOPICS: Readonly<Record<string, string>> = {
  'docs/a/golden-reference.md': '# A\n',
  'docs/a/x/golden-reference.md': '# X\n',
  'docs/b/y/golden-reference.md': '# Y\n',
};
const CONFIG = parseConfig('docsRoot: docs\n', 'topicmill.yaml');

type Projects = ReadonlyMap<string, ProjectConfiguration>;

function infer(files: Readonly<Record<string, string>> = TOPICS, given: Partial<InferenceInput> = {}): Projects {
  const root = mkdtempSync(join(tmpdir(), 'infer-projects-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  new FileFolder(root, files);
  const references = Object.keys(files).filter((path) => path.endsWith('golden-reference.md'));
  const tree = buildFolderTree(references.map((path) => path.slice('docs/'.length)));
  const record = new BuildRecord(root, 'test');
  return inferProjects({
    docsRoot: { root, config: CONFIG, tree, record, configHash: 'configuration' },
    places: folderPlaces(CONFIG, tree),
    engine: '1.2.3',
    extras: [],
    authority: 'shares',
    ...given,
  }).projects;
}

function target(projects: Projects, root: string, name = 'index') {
  return projects.get(root)!.targets![name]!;
}

/** Names of the targets whose hash differs between two plans, as `<root>:<target>`. */
function changed(before: Projects, after: Projects): string[] {
  return [...after].flatMap(([root, { targets = {} }]) =>
    Object.keys(targets)
      .filter((name) => JSON.stringify(hashOf(before, root, name)) !== JSON.stringify(hashOf(after, root, name)))
      .map((name) => `${root}:${name}`),
  );
}

function hashOf(projects: Projects, root: string, name: string): unknown {
  return projects.get(root)?.targets?.[name]?.inputs?.[0];
}

it('every folder above a topic has a project, named by its id, and the docs root one by its path', () => {
  const names = [...infer().values()].map(({ name, root }) => `${name} in ${root}`).sort();
  expect(names).toEqual(['a in docs/a', 'a/x in docs/a/x', 'b in docs/b', 'b/y in docs/b/y', 'docs in docs']);
  expect([...infer({}).keys()]).toEqual(['docs']);
});

it('the files among the inputs of a topic are those that its steps declare, and nothing that they write', () => {
  const projects = infer();
  const [, ...named] = target(projects, 'docs/a/x').inputs!;
  expect(named).toEqual(['topicmill', { env: 'TOPICMILL_EMBEDDING_MODEL' }]);
  const inputs = projects.get('docs/a/x')!.namedInputs!['topicmill']!;
  expect(inputs).toEqual([
    '{workspaceRoot}/topicmill.yaml',
    '{projectRoot}/golden-reference.md',
    '{workspaceRoot}/docs/keyword-shares.md',
    '{projectRoot}/qa-pairs.md',
    '{projectRoot}/model-questions.md',
  ]);
  expect(target(projects, 'docs/a').inputs).toContain('^topicmill');
  const steps = STEPS.filter(({ scope }) => scope === 'topic');
  const sources = steps
    .flatMap((step) => step.inputs)
    .flatMap((input) => (input.kind === 'source' ? [input.path] : []));
  for (const path of sources) expect(inputs).toContain(`{projectRoot}/${path}`);
});

it('the docs root and the authority have every reference that makes a topic among their inputs', () => {
  const projects = infer();
  for (const inputs of [
    projects.get('docs')!.namedInputs!['topicmill'],
    target(projects, 'docs', 'authority').inputs,
  ]) {
    expect(inputs).toEqual(
      expect.arrayContaining([
        '{workspaceRoot}/docs/**/golden-reference.md',
        '!{workspaceRoot}/docs/**/_*/**/golden-reference.md',
        '!{workspaceRoot}/docs/**/.*/**/golden-reference.md',
      ]),
    );
  }
});

it('a topic waits for those below, but not for the authority', () => {
  expect(target(infer(), 'docs/a').dependsOn).toEqual([{ projects: ['a/x'], target: 'index' }]);
  expect(target(infer(), 'docs').dependsOn).toContainEqual({ projects: ['docs'], target: 'authority' });
  expect(target(infer(), 'docs', 'authority').outputs).toEqual(['{workspaceRoot}/.topicmill/authority/docs/state.br']);
});

it('the hash of a target changes with the sources that its steps read, and with those of what it reads', () => {
  const before = infer();
  const edited = (files: Readonly<Record<string, string>>): string[] => changed(before, infer({ ...TOPICS, ...files }));
  expect(edited({})).toEqual([]);
  expect(edited({ 'docs/a/x/qa-pairs.md': 'Q: Why?\nA: So.\n' })).toEqual([
    'docs/a/x:topic-spec',
    'docs/a/x:index',
    'docs/a:index',
    'docs:index',
  ]);
  expect(edited({ 'docs/b/y/golden-reference.md': '# Why\n' })).toEqual([
    'docs/b/y:chunk',
    'docs/b/y:keywords',
    'docs/b/y:topic-spec',
    'docs/b/y:index',
    'docs/b:index',
    'docs:index',
    'docs:authority',
  ]);
  expect(edited({ 'docs/b/topic-spec.md': '# B\n\nBy hand.\n' })).toEqual(['docs/b:index', 'docs:index']);
});

it('the file that all topics read changes what reads it, another release everything', () => {
  const before = infer();
  const ofAuthority = changed(before, infer(TOPICS, { authority: 'others' }));
  expect(ofAuthority).toContain('docs/a:keywords');
  expect(ofAuthority).not.toContain('docs/a:chunk');
  const all = [...before].flatMap(([root, { targets = {} }]) => Object.keys(targets).map((name) => `${root}:${name}`));
  expect(changed(before, infer(TOPICS, { engine: '1.2.4' }))).toEqual(all);
});

it('a topic that comes changes the index of the folder above, and no step of a topic that was there', () => {
  const added = changed(infer(), infer({ ...TOPICS, 'docs/a/z/golden-reference.md': '# Z\n' }));
  expect(added.filter((name) => !name.startsWith('docs/a/z:'))).toEqual([
    'docs/a:index',
    'docs:index',
    'docs:authority',
  ]);
});

it('a task knows its folders and what people had written for them', () => {
  const projects = Object.fromEntries([...infer()].map(([, project]) => [project.name!, project]));
  const tasks = new PlannedTasks({ version: 2, projects }, CONFIG);
  const isTopic = (id: string): boolean => id !== 'b';
  expect(tasks.task('a', 'keywords', isTopic)).toEqual({ target: 'keywords', folderIds: ['a'], pack: undefined });
  expect(tasks.task('b', 'index', isTopic)).toMatchObject({ target: 'index', folderIds: ['b'] });
  expect([...tasks.indexedIds].sort()).toEqual(['', 'a', 'a/x', 'b', 'b/y']);
  expect(tasks.plannedHashes('index', 'a')).toMatchObject({
    configuration: 'configuration',
    '_keywords/authority.md': 'shares',
  });
  expect(tasks.plannedHashes('keywords', 'a')!['golden-reference.md']).toMatch(/^[0-9a-f]{16}$/);
});

it('Nx restores states only, never a file of the docs', () => {
  const outputs = [...infer().values()].flatMap(({ targets = {} }) =>
    Object.values(targets).flatMap((each) => each.outputs ?? []),
  );
  expect(outputs.filter((path) => !path.includes('/.topicmill/'))).toEqual([]);
});

it('every project has targets, and the authority has the executor of the topics, so that both are handed over together', () => {
  for (const { targets } of infer().values()) expect(targets).toHaveProperty('index');
  expect(target(infer(), 'docs', 'authority').executor).toBe(target(infer(), 'docs/a').executor);
});
