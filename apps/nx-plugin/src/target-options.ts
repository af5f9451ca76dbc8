import type { TargetConfiguration } from 'nx/src/devkit-exports.js';

/**
 * What every target is called with. Nx hashes it for all targets of the project: what only one of them depends on is not
 * part of it.
 */
export interface GroupOptions {
  /** Id of the folder that the project stands for, or that contains its pages. */
  readonly folder: string;
  /** Ids of the folders whose steps run, where it is not that one alone. */
  readonly folders?: readonly string[];
  /** The file that their states are copied into, below the workspace's root. */
  readonly pack?: string;
  readonly engine: string;
}

/** What the executor of the target `index` is called with, which runs the target `authority` and single steps too. */
export type IndexOptions = GroupOptions & {
  /** Names the target whose steps run, where they are not all steps of the folder. */
  readonly step?: string;
  /** Ids of the folders directly below `folder`, where there are any. */
  readonly children?: readonly string[];
};

/** What a target other than `index` is called with. */
export type OptionalOptions = GroupOptions;

/**
 * What the target of a single step is called with: the rest is what `index` of the project is called with, since Nx takes
 * time for each value of each target of each project.
 */
export type StepOptions = Pick<GroupOptions, 'folders' | 'pack'>;

/** The targets of a project. */
export type Targets = Readonly<Record<string, TargetConfiguration>>;

/** The target that the others of its project refer to. */
const WHOLE_TARGET = 'index';

/** The target with what a target shares with others of its project: itself, or `index` where it is a single step. */
export function wholeTarget(targets: Targets, name: string): TargetConfiguration {
  return isWhole(targets[name]!.options) ? targets[name]! : targets[WHOLE_TARGET]!;
}

/**
 * All that a target is called with.
 *
 * @param name of the target
 * @param own what Nx calls it with
 */
export function wholeOptions(
  targets: Targets,
  name: string,
  own: IndexOptions | StepOptions | undefined,
): IndexOptions {
  if (isWhole(own)) return own;
  const { folder, engine } = targets[WHOLE_TARGET]!.options as IndexOptions;
  return { ...own, folder, engine, step: name };
}

/** Ids of the folders whose steps a task runs. */
export function folderIdsOf({ folder, folders = [folder] }: GroupOptions): readonly string[] {
  return folders;
}

/** The files that the states of several folders are copied into, by their tasks. */
export function packsOf(options: Readonly<Record<string, GroupOptions>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(options).flatMap(([task, { pack }]) => (pack === undefined ? [] : [[task, pack]])));
}

function isWhole(options: IndexOptions | StepOptions | undefined): options is IndexOptions {
  return options !== undefined && 'folder' in options;
}
