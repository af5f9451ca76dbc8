import { parseConfig } from '@topicmill/pipeline/config';
import { STEPS } from '@topicmill/pipeline/steps';
import { buildFolderTree } from '@topicmill/pipeline/workspace';
import type { ProjectConfiguration } from 'nx/src/devkit-exports.js';
import { expect, it } from 'vitest';
import { inferProjects } from '../src/infer-projects.js';
import { sourcesOf } from '../src/planned-sources.js';
import { folderPlaces } from '../src/project-places.js';
import { wholeOptions } from '../src/target-options.js';

const TOPICS = ['a/golden-reference.md', 'a/x/golden-reference.md', 'b/y/golden-reference.md'];

function infer(references: readonly string[] = TOPICS, authored: Record<string, string> = {}) {
  const tree = buildFolderTree(references);
  const config = parseConfig('docsRoot: docs\n', 'topicmill.yaml');
  const { projects } = inferProjects({
    config,
    places: folderPlaces(config, tree),
    tree,
    engine: '1.2.3',
    extras: [],
    sources: {
      file: ({ id }, path) => `${id}/${path}`,
      page: () => '',
      authored: ({ id }) => authored[id] ?? '',
      names: () => [],
      config: () => 'configuration',
      toBeMade: (path) => `made:${path}`,
    },
  });
  return projects;
}

function target(projects: ReadonlyMap<string, ProjectConfiguration>, root: string, name = 'index') {
  return projects.get(root)!.targets![name]!;
}

/** The inputs of a target with those that its project names, as Nx reads them. */
function inputsOf(projects: ReadonlyMap<string, ProjectConfiguration>, root: string, name: string) {
  const { namedInputs = {} } = projects.get(root)!;
  return target(projects, root, name).inputs!.flatMap((input) => {
    return typeof input === 'string' ? (namedInputs[input] ?? [input]) : [input];
  });
}

function planned(projects: ReadonlyMap<string, ProjectConfiguration>, root: string, name: string) {
  const { targets = {} } = projects.get(root)!;
  return sourcesOf(targets, name, root.slice('docs/'.length));
}

it('every folder above a topic has a project, named by its id, and the docs root one by its path', () => {
  const names = [...infer().values()].map(({ name, root }) => `${name} in ${root}`).sort();
  expect(names).toEqual([
    'a in docs/a',
    'a/x in docs/a/x',
    'b in docs/b',
    'b/y in docs/b/y',
    'docs in docs',
    'docs/_keywords in docs/_keywords',
    'docs/keyword-shares.md in docs/keyword-shares.md',
  ]);
});

it('the inputs of a topic are those that its steps declare, and nothing that they write', () => {
  const inputs = inputsOf(infer(), 'docs/a/x', 'index');
  expect(inputs.slice(1)).toEqual([
    '{workspaceRoot}/topicmill.yaml',
    '{projectRoot}/golden-reference.md',
    '{projectRoot}/qa-pairs.md',
    '{projectRoot}/model-questions.md',
    { env: 'TOPICMILL_EMBEDDING_MODEL' },
  ]);
  const steps = STEPS.filter(({ scope }) => scope === 'topic');
  const sources = steps
    .flatMap((step) => step.inputs)
    .flatMap((input) => (input.kind === 'source' ? [input.path] : []));
  for (const path of sources) expect(inputs).toContain(`{projectRoot}/${path}`);
});

it('the targets of a topic name the files that several of them read; hashes are not among what is named, since each target would have them', () => {
  const projects = infer();
  const { namedInputs = {} } = projects.get('docs/a/x')!;
  expect(namedInputs).toEqual({
    'topicmill-chunk': ['{workspaceRoot}/topicmill.yaml', '{projectRoot}/golden-reference.md'],
    'topicmill-topic-spec': [
      '{projectRoot}/qa-pairs.md',
      '{projectRoot}/model-questions.md',
      { env: 'TOPICMILL_EMBEDDING_MODEL' },
    ],
  });
  expect(target(projects, 'docs/a/x', 'chunk').inputs!.slice(1)).toEqual(['topicmill-chunk']);
  expect(target(projects, 'docs/a/x', 'keywords').inputs!.slice(1)).toEqual(['topicmill-chunk']);
  expect(target(projects, 'docs/a/x').inputs!.slice(1)).toEqual(['topicmill-chunk', 'topicmill-topic-spec']);
  expect(inputsOf(projects, 'docs/a/x', 'topic-spec').slice(1)).toEqual([
    ...Object.values(namedInputs).flat(),
    { dependentTasksOutputFiles: '.topicmill/chunk/docs/**' },
    { dependentTasksOutputFiles: '.topicmill/keywords/docs/**' },
  ]);
  expect(projects.get('docs/b')).not.toHaveProperty('namedInputs');
});

it('a category hashes the states of the folders below, and no reference', () => {
  const category = target(infer(), 'docs/b');
  expect(category.inputs!.slice(1)).toEqual([
    '{workspaceRoot}/topicmill.yaml',
    { dependentTasksOutputFiles: '.topicmill/index/docs/**' },
  ]);
  expect(category.dependsOn).toEqual([{ projects: ['b/y'], target: 'index' }]);
});

it('a topic with topics below waits for them, but not for the authority, whose own state is not one of its inputs', () => {
  const both = target(infer(), 'docs/a');
  expect(both.dependsOn).toEqual([{ projects: ['a/x'], target: 'index' }]);
  expect(target(infer(), 'docs').dependsOn).toContainEqual({ projects: ['docs'], target: 'authority' });
  const globs = both.inputs!.flatMap((input) =>
    typeof input === 'object' && 'dependentTasksOutputFiles' in input ? [input.dependentTasksOutputFiles] : [],
  );
  expect(globs).toEqual(['.topicmill/index/docs/**']);
  expect(target(infer(), 'docs', 'authority').outputs).toContain(
    '{workspaceRoot}/.topicmill/authority/docs/state.json',
  );
});

it('the docs root and the authority hash every reference that makes a topic', () => {
  for (const name of ['index', 'authority']) {
    expect(target(infer(), 'docs', name).inputs).toEqual(
      expect.arrayContaining([
        '{workspaceRoot}/docs/**/golden-reference.md',
        '!{workspaceRoot}/docs/**/_*/**/golden-reference.md',
        '!{workspaceRoot}/docs/**/.*/**/golden-reference.md',
      ]),
    );
  }
});

it('release and the topics below are hashed with the project; sources, hand edits and the authority to come with the target', () => {
  const projects = infer(TOPICS, { a: 'edited', b: 'by-hand' });
  expect(target(projects, 'docs/a').options).toEqual({ folder: 'a', engine: '1.2.3', children: ['a/x'] });
  expect(planned(projects, 'docs/a', 'index')).toEqual({
    configuration: 'configuration',
    'golden-reference.md': 'a/golden-reference.md',
    'qa-pairs.md': 'a/qa-pairs.md',
    'model-questions.md': 'a/model-questions.md',
    'topic-spec.md': 'edited',
    '_keywords/authority.md': 'made:_keywords/authority.md',
  });
  expect(target(projects, 'docs/a').inputs![0]).toMatchObject({
    externalDependencies: expect.arrayContaining(['topicmill-topic-spec-md-edited']),
  });
  expect(target(projects, 'docs/a', 'chunk').inputs![0]).toEqual({
    externalDependencies: [
      'topicmill-golden-reference-md-a/golden-reference.md',
      'topicmill-configuration-configuration',
    ],
  });
  expect(planned(projects, 'docs/b', 'index')).toMatchObject({ 'topic-spec.md': 'by-hand' });
});

it('a single step says nothing that index says, and has the rest from there: Nx takes time for each value', () => {
  const projects = infer(TOPICS, { a: 'edited' });
  const { targets = {} } = projects.get('docs/a')!;
  expect(Object.keys(targets['keywords']!).sort()).toEqual(['cache', 'executor', 'inputs', 'outputs']);
  const whole = { folder: 'a', engine: '1.2.3', step: 'keywords' };
  expect(wholeOptions(targets, 'keywords', {})).toEqual(whole);
  expect(wholeOptions(targets, 'index', target(projects, 'docs/a').options)).not.toHaveProperty('step');
  expect(planned(projects, 'docs/a', 'keywords')).toEqual({
    configuration: 'configuration',
    'golden-reference.md': 'a/golden-reference.md',
    '_keywords/authority.md': 'made:_keywords/authority.md',
  });
});

it('what is not there is not named among the inputs, and what comes to be is', () => {
  const names = (projects: ReadonlyMap<string, ProjectConfiguration>) =>
    (target(projects, 'docs/a').inputs![0] as { externalDependencies: string[] }).externalDependencies;
  const added = names(infer(TOPICS, { a: 'edited' })).filter((name) => !names(infer()).includes(name));
  expect(added).toEqual(['topicmill-topic-spec-md-edited']);
});

it('Nx restores states only, never a file of the docs', () => {
  const outputs = [...infer().values()].flatMap(({ targets = {} }) =>
    Object.values(targets).flatMap((each) => each.outputs ?? []),
  );
  expect(outputs.filter((path) => !path.includes('/.topicmill/'))).toEqual([]);
});

it('the authority has the executor of the topics, so that both are handed over together', () => {
  const authority = target(infer(), 'docs', 'authority');
  expect(authority.executor).toBe(target(infer(), 'docs/a').executor);
  expect(authority.options).toMatchObject({ folder: '', step: 'authority' });
});

it('a docs root without topics has a project all the same', () => {
  expect([...infer([]).keys()].sort()).toEqual(['docs', 'docs/_keywords', 'docs/keyword-shares.md']);
});
