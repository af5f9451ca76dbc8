import { hashOverFiles, type SourceHashes } from '@topicmill/pipeline/runner';
import type {
  ExecutorContext,
  ProjectConfiguration,
  ProjectGraphExternalNode,
  TargetConfiguration,
  TaskGraph,
} from 'nx/src/devkit-exports.js';

/** Hashes of what folders are made of, by the ids of the folders. */
type HashesByFolder = ReadonlyMap<string, SourceHashes>;

/** What Nx itself does not hash of a target: hashes of the sources when the run was planned. */
interface PlannedMetadata {
  /** A run that finds other contents fails, so that no result is kept under a wrong hash. */
  readonly sources: SourceHashes;
  /** The same for each folder, where there are several; `sources` then contains hashes over all of them. */
  readonly sourcesOfFolders?: Readonly<Record<string, SourceHashes>>;
}

/** The hashes of a target's sources, for the run of its task and as an input of the target. */
export function planned(hashes: HashesByFolder): {
  metadata: PlannedMetadata;
  input: { externalDependencies: string[] };
} {
  const sources = overFolders(hashes);
  return {
    metadata: hashes.size === 1 ? { sources } : { sources, sourcesOfFolders: Object.fromEntries(hashes) },
    input: plannedInput(sources),
  };
}

/**
 * Nx hashes the options of all targets of a project for each of them; an
 * external dependency counts only where it is an input.
 */
function plannedInput(sources: SourceHashes): { externalDependencies: string[] } {
  return { externalDependencies: Object.entries(sources).map(([source, hash]) => nameOf(source, hash)) };
}

/** One hash for each source of any folder. */
function overFolders(hashes: HashesByFolder): SourceHashes {
  const [only, ...others] = hashes.values();
  if (others.length === 0) return only!;
  const keys = new Set([...hashes.values()].flatMap((sources) => Object.keys(sources)));
  const over = (key: string): string =>
    hashOverFiles([...hashes].flatMap(([id, { [key]: hash }]) => (hash === undefined ? [] : [[id, hash] as const])));
  return Object.fromEntries([...keys].map((key) => [key, over(key)]));
}

/** The external dependencies that the targets of projects name. */
export function plannedNodes(
  projects: ReadonlyMap<string, ProjectConfiguration>,
): Record<string, ProjectGraphExternalNode> {
  const nodes: Record<string, ProjectGraphExternalNode> = {};
  for (const { targets = {} } of projects.values()) {
    for (const { metadata } of Object.values(targets)) {
      for (const [source, hash] of Object.entries((metadata as PlannedMetadata).sources)) {
        const packageName = nameOf(source, hash);
        const name = `npm:${packageName}`;
        nodes[name] ??= { type: 'npm', name, data: { version: hash, packageName, hash: packageName } };
      }
    }
  }
  return nodes;
}

function nameOf(source: string, hash: string): string {
  return `topicmill-${source.replace(/[^a-z0-9]+/gi, '-')}-${hash}`;
}

/** The hashes that the task of a run was planned with, for one of its folders. */
export function plannedSources(
  taskId: string,
  folderId: string,
  graph: TaskGraph,
  { projectsConfigurations }: Pick<ExecutorContext, 'projectsConfigurations'>,
): SourceHashes {
  const { project, target } = graph.tasks[taskId]!.target;
  const targets: Record<string, TargetConfiguration> = projectsConfigurations.projects[project]?.targets ?? {};
  return sourcesOf(targets[target]!, folderId);
}

/** The hashes that the tasks of a target were planned with, for one of its folders. */
export function sourcesOf({ metadata }: TargetConfiguration, folderId: string): SourceHashes {
  const { sources, sourcesOfFolders } = metadata as PlannedMetadata;
  return sourcesOfFolders?.[folderId] ?? sources;
}
