import type { ExecutorContext, TaskGraph } from '@nx/devkit';
import { diagnosticsOf, formatDiagnostic, referTo, TopicmillError, throwErrors } from '@topicmill/base/diagnostics';
import { FolderThreads } from '@topicmill/pipeline/folder-threads';
import { ALL_TARGETS, worksReadBy } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type FinishedWork,
  type Folder,
  type FolderReport,
  type FolderWork,
  foldersChanged,
  folderWork,
  packStates,
  reconcile,
  rememberBuild,
  removeOldLetterCases,
  runFolders,
  type Target,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { AUTHORITY } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { unpackStates } from './folder-groups.js';
import { PlannedTasks } from './planned-tasks.js';
import {
  hasSharedFault,
  notRun,
  outcomeOf,
  RunLog,
  skipped,
  type TaskOutcome,
  type TaskReport,
  TaskReports,
  tellTasksOnce,
} from './task-outcomes.js';

/**
 * Runs the tasks of a batch in one process; each result goes to Nx at once. Of what they read and do not make, Nx may have
 * restored the states alone: it is published from these first.
 */
export async function* runTasks(
  graph: TaskGraph,
  _options: unknown,
  _overrides: unknown,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome> {
  const startTime = Date.now();
  let batch: Batch | undefined;
  try {
    batch = new Batch(graph, context, startTime);
    yield* batch.run();
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    const [first, ...others] = Object.keys(graph.tasks);
    if (first !== undefined) yield notRun(first, diagnostics, startTime);
    const references = diagnostics.map((diagnostic) => referTo(diagnostic, `the task ${first}`));
    for (const task of others) yield notRun(task, references, startTime);
  } finally {
    await batch?.close();
  }
}

/** For fewer folders this thread is as fast alone: another takes about half a second to load. */
const MIN_FOLDERS_FOR_THREADS = 150;

/** The tasks of one target, by the ids of their folders. */
type TaskIds = ReadonlyMap<string, string>;

class Batch {
  private readonly warnings: string[] = [];
  private readonly workspace: Workspace;
  private readonly planned: PlannedTasks;
  /** Where the states of tasks with several folders are copied to. */
  private readonly packs = new Map<string, string>();
  /** Tasks by the names of their targets and the ids of their folders. */
  private readonly taskIds = new Map<string, Map<string, string>>();
  private readonly log: RunLog;
  private readonly threads: FolderThreads | undefined;
  private readonly done: FinishedWork[] = [];
  /** By tasks that ran, ids of their folders that failed or were skipped. */
  private readonly failed = new Map<string, Set<string>>();

  constructor(
    private readonly graph: TaskGraph,
    context: ExecutorContext,
    private readonly startTime: number,
  ) {
    this.workspace = openWorkspace(context.root, {
      env: process.env,
      onWarning: (message) => this.warnings.push(message),
    });
    const { tree, config } = this.workspace;
    this.planned = new PlannedTasks(context.projectsConfigurations, config);
    const isTopic = (id: string): boolean => tree.get(id)?.isTopic !== false;
    const tasks = Object.entries(graph.tasks);
    for (const [taskId, task] of tasks) {
      const { target, folderIds, pack } = this.planned.task(task.target.project, task.target.target, isTopic);
      if (pack !== undefined) this.packs.set(taskId, pack);
      const ofTarget = this.taskIds.get(target) ?? new Map<string, string>();
      this.taskIds.set(target, ofTarget);
      for (const id of folderIds) ofTarget.set(id, taskId);
    }
    const counts = [...this.taskIds.values()].map(({ size }) => size);
    const count = { tasks: tasks.length, folders: counts.reduce((sum, each) => sum + each, 0) };
    this.log = new RunLog(this.workspace, count, context.isVerbose);
    if (Math.max(...counts) < MIN_FOLDERS_FOR_THREADS) return;
    this.threads = new FolderThreads(this.workspace);
    this.threads.start();
  }

  async *run(): AsyncGenerator<TaskOutcome> {
    throwErrors(removeOldLetterCases(ALL_TARGETS, this.workspace));
    let isSkipped = false;
    const works = worksReadBy(this.taskIds, this.workspace);
    const isAuthorityNeeded = works.some(({ target }) => target === AUTHORITY.name);
    if (isAuthorityNeeded || this.taskIds.has(AUTHORITY.name)) {
      refuseUnknownTopics(this.workspace, this.planned.indexedIds);
    }
    for (const target of ALL_TARGETS) {
      // What a cache restored was made with the authority, too.
      if (target !== AUTHORITY) await this.publish(works.splice(0));
      const taskIds = this.taskIds.get(target.name);
      if (taskIds === undefined) continue;
      if (isSkipped)
        for (const task of new Set(taskIds.values())) yield skipped(task, 'the authority failed', this.startTime);
      else isSkipped = !(yield* this.runTarget(target, taskIds)) && target === AUTHORITY;
    }
    this.log.finish();
  }

  async close(): Promise<void> {
    for (const each of (await this.threads?.close()) ?? []) process.stderr.write(`${formatDiagnostic(each)}\n`);
    rememberBuild(this.done, ALL_TARGETS, this.workspace);
  }

  /** @returns whether every folder was built */
  private async *runTarget(target: Target, taskIds: TaskIds): AsyncGenerator<TaskOutcome, boolean> {
    const { workspace, warnings, startTime } = this;
    const plan = {
      folders: this.foldersOf(target, taskIds),
      target,
      expectedOf: ({ id }: Folder) => this.planned.plannedHashes(target.name, id),
      failed: this.foldersAfterFailures(taskIds),
      ...this.threads?.share(target.name),
    };
    const tasks = new TaskReports(taskIds);
    const held: TaskReport[] = [];
    let isBuilt = true;
    for await (const report of runFolders(plan, workspace)) {
      const task = taskIds.get(report.id)!;
      if (report.outcome !== 'built') {
        isBuilt = false;
        this.failed.set(task, (this.failed.get(task) ?? new Set()).add(report.id));
      }
      this.done.push({ ...folderWork(target, plan.folders.find(({ id }) => id === report.id)!), report });
      if (report.steps.some(foundChanges)) workspace.record.forget();
      this.log.add(report);
      const whole = tasks.add(task, report);
      if (whole === undefined) continue;
      this.packStates(whole, target);
      if (whole.reports.some(hasSharedFault)) held.push(whole);
      else yield outcomeOf(whole, warnings.splice(0), startTime);
    }
    for (const whole of tellTasksOnce(held)) yield outcomeOf(whole, warnings.splice(0), startTime);
    return isBuilt;
  }

  /** @throws TopicmillError for folders that were added or removed since Nx planned the run */
  private foldersOf(target: Target, taskIds: TaskIds): Folder[] {
    const present = new Map(target.foldersIn(this.workspace).map((folder) => [folder.id, folder]));
    return [...taskIds.keys()].map((id) => {
      const folder = present.get(id);
      if (folder === undefined) throw foldersChanged(id);
      return folder;
    });
  }

  /** Even of a task that failed: the folders above recognise by these states what they have read. */
  private packStates({ task, reports }: TaskReport, { name }: Target): void {
    const { root, config } = this.workspace;
    const pack = this.packs.get(task);
    if (pack === undefined) return;
    packStates(
      root,
      pack,
      name,
      reports.map(({ id }) => displayPath(config, id)),
    );
  }

  /** Folders whose task depends on one that failed for them. */
  private foldersAfterFailures(taskIds: TaskIds): Set<string> {
    const isAfterFailure = (folder: string, task: string): boolean =>
      this.graph.dependencies[task]?.some(({ id }) => this.failed.get(id)?.has(folder)) === true;
    return new Set([...taskIds].filter(([folder, task]) => isAfterFailure(folder, task)).map(([folder]) => folder));
  }

  /** Publishes what the tasks read and do not make themselves. */
  private async publish(works: readonly FolderWork[]): Promise<void> {
    if (works.length === 0) return;
    unpackStates(this.workspace, works);
    const items = works.map((work) => ({
      ...work,
      // What is made for all topics is compared by those that read it.
      expected: work.target === AUTHORITY.name ? undefined : this.planned.plannedHashes(work.target, work.folder.id),
    }));
    const { diagnostics, rebuilt } = await reconcile(items, ALL_TARGETS, this.workspace, rememberBuild);
    for (const folder of rebuilt) process.stdout.write(`topicmill: rebuilt ${folder}\n`);
    throwErrors(diagnostics);
  }
}

/**
 * Topics that the ignore files of a machine hide from Nx must be hidden from Topicmill too.
 *
 * @throws TopicmillError `SOURCE_CHANGED`
 */
function refuseUnknownTopics({ tree, config }: Workspace, known: ReadonlySet<string>): void {
  const unknown = [...tree.values()].find(({ id, isTopic, fault }) => isTopic && fault === undefined && !known.has(id));
  if (unknown === undefined) return;
  throw new TopicmillError('SOURCE_CHANGED', `Nx did not know the topic "${unknown.id}" when the build started.`, {
    file: displayPath(config, unknown.id),
    remedy: 'Run the command again. If it fails again, Nx ignores the folder: list it in .nxignore too, or rename it.',
  });
}

const CHANGE_CODES = new Set(['SOURCE_CHANGED', 'AUTHORED_PART_CHANGED', 'OUTPUT_OUTDATED']);

/** The plan was made from sources that have changed since, so the next run makes it anew. */
function foundChanges({ diagnostics }: FolderReport['steps'][number]): boolean {
  return diagnostics.some(({ code }) => CHANGE_CODES.has(code));
}

/** Runs the task of one project, for an Nx that does not batch. */
export async function runTask(options: unknown, context: ExecutorContext): Promise<{ success: boolean }> {
  const { projectName: project, targetName: target } = context;
  const task = { target: { project, target } };
  const graph = { roots: ['task'], tasks: { task }, dependencies: {} } as unknown as TaskGraph;
  let success = true;
  for await (const { result } of runTasks(graph, { task: options }, {}, context)) {
    process.stdout.write(result.terminalOutput);
    success &&= result.success;
  }
  return { success };
}
