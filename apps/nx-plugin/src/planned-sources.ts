import type { SourceHashes } from '@topicmill/pipeline/runner';
import type {
  ExecutorContext,
  ProjectConfiguration,
  ProjectGraphExternalNode,
  TargetConfiguration,
  TaskGraph,
} from 'nx/src/devkit-exports.js';

/** What of a target Nx does not hash: what files contained when the run was planned. */
interface PlannedMetadata {
  /** A run that finds other contents fails, so that no result is kept under a wrong hash. */
  readonly sources: SourceHashes;
}

/** The hashes of a target's sources, for the run of its task. */
export function planned(sources: SourceHashes): PlannedMetadata {
  return { sources };
}

/**
 * The same hashes as an input of the target. Nx hashes the options of all targets of a project for each of them; an
 * external dependency counts only where it is an input.
 */
export function plannedInput(sources: SourceHashes): { externalDependencies: string[] } {
  return { externalDependencies: Object.entries(sources).map(([source, hash]) => nameOf(source, hash)) };
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

/** The hashes that the task of a run was planned with. */
export function plannedSources(
  taskId: string,
  graph: TaskGraph,
  { projectsConfigurations }: Pick<ExecutorContext, 'projectsConfigurations'>,
): SourceHashes {
  const { project, target } = graph.tasks[taskId]!.target;
  const targets: Record<string, TargetConfiguration> = projectsConfigurations.projects[project]?.targets ?? {};
  return sourcesOf(targets[target]!);
}

/** The hashes that the tasks of a target were planned with. */
export function sourcesOf({ metadata }: TargetConfiguration): SourceHashes {
  return (metadata as PlannedMetadata).sources;
}
