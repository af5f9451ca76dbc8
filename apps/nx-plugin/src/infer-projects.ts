import type { TopicmillConfig } from '@topicmill/base/config';
import type { OptionalTarget } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type Folder,
  type FolderTree,
  type HashSource,
  sourceHashesOf,
  sourcePath,
  statePath,
  type Target,
} from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX, indexTargets, STEP_TARGETS, type StepTarget } from '@topicmill/pipeline/steps';
import { KEYWORD_SHARES_FILE } from '@topicmill/pipeline/workspace';
import type { ProjectConfiguration, ProjectGraphExternalNode, TargetConfiguration } from 'nx/src/devkit-exports.js';
import { type NxInput, nxInputs, statesOf } from './nx-inputs.js';
import { planned, plannedInput, plannedNodes } from './planned-sources.js';
import type { ProjectPlaces } from './project-places.js';

/** What projects are inferred from. */
export interface InferenceInput {
  readonly config: TopicmillConfig;
  readonly places: ProjectPlaces;
  readonly tree: FolderTree;
  /** Names the release of the steps' code. */
  readonly engine: string;
  /** The targets beside `index` that some folder has, with those folders. */
  readonly extras: readonly OptionalTargetOfFolders[];
  /** Hashes of what people wrote, and of what is made of it for all topics. */
  readonly sources: HashSource;
}

/** A target beside `index` and the folders that have it. */
export interface OptionalTargetOfFolders {
  readonly target: OptionalTarget;
  readonly folders: readonly Folder[];
}

/**
 * What every target is called with. Nx hashes it for all targets of the project: what only one of them depends on is not
 * part of it.
 */
interface FolderOptions {
  readonly folder: string;
  readonly engine: string;
}

/** What the executor of the target `index` is called with, which runs the target `authority` and single steps too. */
export type IndexOptions = FolderOptions & {
  /** Names the target whose steps run, where they are not all steps of the folder. */
  readonly step?: string;
  readonly children: readonly string[];
};

/** What a target beside `index` is called with. */
export type OptionalOptions = FolderOptions;

/** What the plugin tells Nx. */
export interface InferredGraph {
  readonly projects: Map<string, ProjectConfiguration>;
  /** Stand for what files contained when the run was planned, so that Nx hashes it for the targets that depend on it. */
  readonly externalNodes: Record<string, ProjectGraphExternalNode>;
}

/**
 * A project for the docs root, for each category and each topic, by its folder below the workspace's root; and some
 * without targets: for the docs root's `_keywords` and for pinned shares, so that a commit that changes the authority
 * affects every topic, and for what people write about pages.
 * Inputs come from the steps' own declarations.
 */
export function inferProjects(input: InferenceInput): InferredGraph {
  const { places } = input;
  const projects = new Map<string, ProjectConfiguration>();
  const keywordsRoot = `${displayPath(input.config, '')}/_keywords`;
  const pin = sourcePath(input.config, input.tree.get('')!, KEYWORD_SHARES_FILE)!;
  projects.set(pin, { root: pin, name: pin });
  projects.set(keywordsRoot, { root: keywordsRoot, name: keywordsRoot, implicitDependencies: [pin] });
  for (const { root, name } of places.notes) projects.set(root, { root, name });
  for (const folder of input.tree.values()) {
    const root = places.rootOf(folder);
    const targets = folderTargets(folder, input);
    const below = folder.childIds.map((id) => places.nameOf(id));
    const strays = places.straysOf(folder);
    for (const stray of strays) projects.set(stray, { root: stray, name: stray });
    projects.set(root, {
      root,
      name: places.nameOf(folder.id),
      implicitDependencies: [...sharedProjects(folder, keywordsRoot, places), ...strays, ...below],
      targets,
    });
  }
  for (const extra of input.extras) addOptionalTargets(extra, input, projects);
  return { projects, externalNodes: plannedNodes(projects) };
}

/**
 * What concerns all topics. Pages get it through the docs root, whose index waits for theirs: Nx looks through the names
 * of all projects for each that has implicit dependencies.
 */
function sharedProjects({ id, isTopic, sources }: Folder, keywordsRoot: string, { notes }: ProjectPlaces): string[] {
  if (sources === undefined) return isTopic ? [keywordsRoot] : [];
  return id === '' ? [keywordsRoot, ...notes.map(({ name }) => name)] : [];
}

function addOptionalTargets(
  { target, folders }: OptionalTargetOfFolders,
  input: InferenceInput,
  projects: Map<string, ProjectConfiguration>,
): void {
  for (const folder of folders) {
    const root = input.places.rootOf(folder);
    const project = projects.get(root) ?? { root, name: input.places.nameOf(folder.id) };
    projects.set(root, {
      ...project,
      targets: { ...project.targets, [target.name]: optionalTarget(target, folder, input) },
    });
  }
}

function folderTargets(folder: Folder, input: InferenceInput): Record<string, TargetConfiguration> {
  const targets: Record<string, TargetConfiguration> = {};
  for (const target of STEP_TARGETS) {
    const isLast = target === STEP_TARGETS.at(-1);
    if (!isLast && folder.isTopic) targets[target.name] = stepTarget(target, folder, input);
  }
  targets[INDEX.name] = indexTarget(folder, input);
  if (folder.id === '') targets[AUTHORITY.name] = authorityTarget(input);
  return targets;
}

/** One step: it depends on those whose files it reads; where the configuration makes `index` a chain, on the one before it. */
function stepTarget(target: StepTarget, folder: Folder, input: InferenceInput) {
  const { config, engine, tree, sources } = input;
  const steps = target.stepsOf(folder);
  const chain = indexTargets(config);
  const before = chain[chain.indexOf(target) - 1];
  const options: IndexOptions = {
    folder: folder.id,
    step: target.name,
    engine,
    children: [],
  };
  const hashes = sourceHashesOf(steps, folder, tree, sources);
  return {
    executor: '@topicmill/nx:index',
    cache: true,
    inputs: [
      plannedInput(hashes),
      ...nxInputs(steps, folder, input),
      ...target.needs.map((name) => statesOf(name, config)),
    ],
    outputs: [`{workspaceRoot}/${statePath(target.name, displayPath(config, folder.id))}`],
    dependsOn: chain.includes(target) ? (before === undefined ? [] : [before.name]) : [...target.needs],
    options,
    metadata: planned(hashes),
  };
}

function indexTarget(folder: Folder, input: InferenceInput): TargetConfiguration {
  const { config, places, engine, tree, sources } = input;
  const chain = indexTargets(config);
  const target: Target & { readonly needs?: readonly string[] } = chain.at(-1)!;
  const before = folder.isTopic ? chain.at(-2) : undefined;
  const steps = target.stepsOf(folder);
  const options: IndexOptions = {
    folder: folder.id,
    ...(target === INDEX ? {} : { step: target.name }),
    engine,
    children: folder.childIds,
  };
  const hashes = sourceHashesOf(steps, folder, tree, sources);
  const dependsOn: NonNullable<TargetConfiguration['dependsOn']> = before === undefined ? [] : [before.name];
  if (folder.id === '') dependsOn.push({ projects: [places.nameOf('')], target: AUTHORITY.name });
  if (folder.childIds.length > 0) {
    dependsOn.push({ projects: folder.childIds.map((id) => places.nameOf(id)), target: INDEX.name });
  }
  const needs = folder.isTopic ? (target.needs ?? []) : [];
  return {
    executor: '@topicmill/nx:index',
    cache: true,
    inputs: [plannedInput(hashes), ...nxInputs(steps, folder, input), ...needs.map((name) => statesOf(name, config))],
    outputs: [`{workspaceRoot}/${statePath(target.name, displayPath(config, folder.id))}`],
    dependsOn,
    options,
    metadata: planned(hashes),
  };
}

/**
 * Its executor is that of the topics, so that Nx hands over both together: a process that is started costs 0.4 s. No
 * topic depends on it: Nx runs everything that depends on a task that runs, including categories of unchanged topics.
 */
function authorityTarget(input: InferenceInput): TargetConfiguration {
  const { config, engine, tree, sources } = input;
  const options: IndexOptions = {
    folder: '',
    step: AUTHORITY.name,
    engine,
    children: [],
  };
  const hashes = sourceHashesOf(AUTHORITY.steps, tree.get('')!, tree, sources);
  return {
    executor: '@topicmill/nx:index',
    cache: true,
    inputs: [plannedInput(hashes), ...nxInputs(AUTHORITY.steps, tree.get('')!, input)],
    outputs: [`{workspaceRoot}/${statePath(AUTHORITY.name, displayPath(config, ''))}`],
    options,
    metadata: planned(hashes),
  };
}

function optionalTarget(target: OptionalTarget, folder: Folder, input: InferenceInput): TargetConfiguration {
  const { config, places, engine, tree, sources } = input;
  const options: OptionalOptions = { folder: folder.id, engine };
  const hashes = sourceHashesOf(target.stepsOf(folder), folder, tree, sources);
  return {
    executor: `@topicmill/nx:${target.name}`,
    cache: true,
    inputs: [plannedInput(hashes), ...nxInputs(target.stepsOf(folder), folder, input), ...whatIsRead(target, config)],
    outputs: [`{workspaceRoot}/${statePath(target.name, displayPath(config, folder.id))}`],
    dependsOn: dependenciesOf(target, places),
    options,
    metadata: planned(hashes),
  };
}

function dependenciesOf(
  { reads }: OptionalTarget,
  places: ProjectPlaces,
): NonNullable<TargetConfiguration['dependsOn']> {
  if (reads === 'index') return [{ projects: [places.nameOf('')], target: INDEX.name }];
  return reads === undefined ? [] : [reads];
}

/** The state of the target of the same folder that is read; steps that read all topics say so themselves. */
function whatIsRead({ reads }: OptionalTarget, config: TopicmillConfig): NxInput[] {
  return reads === undefined || reads === 'index' ? [] : [statesOf(reads, config)];
}
