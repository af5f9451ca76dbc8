import {
  type Diagnostic,
  diagnosticsOf,
  formatDiagnostic,
  joinLines,
  referTo,
  throwFaults,
} from '@topicmill/base/diagnostics';
import {
  displayPath,
  type FolderPlan,
  type FolderReport,
  formatFolderReport,
  packStates,
  runFolders,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { forgetPlan, formatBuildReport } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import { hasSharedFault } from './shared-faults.js';
import { type TaskReport, TaskReports, tellTasksOnce } from './task-reports.js';

/** The outcome of a task as Nx expects it; `skipped` keeps it out of the list of failures. */
export interface TaskOutcome {
  readonly task: string;
  readonly result: {
    readonly success: boolean;
    readonly status?: 'skipped';
    readonly terminalOutput: string;
    readonly startTime: number;
    readonly endTime: number;
  };
}

/** Folders whose steps run, with the tasks that they are for. */
export interface BatchPart {
  readonly plan: FolderPlan;
  /** By the folder's id; a task may be that of several. A folder without one is run for the parts after it. */
  readonly taskIds: ReadonlyMap<string, string>;
  /** By tasks of several folders, the file that the states of the folders are copied into. */
  readonly packs: ReadonlyMap<string, string>;
  /** Whether nothing after it can be right if it fails. */
  readonly isNeededByAll?: boolean;
}

/** What one process runs. */
export interface Batch {
  readonly parts: readonly BatchPart[];
  /** Releases what the parts share. */
  close?(): Promise<void>;
}

/** Beyond so many, a line for each step that ran would bury the rest. A task may be that of many pages. */
const MAX_LISTED_FOLDERS = 20;

/** Prints what concerns this run only. Nx stores the output of a task with its result, so nothing of it is printed there. */
class RunLog {
  private readonly startMs = performance.now();
  private readonly reports: FolderReport[] = [];
  private readonly isListing: boolean;

  constructor(
    private readonly workspace: Workspace,
    private readonly taskCount: number,
    folderCount: number,
    private readonly isVerbose: boolean,
    private readonly write: (text: string) => void,
  ) {
    this.isListing = isVerbose || folderCount <= MAX_LISTED_FOLDERS;
  }

  add(report: FolderReport): void {
    this.reports.push(report);
    if (!this.isListing) return;
    const steps = report.steps.filter(({ outcome }) => this.isVerbose || outcome !== 'current');
    const folder = displayPath(this.workspace.config, report.id);
    this.write(formatFolderReport({ ...report, steps }).replace(/^(?=.)/gm, `${folder} `));
  }

  finish(): void {
    const isTopic = (id: string): boolean => this.workspace.tree.get(id)?.isTopic === true;
    // Nx prints the errors of a task that failed, and lists those of several tasks far above the end.
    const reports = this.taskCount === 1 ? this.reports.map(withoutErrorsOfTask) : this.reports;
    this.write(formatBuildReport({ reports, isTopic, elapsedMs: performance.now() - this.startMs }));
  }
}

function withoutErrorsOfTask(report: FolderReport): FolderReport {
  if (report.outcome === 'built') return report;
  return { ...report, steps: report.steps.map((step) => ({ ...step, diagnostics: [] })) };
}

/**
 * Runs parts one after the other. A task is skipped if one that it depends on failed, or a part that all need. Nothing is
 * thrown.
 */
export async function* runParts(
  graph: TaskGraph,
  context: ExecutorContext,
  batchFor: (workspace: Workspace) => Batch,
): AsyncGenerator<TaskOutcome> {
  const startTime = Date.now();
  let batch: Batch = { parts: [] };
  try {
    const warnings: string[] = [];
    const workspace = openWorkspace(context.root, { env: process.env, onWarning: (message) => warnings.push(message) });
    batch = batchFor(workspace);
    const folderCount = batch.parts.reduce((sum, { taskIds }) => sum + taskIds.size, 0);
    const log = new RunLog(workspace, Object.keys(graph.tasks).length, folderCount, context.isVerbose, (text) =>
      process.stdout.write(text),
    );
    const failed = new Map<string, Set<string>>();
    const run: PartRun = { graph, workspace, warnings, log, startTime, failed };
    let mayRun = true;
    for (const part of batch.parts) {
      if (!mayRun) yield* skippedOutcomes(part, startTime);
      else mayRun = (yield* runPart(part, run)) || part.isNeededByAll !== true;
    }
    log.finish();
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    const [first, ...others] = Object.keys(graph.tasks);
    if (first !== undefined) yield notRun(first, diagnostics, startTime);
    for (const task of others) {
      const reference = diagnostics.map((diagnostic) => referTo(diagnostic, `the task ${first}`));
      yield notRun(task, reference, startTime);
    }
  } finally {
    await batch.close?.();
  }
}

/** What the parts of a run share. */
interface PartRun {
  readonly graph: TaskGraph;
  readonly workspace: Workspace;
  readonly warnings: string[];
  readonly log: RunLog;
  readonly startTime: number;
  /** By tasks of earlier parts, ids of their folders that failed or were skipped. */
  readonly failed: Map<string, Set<string>>;
}

/** @returns whether every folder was built */
async function* runPart(part: BatchPart, run: PartRun): AsyncGenerator<TaskOutcome, boolean> {
  const { plan, taskIds, packs } = part;
  const { workspace, warnings, log, startTime, failed } = run;
  const tasks = new TaskReports(taskIds);
  const held: TaskReport[] = [];
  let isBuilt = true;
  for await (const report of runFolders({ ...plan, failed: foldersAfterFailures(part, run) }, workspace)) {
    const task = taskIds.get(report.id);
    if (report.outcome !== 'built') {
      isBuilt = false;
      if (task !== undefined) failed.set(task, (failed.get(task) ?? new Set()).add(report.id));
    }
    if (report.steps.some(foundChanges)) forgetPlan(workspace.root);
    log.add(report);
    if (task === undefined) {
      refuseFaults(report);
      continue;
    }
    const whole = tasks.add(task, report);
    if (whole === undefined) continue;
    keepStates(whole, packs.get(task), plan, workspace);
    if (whole.reports.some(hasSharedFault)) held.push(whole);
    else yield outcomeOf(whole, warnings.splice(0), startTime);
  }
  for (const whole of tellTasksOnce(held)) yield outcomeOf(whole, warnings.splice(0), startTime);
  return isBuilt;
}

/** Even of a task that failed: the folders above recognise by these states what they have read. */
function keepStates(
  { reports }: TaskReport,
  pack: string | undefined,
  { target }: FolderPlan,
  workspace: Workspace,
): void {
  if (pack === undefined) return;
  const folders = reports.map(({ id }) => displayPath(workspace.config, id));
  packStates(workspace.root, pack, target.name, folders);
}

/** Folders whose task in this part depends on one that failed for them in an earlier part. */
function foldersAfterFailures({ taskIds }: BatchPart, { graph, failed }: PartRun): Set<string> {
  const isAfterFailure = (folder: string, task: string): boolean =>
    graph.dependencies[task]?.some(({ id }) => failed.get(id)?.has(folder)) === true;
  return new Set([...taskIds].filter(([folder, task]) => isAfterFailure(folder, task)).map(([folder]) => folder));
}

/** A folder without a task has nobody else to report its faults. */
function refuseFaults(report: FolderReport): void {
  if (report.outcome !== 'built') throwFaults(findingsOf(report));
}

function* skippedOutcomes({ taskIds }: BatchPart, startTime: number): Generator<TaskOutcome> {
  for (const task of new Set(taskIds.values())) yield skipped(task, 'skipped: the authority failed\n', startTime);
}

const CHANGE_CODES = new Set(['SOURCE_CHANGED', 'AUTHORED_PART_CHANGED', 'OUTPUT_OUTDATED']);

/** The plan was made from sources that have changed since, so the next run makes it anew. */
function foundChanges({ diagnostics }: FolderReport['steps'][number]): boolean {
  return diagnostics.some(({ code }) => CHANGE_CODES.has(code));
}

function notRun(task: string, diagnostics: readonly Diagnostic[], startTime: number): TaskOutcome {
  const terminalOutput = diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join('');
  return { task, result: { success: false, terminalOutput, startTime, endTime: Date.now() } };
}

function outcomeOf({ task, reports }: TaskReport, warnings: readonly string[], startTime: number): TaskOutcome {
  const failed = reports.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0 && reports.some(({ outcome }) => outcome === 'skipped'))
    return skipped(task, 'skipped: a folder below it, or an earlier step, failed\n', startTime);
  // Nx keeps the output of a task that succeeds and shows it again with each answer from the cache.
  const diagnostics = failed.flatMap(findingsOf);
  const terminalOutput = joinLines([...diagnostics.map(formatDiagnostic), ...warnings]);
  return { task, result: { success: failed.length === 0, terminalOutput, startTime, endTime: Date.now() } };
}

function findingsOf({ steps }: FolderReport): readonly Diagnostic[] {
  return steps.flatMap(({ diagnostics }) => diagnostics);
}

function skipped(task: string, terminalOutput: string, startTime: number): TaskOutcome {
  return { task, result: { success: false, status: 'skipped', terminalOutput, startTime, endTime: Date.now() } };
}
