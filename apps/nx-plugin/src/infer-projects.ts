import { dirname } from 'node:path';
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

/** Globs of the folders that hold no topics. */
const HIDDEN_FOLDERS = ['_*', '.*'];

type NxInput = NonNullable<TargetConfiguration['inputs']>[number];

/** What projects are inferred from. */
export interface InferenceInput {
  /** Folder of the docs root below the workspace's root, with `/`. */
  readonly docsRoot: string;
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
  const projects = new Map<string, ProjectConfiguration>();
  const keywordsRoot = `${input.docsRoot}/_keywords`;
  projects.set(keywordsRoot, { root: keywordsRoot, name: keywordsRoot });
  for (const folder of input.tree.values()) {
    const root = displayPath(input, folder.id);
    const targets: Record<string, TargetConfiguration> = { [INDEX.name]: indexTarget(folder, input) };
    if (folder.id === '') targets[AUTHORITY.name] = authorityTarget(input);
    const below = folder.childIds.map((id) => projectName(input.docsRoot, id));
    projects.set(root, {
      root,
      name: projectName(input.docsRoot, folder.id),
      implicitDependencies: folder.isTopic ? [keywordsRoot, ...below] : below,
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
    const root = displayPath(input, folder.id);
    const project = projects.get(root) ?? { root, name: projectOf(folder.id, input.docsRoot, input.tree) };
    projects.set(root, {
      ...project,
      targets: { ...project.targets, [target.name]: optionalTarget(target, folder, input) },
    });
  }
}

/**
 * Name of a folder's project: its id. The docs root is called after its path, and so are folders whose id would be, or
 * be below, that name, and those called like a member of every object, such as `constructor`, which Nx takes for a
 * project that is there already.
 */
export function projectName(docsRoot: string, folderId: string): string {
  const isTaken = folderId === docsRoot || folderId.startsWith(`${docsRoot}/`) || folderId in Object.prototype;
  return folderId === '' || isTaken ? displayPath({ docsRoot }, folderId) : folderId;
}

/**
 * Name of the project of a folder that may be no topic nor category: of one outside the docs root, its path from the
 * workspace's root.
 */
export function projectOf(folderId: string, docsRoot: string, tree: FolderTree): string {
  if (!folderId.startsWith('../')) return projectName(docsRoot, folderId);
  const path = displayPath({ docsRoot }, folderId);
  return tree.has(path) ? `${path}-markdown` : path;
}

function indexTarget(folder: Folder, { docsRoot, engine, tree, sources }: InferenceInput): TargetConfiguration {
  const options: IndexOptions = {
    folder: folder.id,
    engine,
    sources: sourceHashesOf(INDEX.stepsOf(folder), folder, tree, sources),
    children: folder.childIds,
  };
  const dependsOn: NonNullable<TargetConfiguration['dependsOn']> = [];
  if (folder.id === '') dependsOn.push({ projects: [docsRoot], target: AUTHORITY.name });
  if (folder.childIds.length > 0) {
    dependsOn.push({ projects: folder.childIds.map((id) => projectName(docsRoot, id)), target: INDEX.name });
  }
  return {
    executor: '@topicmill/nx:index',
    cache: true,
    inputs: nxInputs(INDEX.stepsOf(folder), docsRoot, folder),
    outputs: [`{workspaceRoot}/${statePath(INDEX.name, displayPath({ docsRoot }, folder.id))}`],
    dependsOn,
    options,
  };
}

/**
 * Its executor is that of the topics, so that Nx hands over both together: a process that is started costs 0.4 s. No
 * topic depends on it: whatever stands behind a task that runs is run too, categories of unchanged topics among them.
 */
function authorityTarget({ docsRoot, engine, tree, sources }: InferenceInput): TargetConfiguration {
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
    inputs: nxInputs(AUTHORITY.steps, docsRoot),
    outputs: [
      `{workspaceRoot}/${docsRoot}/_keywords/authority.md`,
      `{workspaceRoot}/${statePath(AUTHORITY.name, docsRoot)}`,
    ],
    options,
  };
}

function optionalTarget(
  target: OptionalTarget,
  folder: Folder,
  { docsRoot, engine, tree, sources }: InferenceInput,
): TargetConfiguration {
  const options: OptionalOptions = {
    folder: folder.id,
    engine,
    sources: sourceHashesOf(target.stepsOf(folder), folder, tree, sources),
  };
  return {
    executor: `@topicmill/nx:${target.name}`,
    cache: true,
    inputs: [...nxInputs(target.stepsOf(folder), docsRoot, folder), ...whatIsRead(target, docsRoot)],
    outputs: [`{workspaceRoot}/${statePath(target.name, displayPath({ docsRoot }, folder.id))}`],
    dependsOn: dependenciesOf(target, docsRoot),
    options,
  };
}

function dependenciesOf({ reads }: OptionalTarget, docsRoot: string): NonNullable<TargetConfiguration['dependsOn']> {
  if (reads === 'index') return [{ projects: [docsRoot], target: INDEX.name }];
  return reads === undefined ? [] : [reads];
}

/** The state of the target of the same folder that is read; steps that read all topics say so themselves. */
function whatIsRead({ reads }: OptionalTarget, docsRoot: string): NxInput[] {
  if (reads === undefined || reads === 'index') return [];
  return [{ dependentTasksOutputFiles: `${dirname(statePath(reads, docsRoot))}/**` }];
}

/**
 * Nx inputs of a run of steps. What one of them makes for another is no input; the code's release is an option, and so is
 * the hash of what the docs root's steps make for all topics.
 */
function nxInputs(steps: readonly Step[], docsRoot: string, folder?: Folder): NxInput[] {
  const filesets = new Set<string>([`{workspaceRoot}/${CONFIG_FILE}`]);
  const inputs: NxInput[] = [{ externalDependencies: [] }];
  for (const input of steps.flatMap((step) => step.inputs)) addInput(input, docsRoot, folder, filesets, inputs);
  return [...filesets, ...inputs];
}

function addInput(
  input: StepInput,
  docsRoot: string,
  folder: Folder | undefined,
  filesets: Set<string>,
  inputs: NxInput[],
): void {
  if (input.kind === 'source') filesets.add(`{projectRoot}/${input.path}`);
  if (input.kind === 'sources') filesets.add(`{projectRoot}/${input.files.glob}`);
  if (input.kind === 'every-topic') {
    filesets.add(`{workspaceRoot}/${docsRoot}/**/${input.path}`);
    for (const hidden of HIDDEN_FOLDERS) filesets.add(`!{workspaceRoot}/${docsRoot}/**/${hidden}/**/${input.path}`);
  }
  if (input.kind === 'model') inputs.push({ env: 'TOPICMILL_EMBEDDING_MODEL' });
  if (input.kind === 'every-topic-made') {
    inputs.push({ dependentTasksOutputFiles: `${dirname(statePath(INDEX.name, docsRoot))}/**`, transitive: true });
  }
  if (input.kind === 'below' && folder !== undefined && folder.childIds.length > 0) {
    inputs.push({ dependentTasksOutputFiles: `${dirname(statePath(INDEX.name, docsRoot))}/**` });
  }
}
