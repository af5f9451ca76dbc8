import { hashOverFiles, type SourceHashes } from '@topicmill/pipeline/runner';
import { STEP_TARGETS } from '@topicmill/pipeline/steps';
import type {
  ExecutorContext,
  ProjectGraphExternalNode,
  TargetConfiguration,
  TaskGraph,
} from 'nx/src/devkit-exports.js';
import { type IndexOptions, type Targets, wholeTarget } from './target-options.js';
import { keysOf } from './target-shapes.js';

/** Hashes of what folders are made from, by the ids of the folders. */
export type HashesByFolder = ReadonlyMap<string, SourceHashes>;

/**
 * What Nx itself does not hash of a target. One text, since Nx takes time for each value of each target of each project.
 */
interface PlannedMetadata {
  /**
   * JSON with the hashes of the sources when the run was planned, by the ids of the folders: names and hashes alternating,
   * with a space between. A run that finds other contents fails, so that no result is kept under a wrong hash.
   */
  readonly sources: string;
}

/** The hashes of a target's sources, for the run of its task. */
export function plannedMetadata(hashes: HashesByFolder): PlannedMetadata {
  const texts = [...hashes].map(([id, sources]): [string, string] => [id, textOf(sources)]);
  return { sources: JSON.stringify(Object.fromEntries(texts)) };
}

function textOf(sources: SourceHashes): string {
  return Object.entries(sources)
    .map(([key, hash]) => `${key} ${hash}`)
    .join(' ');
}

/** The inputs of targets that stand for hashes of sources, and the external dependencies that they name. */
export class PlannedInputs {
  readonly nodes: Record<string, ProjectGraphExternalNode> = {};
  /** By the names of sources and their hashes. */
  private readonly names = new Map<string, Map<string, string>>();

  /**
   * Nx hashes the options of all targets of a project for each of them; an external dependency counts only where it is an
   * input. What is not there has no name among them.
   *
   * @param keys names of the hashes that count
   */
  of(hashes: HashesByFolder, keys: readonly string[]): { externalDependencies: string[] } {
    const externalDependencies: string[] = [];
    for (const key of keys) {
      const hash = overFolders(hashes, key);
      if (hash !== '') externalDependencies.push(this.nameOf(key, hash));
    }
    return { externalDependencies };
  }

  private nameOf(source: string, hash: string): string {
    const names = this.names.get(source) ?? new Map<string, string>();
    this.names.set(source, names);
    const packageName = names.get(hash) ?? this.addNode(source, hash);
    names.set(hash, packageName);
    return packageName;
  }

  private addNode(source: string, hash: string): string {
    const packageName = `topicmill-${source.replace(/[^a-z0-9]+/gi, '-')}-${hash}`;
    const name = `npm:${packageName}`;
    this.nodes[name] = { type: 'npm', name, data: { version: hash, packageName, hash: packageName } };
    return packageName;
  }
}

/** One hash for a source of any folder. */
function overFolders(hashes: HashesByFolder, key: string): string {
  if (hashes.size === 1) return hashes.values().next().value![key] ?? '';
  return hashOverFiles(
    [...hashes].flatMap(([id, { [key]: hash }]) => (hash === undefined ? [] : [[id, hash] as const])),
  );
}

/** The hashes that the task of a run was planned with, for one of its folders. */
export function plannedSources(
  taskId: string,
  folderId: string,
  graph: TaskGraph,
  context: Pick<ExecutorContext, 'projectsConfigurations'>,
): SourceHashes {
  const { project, target } = graph.tasks[taskId]!.target;
  return sourcesOf(targetsOf(project, context), target, folderId);
}

/** The targets of a project. */
export function targetsOf(
  project: string,
  { projectsConfigurations }: Pick<ExecutorContext, 'projectsConfigurations'>,
): Targets {
  return projectsConfigurations.projects[project]?.targets ?? {};
}

/** The hashes that the tasks of a target were planned with, for one of its folders. */
export function sourcesOf(targets: Targets, name: string, folderId: string): SourceHashes {
  const { step = name } = (targets[name]!.options ?? {}) as Partial<IndexOptions>;
  // A target of several steps has hashes of its own.
  const read = keysByStep.get(step);
  const parts = textsOf(wholeTarget(targets, name))[folderId]!.split(' ');
  const sources: Record<string, string> = {};
  for (let at = 0; at < parts.length; at += 2) {
    const key = parts[at]!;
    if (read?.has(key) !== false) sources[key] = parts[at + 1]!;
  }
  return sources;
}

const textsByTarget = new WeakMap<TargetConfiguration, Readonly<Record<string, string>>>();

function textsOf(target: TargetConfiguration): Readonly<Record<string, string>> {
  const known = textsByTarget.get(target);
  if (known !== undefined) return known;
  const texts = JSON.parse((target.metadata as PlannedMetadata).sources) as Record<string, string>;
  textsByTarget.set(target, texts);
  return texts;
}

const keysByStep = new Map(STEP_TARGETS.map(({ name, steps }) => [name, new Set(keysOf(steps))]));
