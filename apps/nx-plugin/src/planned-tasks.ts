import { posix } from 'node:path';
import type { ExecutorContext, TargetConfiguration } from '@nx/devkit';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import type { PlannedHashes } from '@topicmill/pipeline/runner';
import { indexTargets } from '@topicmill/pipeline/steps';

/**
 * What a task is called with. Nx does not hash it: a hash over it is among the inputs. One text for all folders, since Nx
 * takes time for each value of each target of each project; targets without one have that of `index`.
 */
interface TaskMetadata {
  /**
   * JSON with the hashes of the sources when the run was planned, by the ids of the folders: names and hashes alternating,
   * with a space between. A run that finds other contents fails, so that no result is kept under a wrong hash.
   */
  readonly sources: string;
}

/** The metadata of a target that runs steps in some folders. */
export function taskMetadata(hashes: ReadonlyMap<string, PlannedHashes>): TaskMetadata {
  const texts = [...hashes].map(([id, sources]) => [id, Object.entries(sources).flat().join(' ')]);
  return { sources: JSON.stringify(Object.fromEntries(texts)) };
}

/** What a task of ours does. */
export interface PlannedTask {
  /** Name of the target of the pipeline whose steps run. */
  readonly target: string;
  readonly folderIds: readonly string[];
  /** Where several states are copied to, below the workspace's root. */
  readonly pack: string | undefined;
}

const INDEX = 'index';

/** What was planned for the tasks of all projects. */
export class PlannedTasks {
  private readonly last: string;
  private expected: Map<string, Map<string, PlannedHashes>> | undefined;

  constructor(
    private readonly configurations: ExecutorContext['projectsConfigurations'],
    config: TopicmillConfig,
  ) {
    this.last = indexTargets(config).at(-1)!.name;
  }

  /**
   * The task of a target of a project.
   *
   * @param isTopic whether a folder has steps of its own target
   */
  task(project: string, targetName: string, isTopic: (folderId: string) => boolean): PlannedTask {
    const targets = this.configurations.projects[project]!.targets!;
    const ids = Object.keys(sourceHashes(targets, targetName));
    const output = targets[targetName]!.outputs![0]!.replace('{workspaceRoot}/', '');
    return {
      target: this.pipelineTarget(targetName),
      folderIds: targets[targetName]!.metadata === undefined ? ids.filter(isTopic) : ids,
      pack: posix.basename(output) === 'states.br' ? output : undefined,
    };
  }

  /** What people had written for the steps of a target in a folder. */
  plannedHashes(target: string, folderId: string): PlannedHashes | undefined {
    this.expected ??= this.readExpected();
    return this.expected.get(target)?.get(folderId);
  }

  /** Ids of the folders of all tasks that make indexes. */
  get indexedIds(): ReadonlySet<string> {
    return new Set(this.indexes().flatMap((targets) => Object.keys(sourceHashes(targets, INDEX))));
  }

  private indexes(): Targets[] {
    return Object.values(this.configurations.projects).flatMap(({ targets }) =>
      isOurs(targets?.[INDEX]) ? [targets!] : [],
    );
  }

  private pipelineTarget(name: string): string {
    return name === INDEX ? this.last : name;
  }

  private readExpected(): Map<string, Map<string, PlannedHashes>> {
    const expected = new Map<string, Map<string, PlannedHashes>>();
    for (const { targets = {} } of Object.values(this.configurations.projects)) {
      for (const [name, target] of Object.entries(targets)) {
        if (!isOurs(target)) continue;
        const byFolder = expected.get(this.pipelineTarget(name)) ?? new Map<string, PlannedHashes>();
        expected.set(this.pipelineTarget(name), byFolder);
        for (const [id, text] of Object.entries(sourceHashes(targets, name))) byFolder.set(id, hashesIn(text));
      }
    }
    return expected;
  }
}

type Targets = Readonly<Record<string, TargetConfiguration>>;

function isOurs(target: TargetConfiguration | undefined): boolean {
  return target?.executor?.startsWith('@topicmill/nx:') === true;
}

/** Texts by the ids of folders. */
function sourceHashes(targets: Targets, name: string): Readonly<Record<string, string>> {
  const { metadata = targets[INDEX]!.metadata } = targets[name]!;
  return JSON.parse((metadata as TaskMetadata).sources) as Record<string, string>;
}

function hashesIn(text: string): PlannedHashes {
  const parts = text.split(' ');
  const hashes: Record<string, string> = {};
  for (let at = 0; at + 1 < parts.length; at += 2) hashes[parts[at]!] = parts[at + 1]!;
  return hashes;
}
