import { dirname } from 'node:path';
import type { TopicmillConfig } from '@topicmill/base/config';
import type { OptionalTarget } from '@topicmill/pipeline/optional-targets';
import {
  CONFIG_FILE,
  displayPath,
  type Folder,
  type FolderTree,
  type HashSource,
  type SourceHashes,
  type Step,
  type StepInput,
  sourceHashesOf,
  statePath,
} from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import type { ProjectConfiguration, TargetConfiguration } from 'nx/src/devkit-exports.js';
import type { ProjectPlaces } from './project-places.js';

/** Globs of the folders that hold no topics. */
const HIDDEN_FOLDERS = ['_*', '.*'];

type NxInput = NonNullable<TargetConfiguration['inputs']>[number];

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

/** What every target is called with; Nx hashes it. */
interface FolderOptions {
  readonly folder: string;
  readonly engine: string;
  /** What files held: a run that finds them changed fails, so that nothing is kept under a wrong hash. */
  readonly sources: SourceHashes;
}

/** What the executor of the target `index` is called with, which is that of the target `authority` too. */
export type IndexOptions = FolderOptions & {
  /** Names the target `authority`; without it the target is `index`. */
  readonly step?: string;
  readonly children: readonly string[];
};

/** What a target beside `index` is called with. */
export type OptionalOptions = FolderOptions;

/**
 * A project for the docs root, for each category and each topic, by its folder below the workspace's root; and one,
 * without targets, for the docs root's `_keywords`, so that a commit that changes the authority affects every topic.
 * Inputs come from the steps' own declarations.
 */
export function inferProjects(input: InferenceInput): Map<string, ProjectConfiguration> {
  const { places } = input;
  const projects = new Map<string, ProjectConfiguration>();
  const keywordsRoot = `${displayPath(input.config, '')}/_keywords`;
  projects.set(keywordsRoot, { root: keywordsRoot, name: keywordsRoot });
  for (const folder of input.tree.values()) {
    const root = places.rootOf(folder);
    const targets: Record<string, TargetConfiguration> = { [INDEX.name]: indexTarget(folder, input) };
    if (folder.id === '') targets[AUTHORITY.name] = authorityTarget(input);
    const below = folder.childIds.map((id) => places.nameOf(id));
    const strays = places.straysOf(folder);
    for (const stray of strays) projects.set(stray, { root: stray, name: stray });
    projects.set(root, {
      root,
      name: places.nameOf(folder.id),
      implicitDependencies: [...(folder.isTopic ? [keywordsRoot] : []), ...strays, ...below],
      targets,
    });
  }
  for (const extra of input.extras) addOptionalTargets(extra, input, projects);
  return projects;
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

function indexTarget(folder: Folder, { config, places, engine, tree, sources }: InferenceInput): TargetConfiguration {
  const options: IndexOptions = {
    folder: folder.id,
    engine,
    sources: sourceHashesOf(INDEX.stepsOf(folder), folder, tree, sources),
    children: folder.childIds,
  };
  const dependsOn: NonNullable<TargetConfiguration['dependsOn']> = [];
  if (folder.id === '') dependsOn.push({ projects: [places.nameOf('')], target: AUTHORITY.name });
  if (folder.childIds.length > 0) {
    dependsOn.push({ projects: folder.childIds.map((id) => places.nameOf(id)), target: INDEX.name });
  }
  return {
    executor: '@topicmill/nx:index',
    cache: true,
    inputs: nxInputs(INDEX.stepsOf(folder), config, folder),
    outputs: [`{workspaceRoot}/${statePath(INDEX.name, displayPath(config, folder.id))}`],
    dependsOn,
    options,
  };
}

/**
 * Its executor is that of the topics, so that Nx hands over both together: a process that is started costs 0.4 s. No
 * topic depends on it: whatever stands behind a task that runs is run too, categories of unchanged topics among them.
 */
function authorityTarget({ config, engine, tree, sources }: InferenceInput): TargetConfiguration {
  const options: IndexOptions = {
    folder: '',
    step: AUTHORITY.name,
    engine,
    sources: sourceHashesOf(AUTHORITY.steps, tree.get('')!, tree, sources),
    children: [],
  };
  return {
    executor: '@topicmill/nx:index',
    cache: true,
    inputs: nxInputs(AUTHORITY.steps, config, tree.get('')!),
    outputs: [
      `{workspaceRoot}/${displayPath(config, '')}/_keywords/authority.md`,
      `{workspaceRoot}/${statePath(AUTHORITY.name, displayPath(config, ''))}`,
    ],
    options,
  };
}

function optionalTarget(
  target: OptionalTarget,
  folder: Folder,
  { config, places, engine, tree, sources }: InferenceInput,
): TargetConfiguration {
  const options: OptionalOptions = {
    folder: folder.id,
    engine,
    sources: sourceHashesOf(target.stepsOf(folder), folder, tree, sources),
  };
  return {
    executor: `@topicmill/nx:${target.name}`,
    cache: true,
    inputs: [...nxInputs(target.stepsOf(folder), config, folder), ...whatIsRead(target, config)],
    outputs: [`{workspaceRoot}/${statePath(target.name, displayPath(config, folder.id))}`],
    dependsOn: dependenciesOf(target, places),
    options,
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
  if (reads === undefined || reads === 'index') return [];
  return [{ dependentTasksOutputFiles: `${dirname(statePath(reads, displayPath(config, '')))}/**` }];
}

/**
 * Nx inputs of a run of steps. What one of them makes for another is no input; the code's release is an option, and so is
 * the hash of what the docs root's steps make for all topics.
 */
function nxInputs(steps: readonly Step[], config: TopicmillConfig, folder: Folder): NxInput[] {
  const filesets = new Set<string>([`{workspaceRoot}/${CONFIG_FILE}`]);
  const inputs: NxInput[] = [{ externalDependencies: [] }];
  for (const input of steps.flatMap((step) => step.inputs)) addInput(input, config, folder, filesets, inputs);
  return [...filesets, ...inputs];
}

function addInput(
  input: StepInput,
  config: TopicmillConfig,
  folder: Folder,
  filesets: Set<string>,
  inputs: NxInput[],
): void {
  const resultsRoot = displayPath(config, '');
  const states = `${dirname(statePath(INDEX.name, resultsRoot))}/**`;
  if (input.kind === 'source') {
    const elsewhere = folder.sources?.get(input.path);
    if (elsewhere !== undefined) filesets.add(`{workspaceRoot}/${elsewhere}`);
    else if (folder.sources === undefined) filesets.add(`{projectRoot}/${input.path}`);
  }
  if (input.kind === 'sources') filesets.add(`{projectRoot}/${input.files.glob}`);
  // Pages have any name: their hashes are among the options of the target.
  if (input.kind === 'every-topic' && folder.sources === undefined) {
    filesets.add(`{workspaceRoot}/${resultsRoot}/**/${input.path}`);
    for (const hidden of HIDDEN_FOLDERS) filesets.add(`!{workspaceRoot}/${resultsRoot}/**/${hidden}/**/${input.path}`);
  }
  if (input.kind === 'model') inputs.push({ env: 'TOPICMILL_EMBEDDING_MODEL' });
  if (input.kind === 'every-topic-made') inputs.push({ dependentTasksOutputFiles: states, transitive: true });
  if (input.kind === 'below' && folder.childIds.length > 0) inputs.push({ dependentTasksOutputFiles: states });
}
