import { posix } from 'node:path';
import type { ProjectConfiguration, ProjectGraphExternalNode, TargetConfiguration } from '@nx/devkit';
import { isWithin } from '@topicmill/base/paths';
import type { OptionalTarget } from '@topicmill/pipeline/optional-targets';
import {
  CONFIG_FILE,
  displayPath,
  type Folder,
  hashOverFiles,
  type PlannedHashes,
  planHashes,
  plannedKey,
  type Step,
  type StepInput,
  sourcePath,
  type Target,
  type TopicPlace,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX, indexTargets, STEP_TARGETS } from '@topicmill/pipeline/steps';
import { KEYWORD_SHARES_FILE, PAGE_NOTES_DIRECTORY } from '@topicmill/pipeline/workspace';
import { type FolderGroup, foldersByGroup, groupByFolder, groupFolders, outputOf } from './folder-groups.js';
import { taskMetadata } from './planned-tasks.js';
import type { ProjectPlaces } from './project-places.js';

/** What projects are inferred from. */
export interface InferenceInput {
  readonly docsRoot: TopicPlace & Pick<Workspace, 'configHash'>;
  readonly places: ProjectPlaces;
  /** Names the release of the steps' code. */
  readonly engine: string;
  /** The targets other than `index` that some folder has, with those folders. */
  readonly extras: readonly { readonly target: OptionalTarget; readonly folders: readonly Folder[] }[];
  /** Hash of the file that all topics read, as it will be. */
  readonly authority: string;
}

/** What the plugin tells Nx. */
export interface InferredGraph {
  readonly projects: Map<string, ProjectConfiguration>;
  /** Stand for what files contained when the run was planned, so that Nx hashes it for the targets that depend on it. */
  readonly externalNodes: Record<string, ProjectGraphExternalNode>;
}

/** A project for each group of folders, by its root below that of the workspace. */
export function inferProjects(input: InferenceInput): InferredGraph {
  return new Inference(input).infer();
}

type NxInput = NonNullable<TargetConfiguration['inputs']>[number];
type Dependencies = NonNullable<TargetConfiguration['dependsOn']>;

/** What the index of a project is made from, as those above name it. */
const SOURCES = 'topicmill';

/** Globs of the folders without topics. */
const HIDDEN_FOLDERS = ['_*', '.*'];

/**
 * The hash of a target stands for all that its results follow from: the sources of its folders, the results that it reads,
 * by their own hashes, and the code. So Nx knows it before anything runs, and it is the same whatever the cache restored.
 * Files are among the inputs for `nx affected`, which goes by them.
 */
class Inference {
  private readonly projects = new Map<string, ProjectConfiguration>();
  private readonly externalNodes: Record<string, ProjectGraphExternalNode> = {};
  private readonly hashes = new Map<string, string>();
  private readonly planned = new Map<Folder, PlannedHashes>();
  private readonly groups: readonly FolderGroup[];
  private readonly groupOf: ReadonlyMap<string, FolderGroup>;
  private readonly chain: readonly Target[];
  /** Files that every topic's results follow from. */
  private readonly shared: readonly string[];

  constructor(private readonly input: InferenceInput) {
    const { config, tree } = input.docsRoot;
    this.groups = groupFolders(tree);
    this.groupOf = groupByFolder(this.groups);
    this.chain = indexTargets(config);
    this.shared = [`{workspaceRoot}/${sourcePath(config, tree.get('')!, KEYWORD_SHARES_FILE)!}`];
  }

  infer(): InferredGraph {
    for (const group of this.groups) {
      const sharing = group.part === '' ? this.input.places.sharedWith(group.owner) : undefined;
      const implicitDependencies = [
        ...(sharing === undefined ? [] : [sharing]),
        ...this.below(group).map((each) => this.nameOf(each)),
      ];
      this.projects.set(this.rootOf(group), {
        root: this.rootOf(group),
        name: this.nameOf(group),
        implicitDependencies,
        namedInputs: { [SOURCES]: this.filesetsOf(INDEX, group, group.folders) },
        targets: this.targetsOf(group),
      });
    }
    for (const { target, folders } of this.input.extras) {
      for (const [group, chosen] of foldersByGroup(folders, this.groupOf)) this.addOptional(target, group, chosen);
    }
    return { projects: this.projects, externalNodes: this.externalNodes };
  }

  private targetsOf(group: FolderGroup): Record<string, TargetConfiguration> {
    const targets: Record<string, TargetConfiguration> = {};
    const topics = group.folders.filter(({ isTopic }) => isTopic);
    const isRoot = group.folders.some(({ id }) => id === '');
    for (const target of topics.length > 0 ? STEP_TARGETS.slice(0, -1) : []) {
      const at = this.chain.indexOf(target);
      const before =
        at === -1
          ? target.needs
          : this.chain
              .slice(0, at)
              .slice(-1)
              .map(({ name }) => name);
      targets[target.name] = this.configuration(target, group, topics, INDEX.name, [...before]);
    }
    const last = this.chain.at(-1)!;
    const below = this.below(group).map((each) => this.nameOf(each));
    targets[INDEX.name] = {
      ...this.configuration(last, group, group.folders, INDEX.name, [
        ...(topics.length > 0
          ? this.chain
              .slice(0, -1)
              .slice(-1)
              .map(({ name }) => name)
          : []),
        ...(isRoot ? [{ projects: [this.input.places.nameOf('')], target: AUTHORITY.name }] : []),
        ...(below.length > 0 ? [{ projects: below, target: INDEX.name }] : []),
      ]),
      metadata: taskMetadata(this.plannedHashesByFolder(group.folders)),
    };
    // Its executor is that of the topics, so that Nx hands over both together. No topic depends on it: Nx runs everything
    // that depends on a task that runs, including categories of unchanged topics.
    if (isRoot) {
      const hashes = new Map(group.folders.map((folder) => [folder.id, this.hashesOf(AUTHORITY.steps, folder)]));
      targets[AUTHORITY.name] = {
        ...this.configuration(AUTHORITY, group, group.folders, INDEX.name, []),
        metadata: taskMetadata(hashes),
      };
    }
    return targets;
  }

  private addOptional(target: OptionalTarget, group: FolderGroup, folders: readonly Folder[]): void {
    const { places } = this.input;
    const [root, name] = [this.rootOf(group), this.nameOf(group)];
    const { targets, ...project } = this.projects.get(root) ?? { root, name };
    const { reads } = target;
    const dependsOn =
      reads === 'index' ? [{ projects: [places.nameOf('')], target: INDEX.name }] : [reads ?? []].flat();
    const hashes = new Map(folders.map((folder) => [folder.id, this.hashesOf(target.stepsOf(folder), folder)]));
    const configuration = this.configuration(target, group, folders, target.name, dependsOn);
    this.projects.set(root, {
      ...project,
      targets: { ...targets, [target.name]: { ...configuration, metadata: taskMetadata(hashes) } },
    });
  }

  private configuration(
    target: Target,
    group: FolderGroup,
    folders: readonly Folder[],
    executor: string,
    dependsOn: Dependencies,
  ): TargetConfiguration {
    return {
      executor: `@topicmill/nx:${executor}`,
      // What lacks documents that are not checked out is nobody else's result.
      cache: folders.every(({ absentCount }) => absentCount === undefined),
      inputs: [
        { externalDependencies: [this.nodeOf(target, group, folders)] },
        ...this.affectingInputs(target, group, folders),
      ],
      outputs: [`{workspaceRoot}/${outputOf(target, group, folders, this.input.docsRoot.config).path}`],
      // What is empty is left out: Nx takes time for each value of each target of each project.
      ...(dependsOn.length > 0 ? { dependsOn } : {}),
    };
  }

  /** Nx takes what an external dependency has as its hash. */
  private nodeOf(target: Target, group: FolderGroup, folders: readonly Folder[]): string {
    const hash = this.hashOf(target, group, folders);
    const packageName = `topicmill-${hash}`;
    this.externalNodes[`npm:${packageName}`] ??= {
      type: 'npm',
      name: `npm:${packageName}`,
      data: { version: hash, packageName, hash },
    };
    return packageName;
  }

  private hashOf(target: Target, group: FolderGroup, folders: readonly Folder[]): string {
    const key = `${target.name} ${group.owner.id} ${group.part}`;
    const known = this.hashes.get(key);
    if (known !== undefined) return known;
    const parts: [string, string][] = [['engine', `${target.name} ${this.input.engine}`]];
    for (const folder of folders) {
      const hashes =
        target === this.chain.at(-1)
          ? this.plannedHashesByFolder([folder]).get(folder.id)!
          : this.hashesOf(target.stepsOf(folder), folder);
      for (const [source, hash] of Object.entries(hashes)) parts.push([`${folder.id} ${source}`, hash]);
    }
    for (const [name, hash] of this.readBy(target, group)) parts.push([name, hash]);
    const hash = hashOverFiles(parts);
    this.hashes.set(key, hash);
    return hash;
  }

  /** The results that a target reads, by their hashes. */
  private *readBy(target: Target, group: FolderGroup): Generator<readonly [name: string, hash: string]> {
    const needed = STEP_TARGETS.find(({ name }) => name === target.name)?.needs ?? [];
    for (const need of STEP_TARGETS.filter(({ name }) => needed.includes(name))) {
      const topics = group.folders.filter(({ isTopic }) => isTopic);
      yield [need.name, this.hashOf(need, group, topics)];
    }
    const optional = this.input.extras.find((each) => each.target === target);
    if (optional?.target.reads === 'index') yield ['', this.indexHash(this.groupOf.get('')!)];
    const read = this.input.extras.find((each) => each.target.name === optional?.target.reads);
    if (read !== undefined) {
      const folders = foldersByGroup(read.folders, this.groupOf).get(group) ?? [];
      yield [read.target.name, this.hashOf(read.target, group, folders)];
    }
    if (target !== this.chain.at(-1)) return;
    for (const below of this.below(group)) yield [this.nameOf(below), this.indexHash(below)];
  }

  private indexHash(group: FolderGroup): string {
    return this.hashOf(this.chain.at(-1)!, group, group.folders);
  }

  /** What people wrote for the steps of `index` in some folders. */
  private plannedHashesByFolder(folders: readonly Folder[]): Map<string, PlannedHashes> {
    return new Map(
      folders.map((folder) => {
        const known =
          this.planned.get(folder) ??
          planHashes(INDEX.stepsOf(folder), folder, this.input.docsRoot, this.input.authority);
        this.planned.set(folder, known);
        return [folder.id, known];
      }),
    );
  }

  private hashesOf(steps: readonly Step[], folder: Folder): PlannedHashes {
    const ofIndex = INDEX.stepsOf(folder);
    if (!steps.every((step) => ofIndex.includes(step))) {
      return planHashes(steps, folder, this.input.docsRoot, this.input.authority);
    }
    const all = this.plannedHashesByFolder([this.input.docsRoot.tree.get(folder.id)!]).get(folder.id)!;
    const keys = new Set(steps.flatMap(({ inputs }) => inputs.map(plannedKey)));
    return Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
  }

  /** The groups, other than itself, that build what is directly below the folders of a group. */
  private below(group: FolderGroup): FolderGroup[] {
    const groups = group.folders.flatMap(({ childIds }) => childIds.map((id) => this.groupOf.get(id)!));
    return [...new Set(groups)].filter((each) => each !== group);
  }

  private rootOf({ owner, part }: FolderGroup): string {
    return posix.join(this.input.places.rootOf(owner), part);
  }

  private nameOf({ owner, part }: FolderGroup): string {
    const name = this.input.places.nameOf(owner.id);
    return part === '' ? name : `${name}/${part}`;
  }

  /** Files by which Nx tells what a commit affects, those of results that are read among them; and the model, which an environment names. */
  private affectingInputs(target: Target, group: FolderGroup, folders: readonly Folder[]): NxInput[] {
    const isIndex = target === this.chain.at(-1);
    const reads = this.input.extras.find((each) => each.target === target)?.target.reads;
    const read = this.input.extras.find((each) => each.target.name === reads);
    const files = [target, ...(read === undefined ? [] : [read.target])].flatMap((each) =>
      this.filesetsOf(each, group, folders),
    );
    const isReadBelow = (isIndex && this.below(group).length > 0) || reads === 'index';
    const steps = (isIndex ? INDEX : target).stepsOf;
    const needsModel =
      isIndex ||
      folders.some((folder) => steps(folder).some(({ inputs }) => inputs.some(({ kind }) => kind === 'model')));
    return [
      ...(isIndex ? [SOURCES] : new Set(files)),
      ...(isReadBelow ? [SOURCES, `^${SOURCES}`] : []),
      ...(needsModel ? [{ env: 'TOPICMILL_EMBEDDING_MODEL' }] : []),
    ].filter((input, at, all) => all.indexOf(input) === at);
  }

  private filesetsOf(target: Target, group: FolderGroup, folders: readonly Folder[]): string[] {
    const { config } = this.input.docsRoot;
    const projectRoot = this.rootOf(group);
    // Nx fails to hash files of a project that has none, which only that of a topic never is.
    const filesetOf = (path: string, { isTopic }: Folder): string =>
      isTopic && isWithin(path, projectRoot) && projectRoot !== '.'
        ? `{projectRoot}${path.slice(projectRoot.length)}`
        : `{workspaceRoot}/${path}`;
    const filesets = new Set([`{workspaceRoot}/${CONFIG_FILE}`]);
    for (const folder of folders) {
      for (const input of target.stepsOf(folder).flatMap((step) => step.inputs)) {
        for (const path of this.filesOf(input, folder)) filesets.add(filesetOf(path, folder));
        if (input.kind === 'docs-root') for (const path of this.shared) filesets.add(path);
        if ((input.kind !== 'every-topic' && input.kind !== 'topics') || folder.sources !== undefined) continue;
        const root = `{workspaceRoot}/${displayPath(config, '')}`;
        filesets.add(`${root}/**/${input.path}`);
        for (const hidden of HIDDEN_FOLDERS) filesets.add(`!${root}/**/${hidden}/**/${input.path}`);
      }
    }
    if (folders.some(({ sources }) => sources !== undefined)) {
      for (const glob of pageNoteGlobs(group)) filesets.add(`{workspaceRoot}/${glob}`);
    }
    return [...filesets];
  }

  /** Files that people write for an input of a folder, below the workspace's root; a missing one counts, too. */
  private filesOf(input: StepInput, folder: Folder): string[] {
    const { config } = this.input.docsRoot;
    if (input.kind === 'sources') return [`${displayPath(config, folder.id)}/${input.files.glob}`];
    if (input.kind === 'included') {
      return [
        ...(folder.page?.inclusions ?? []).flatMap(({ path, sought = path, target }) => [sought, target]),
        folder.page?.published?.html,
      ].filter((each) => each !== undefined);
    }
    const path = input.kind === 'source' ? sourcePath(config, folder, input.path) : undefined;
    // Notes about pages are found by globs: for each input of the workspace, Nx compares every file with it.
    if (path === undefined || (folder.sources !== undefined && path !== folder.page?.path)) return [];
    return [path];
  }
}

/** Globs of what people write about the pages of a group. */
function pageNoteGlobs({ owner: { id } }: FolderGroup): string[] {
  if (id === '') return [`${PAGE_NOTES_DIRECTORY}/*`];
  return [`${PAGE_NOTES_DIRECTORY}/${id}/*`, `${PAGE_NOTES_DIRECTORY}/${id}.*`];
}
