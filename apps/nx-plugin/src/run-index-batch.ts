import type { Folder, FolderPlan, SourceHashes, Target, Workspace } from '@topicmill/pipeline/runner';
import {
  AUTHORITY,
  AUTHORITY_PATH,
  INDEX,
  indexStep,
  indexTargets,
  isUnchanged,
  pageIndexStep,
  STEP_TARGETS,
  type StepTarget,
} from '@topicmill/pipeline/steps';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import { type BatchPart, runParts, type TaskOutcome } from './batch-parts.js';
import { workersFor } from './folder-workers.js';
import { plannedSources, targetsOf } from './planned-sources.js';
import { changedFolders, refuseOtherChildren, refuseUnknownTopics } from './refuse-changes.js';
import { RestoredFolders } from './restored-folders.js';
import { folderIdsOf, type IndexOptions, packsOf, type StepOptions, wholeOptions } from './target-options.js';

/**
 * Runs the step whose file all topics read, then the steps of many folders, children before their parents, in one
 * process; each result goes to Nx at once. Topics do not wait for the task of that step, which may not be part of the
 * run: if the file is not the one that they are to read, it is made anyway.
 */
export async function* index(
  graph: TaskGraph,
  given: Record<string, IndexOptions | StepOptions>,
  _overrides: unknown,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome> {
  const options = allOptions(given, graph, context);
  const tasks = new IndexTasks(options, graph, context);
  yield* runParts(graph, context, (workspace) => {
    const restored = new RestoredFolders(workspace, context, (target, id) => tasks.of(target).has(id));
    const workers = workersFor(workspace, tasks.maxFolderCount);
    const packs = packsOf(options);
    const parts: BatchPart[] = [];
    const first = tasks.of(AUTHORITY);
    if (first.size > 0 || tasks.needAuthority(workspace)) {
      const plan = authorityPlan(workspace, context, tasks.sourcesOf(AUTHORITY, ''));
      parts.push({ taskIds: first, packs, plan, isNeededByAll: true });
    }
    for (const target of [...STEP_TARGETS, INDEX]) {
      const taskIds = tasks.of(target);
      if (taskIds.size === 0) continue;
      parts.push({
        taskIds,
        packs,
        plan: { ...folderPlan(target, tasks, restored, workspace), ...workers?.share(target.name) },
      });
    }
    return { parts, close: async () => workers?.close() };
  });
}

/** What each task is called with, whatever its target has in common with others. */
function allOptions(
  given: Readonly<Record<string, IndexOptions | StepOptions>>,
  graph: TaskGraph,
  context: ExecutorContext,
): Record<string, IndexOptions> {
  const whole = Object.entries(given).map(([taskId, own]): [string, IndexOptions] => {
    const { project, target } = graph.tasks[taskId]!.target;
    return [taskId, wholeOptions(targetsOf(project, context), target, own)];
  });
  return Object.fromEntries(whole);
}

/** The tasks of a batch by the targets whose steps they run. */
class IndexTasks {
  private readonly byTarget = new Map<string, Map<string, string>>();

  constructor(
    private readonly options: Readonly<Record<string, IndexOptions>>,
    private readonly graph: TaskGraph,
    private readonly context: ExecutorContext,
  ) {
    for (const [taskId, each] of Object.entries(options)) {
      const { step = INDEX.name } = each;
      const taskIds = this.byTarget.get(step) ?? new Map<string, string>();
      this.byTarget.set(step, taskIds);
      for (const folder of folderIdsOf(each)) taskIds.set(folder, taskId);
    }
  }

  /** Ids of tasks by the ids of their folders. */
  of({ name }: Pick<Target, 'name'>): ReadonlyMap<string, string> {
    return this.byTarget.get(name) ?? new Map();
  }

  /** Ids of the folders directly below a folder with a task. */
  childrenOf(target: Pick<Target, 'name'>, folderId: string): readonly string[] {
    const { folder, children = [] } = this.options[this.of(target).get(folderId)!]!;
    return folder === folderId ? children : [];
  }

  sourcesOf(target: Pick<Target, 'name'>, folderId: string): SourceHashes | undefined {
    const taskId = this.of(target).get(folderId);
    return taskId === undefined ? undefined : plannedSources(taskId, folderId, this.graph, this.context);
  }

  get maxFolderCount(): number {
    return Math.max(0, ...[...this.byTarget.values()].map(({ size }) => size));
  }

  /** Whether a task reads an authority that is not the one on disk. */
  needAuthority(workspace: Workspace): boolean {
    const folders = Object.entries(this.options).flatMap(([taskId, options]) =>
      folderIdsOf(options).map((id) => plannedSources(taskId, id, this.graph, this.context)),
    );
    const hash = folders.find((sources) => sources[AUTHORITY_PATH] !== undefined)?.[AUTHORITY_PATH];
    return hash !== undefined && !isUnchanged(workspace, AUTHORITY_PATH, hash);
  }
}

function authorityPlan(workspace: Workspace, context: ExecutorContext, expected: SourceHashes | undefined): FolderPlan {
  return {
    folders: [workspace.tree.get('')!],
    target: AUTHORITY,
    prepare: () => refuseUnknownTopics(workspace, context),
    expectedOf: () => expected,
  };
}

function folderPlan(target: Target, tasks: IndexTasks, restored: RestoredFolders, workspace: Workspace): FolderPlan {
  const present = new Map(target.foldersIn(workspace).map((folder) => [folder.id, folder]));
  const folders = [...tasks.of(target).keys()].map((id) => {
    const folder = present.get(id);
    if (folder === undefined) throw changedFolders(id);
    return folder;
  });
  const needs = neededTargets(target);
  return {
    folders,
    target,
    async prepare(folder) {
      refuseOtherChildren(folder, tasks.childrenOf(target, folder.id));
      if (readsAllTopics(target, folder)) await restored.publishAll();
      else await publishChildrenOf(folder, restored, workspace);
      for (const need of needs) await restored.publish(need, folder, need.stepsOf(folder));
    },
    expectedOf: ({ id }) => tasks.sourcesOf(target, id),
  };
}

function readsAllTopics(target: Target, folder: Folder): boolean {
  return target.stepsOf(folder).some(({ inputs }) => inputs.some(({ kind }) => kind === 'every-topic-made'));
}

/** The step targets of the same folder whose files a target reads. */
function neededTargets(target: Target): readonly StepTarget[] {
  const names = STEP_TARGETS.find(({ name }) => name === target.name)?.needs ?? [];
  return STEP_TARGETS.filter(({ name }) => names.includes(name));
}

/** Folders above read the indexes of those below. */
async function publishChildrenOf({ childIds }: Folder, restored: RestoredFolders, workspace: Workspace): Promise<void> {
  const target = indexTargets(workspace.config).at(-1)!;
  for (const id of childIds) {
    const child = workspace.tree.get(id)!;
    await restored.publish(target, child, [child.sources === undefined ? indexStep : pageIndexStep]);
  }
}
