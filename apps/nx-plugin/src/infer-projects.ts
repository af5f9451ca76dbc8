import { posix } from 'node:path';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
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
import {
  type FolderGroup,
  foldersByGroup,
  groupByFolder,
  groupFolders,
  isOwnerAlone,
  packPathOf,
} from './folder-groups.js';
import type { NxInput } from './nx-inputs.js';
import { type HashesByFolder, PlannedInputs, plannedMetadata } from './planned-sources.js';
import type { ProjectPlaces } from './project-places.js';
import type { GroupOptions, IndexOptions, StepOptions } from './target-options.js';
import { TargetShapes } from './target-shapes.js';

/** What projects are inferred from. */
export interface InferenceInput {
  readonly config: TopicmillConfig;
  readonly places: ProjectPlaces;
  readonly tree: FolderTree;
  /** Names the release of the steps' code. */
  readonly engine: string;
  /** The targets other than `index` that some folder has, with those folders. */
  readonly extras: readonly OptionalTargetOfFolders[];
  /** Hashes of what people wrote, and of what is made from it for all topics. */
  readonly sources: HashSource;
}

/** A target other than `index` and the folders that have it. */
export interface OptionalTargetOfFolders {
  readonly target: OptionalTarget;
  readonly folders: readonly Folder[];
}

/** What the plugin tells Nx. */
export interface InferredGraph {
  readonly projects: Map<string, ProjectConfiguration>;
  /** Stand for what files contained when the run was planned, so that Nx hashes it for the targets that depend on it. */
  readonly externalNodes: Record<string, ProjectGraphExternalNode>;
}

/**
 * A project for each group of folders, by its root below that of the workspace; and some without targets: for the docs
 * root's `_keywords` and for pinned shares, so that a commit that changes the authority affects every topic, and for what
 * people write about pages.
 * Inputs come from the steps' own declarations.
 */
export function inferProjects(given: InferenceInput): InferredGraph {
  const input: Inference = { ...given, planned: new PlannedInputs(), shapes: new TargetShapes(given.config) };
  const { places, tree } = input;
  const projects = new Map<string, ProjectConfiguration>();
  const keywordsRoot = `${displayPath(input.config, '')}/_keywords`;
  const pin = sourcePath(input.config, tree.get('')!, KEYWORD_SHARES_FILE)!;
  projects.set(pin, { root: pin, name: pin });
  projects.set(keywordsRoot, { root: keywordsRoot, name: keywordsRoot, implicitDependencies: [pin] });
  for (const { root, name } of places.notes) projects.set(root, { root, name });
  const groups = new Groups(groupFolders(tree), places);
  for (const group of groups.all) {
    const { name, root } = projectOf(group, places);
    const strays = group.folders.flatMap((folder) => places.straysOf(folder, places.rootOf(group.owner)));
    for (const stray of strays) projects.set(stray, { root: stray, name: stray });
    const sharing = group.part === '' ? places.sharedWith(group.owner) : undefined;
    const implicitDependencies = [
      ...sharedProjects(group, keywordsRoot, places),
      ...(sharing === undefined ? [] : [sharing]),
      ...strays,
      ...groups.below(group),
    ];
    const namedInputs = input.shapes.namedInputsOf(group.owner);
    const named = namedInputs === undefined ? {} : { namedInputs };
    projects.set(root, { root, name, implicitDependencies, ...named, targets: groupTargets(group, groups, input) });
  }
  for (const extra of input.extras) addOptionalTargets(extra, groups, input, projects);
  return { projects, externalNodes: input.planned.nodes };
}

interface Inference extends InferenceInput {
  readonly planned: PlannedInputs;
  readonly shapes: TargetShapes;
}

/** The groups of a docs root, by the folders in them. */
class Groups {
  readonly byFolder: ReadonlyMap<string, FolderGroup>;

  constructor(
    readonly all: readonly FolderGroup[],
    private readonly places: ProjectPlaces,
  ) {
    this.byFolder = groupByFolder(all);
  }

  /** Names of the other projects that build what is directly below the folders of a group. */
  below(group: FolderGroup): string[] {
    const groups = group.folders.flatMap(({ childIds }) => childIds.map((id) => this.byFolder.get(id)!));
    return [...new Set(groups)].filter((each) => each !== group).map((each) => projectOf(each, this.places).name);
  }
}

/** What concerns all topics. */
function sharedProjects({ folders }: FolderGroup, keywordsRoot: string, { notes }: ProjectPlaces): string[] {
  const root = folders.find(({ id }) => id === '');
  const readsKeywords = folders.some(({ isTopic }) => isTopic) || root?.sources !== undefined;
  return [...(readsKeywords ? [keywordsRoot] : []), ...(root === undefined ? [] : notes.map(({ name }) => name))];
}

function addOptionalTargets(
  { target, folders }: OptionalTargetOfFolders,
  groups: Groups,
  input: Inference,
  projects: Map<string, ProjectConfiguration>,
): void {
  for (const [group, chosen] of foldersByGroup(folders, groups.byFolder)) {
    const { root, name } = projectOf(group, input.places);
    const project = projects.get(root) ?? { root, name };
    projects.set(root, {
      ...project,
      targets: { ...project.targets, [target.name]: optionalTarget(target, group, chosen, input) },
    });
  }
}

function projectOf({ owner, part }: FolderGroup, places: ProjectPlaces): { name: string; root: string } {
  const [name, root] = [places.nameOf(owner.id), places.rootOf(owner)];
  return part === '' ? { name, root } : { name: `${name}/${part}`, root: posix.join(root, part) };
}

function groupTargets(group: FolderGroup, groups: Groups, input: Inference): Record<string, TargetConfiguration> {
  const targets: Record<string, TargetConfiguration> = {};
  const topics = group.folders.filter(({ isTopic }) => isTopic);
  const hashes = hashesOf(INDEX, group.folders, input);
  for (const target of STEP_TARGETS.slice(0, -1)) {
    if (topics.length > 0) targets[target.name] = stepTarget(target, group, { topics, hashes }, input);
  }
  targets[INDEX.name] = indexTarget(group, groups, { topics, hashes }, input);
  if (group.folders.some(({ id }) => id === '')) targets[AUTHORITY.name] = authorityTarget(group, input);
  return targets;
}

/** What the targets of a group share. */
interface GroupSources {
  readonly topics: readonly Folder[];
  /** Of all that steps of the group's folders read, but for those of targets other than `index`. */
  readonly hashes: HashesByFolder;
}

/** One step: it depends on those whose files it reads; where the configuration makes `index` a chain, on the one before it. */
function stepTarget(
  target: StepTarget,
  group: FolderGroup,
  { topics, hashes }: GroupSources,
  input: Inference,
): TargetConfiguration {
  const chain = indexTargets(input.config);
  const before = chain[chain.indexOf(target) - 1];
  const options = packOptions(target, group, topics, input);
  const inputs = input.shapes.statesOf(target.needs);
  const dependsOn = chain.includes(target) ? (before === undefined ? [] : [before.name]) : [...target.needs];
  const ofTopics = topics.length === hashes.size ? hashes : new Map(topics.map(({ id }) => [id, hashes.get(id)!]));
  const own = { executor: INDEX.name, inputs, dependsOn, options, hashes: ofTopics };
  return targetConfiguration(target, group, topics, input, own);
}

function indexTarget(
  group: FolderGroup,
  groups: Groups,
  { topics, hashes }: GroupSources,
  input: Inference,
): TargetConfiguration {
  const { config, places } = input;
  const { owner, folders } = group;
  const chain = indexTargets(config);
  const target: Target & { readonly needs?: readonly string[] } = chain.at(-1)!;
  const before = topics.length > 0 ? chain.at(-2) : undefined;
  const dependsOn: Dependencies = before === undefined ? [] : [before.name];
  if (folders.some(({ id }) => id === '')) dependsOn.push({ projects: [places.nameOf('')], target: AUTHORITY.name });
  const below = groups.below(group);
  if (below.length > 0) dependsOn.push({ projects: below, target: INDEX.name });
  const options: IndexOptions = {
    ...optionsOf(target, group, folders, input),
    ...(target === INDEX ? {} : { step: target.name }),
    ...(folders.includes(owner) && owner.childIds.length > 0 ? { children: owner.childIds } : {}),
  };
  const inputs = topics.length > 0 ? input.shapes.statesOf(target.needs ?? []) : [];
  const own = { executor: INDEX.name, inputs, dependsOn, options, hashes };
  return targetConfiguration(target, group, folders, input, own);
}

/**
 * Its executor is that of the topics, so that Nx hands over both together: a process that is started costs 0.4 s. No
 * topic depends on it: Nx runs everything that depends on a task that runs, including categories of unchanged topics.
 */
function authorityTarget(group: FolderGroup, input: Inference): TargetConfiguration {
  const options: IndexOptions = { ...optionsOf(AUTHORITY, group, group.folders, input), step: AUTHORITY.name };
  return targetConfiguration(AUTHORITY, group, group.folders, input, { executor: INDEX.name, options });
}

function optionalTarget(
  target: OptionalTarget,
  group: FolderGroup,
  folders: readonly Folder[],
  input: Inference,
): TargetConfiguration {
  return targetConfiguration(target, group, folders, input, {
    executor: target.name,
    inputs: whatIsRead(target, input.shapes),
    dependsOn: dependenciesOf(target, input.places),
    options: optionsOf(target, group, folders, input),
  });
}

function optionsOf(
  target: Target,
  group: FolderGroup,
  folders: readonly Folder[],
  input: InferenceInput,
): GroupOptions {
  return { folder: group.owner.id, ...packOptions(target, group, folders, input), engine: input.engine };
}

function packOptions(
  target: Target,
  group: FolderGroup,
  folders: readonly Folder[],
  { config }: InferenceInput,
): StepOptions {
  if (isOwnerAlone(group, folders)) return {};
  return { folders: folders.map(({ id }) => id), pack: packPathOf(target.name, group, config) };
}

type Dependencies = NonNullable<TargetConfiguration['dependsOn']>;

/** What one target has and another has not. */
interface OwnConfiguration {
  /** Name of the executor in this plugin. */
  readonly executor: string;
  /** In addition to what the steps declare. */
  readonly inputs?: readonly NxInput[];
  readonly dependsOn?: Dependencies;
  readonly options: IndexOptions | StepOptions;
  /** Of its sources and maybe more; worked out without it. */
  readonly hashes?: HashesByFolder;
}

/** A target that runs steps in some folders: inputs and outputs follow from the steps. */
function targetConfiguration(
  target: Target,
  group: FolderGroup,
  folders: readonly Folder[],
  input: Inference,
  own: OwnConfiguration,
): TargetConfiguration {
  const { config, places, planned, shapes } = input;
  const { executor, dependsOn = [], options, hashes = hashesOf(target, folders, input) } = own;
  const shape = shapes.of(target, folders, () => projectOf(group, places).root);
  const configuration: TargetConfiguration = {
    executor: `@topicmill/nx:${executor}`,
    cache: true,
    inputs: [planned.of(hashes, shape.keys), ...shape.inputs, ...(own.inputs ?? [])],
    outputs: [`{workspaceRoot}/${options.pack ?? statePath(target.name, displayPath(config, group.owner.id))}`],
  };
  // What is empty is left out: Nx takes time for each value.
  if (dependsOn.length > 0) configuration.dependsOn = dependsOn;
  // Single steps refer to those of `index`.
  if ('folder' in options) configuration.metadata = plannedMetadata(hashes);
  if (Object.keys(options).length > 0) configuration.options = options;
  return configuration;
}

function hashesOf(target: Target, folders: readonly Folder[], { tree, sources }: InferenceInput): HashesByFolder {
  return new Map(folders.map((folder) => [folder.id, sourceHashesOf(target.stepsOf(folder), folder, tree, sources)]));
}

function dependenciesOf({ reads }: OptionalTarget, places: ProjectPlaces): Dependencies {
  if (reads === 'index') return [{ projects: [places.nameOf('')], target: INDEX.name }];
  return reads === undefined ? [] : [reads];
}

/** The state of the target of the same folder that is read; steps that read all topics say so themselves. */
function whatIsRead({ reads }: OptionalTarget, shapes: TargetShapes): NxInput[] {
  return reads === undefined || reads === 'index' ? [] : shapes.statesOf([reads]);
}
