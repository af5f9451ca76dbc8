import { type Diagnostic, diagnosticsOf, FaultsError, formatDiagnostic, referTo } from '@topicmill/base/diagnostics';
import {
  displayPath,
  type FolderPlan,
  type FolderReport,
  formatFolderReport,
  runFolders,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { forgetPlan, formatBuildReport } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import type { FolderWorkers } from './folder-workers.js';
import { hasSharedFault, tellReportsOnce } from './shared-faults.js';

/** What Nx is told of a task; `skipped` keeps it out of the list of failures. */
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
  readonly plan: FolderPlan & Partial<FolderWorkers>;
  /** By the folder's id. A folder without one is run for the parts behind it. */
  readonly taskIds: ReadonlyMap<string, string>;
}

/** In larger batches a line for each step that ran would bury the rest. */
const MAX_LISTED_TASKS = 20;

/** What is told beside the findings, which Nx keeps with a task's result: it holds for this run alone. */
class RunLog {
  private readonly startMs = performance.now();
  private readonly reports: FolderReport[] = [];
  private readonly isListing: boolean;

  constructor(
    private readonly workspace: Workspace,
    private readonly taskCount: number,
    private readonly isVerbose: boolean,
    private readonly write: (text: string) => void,
  ) {
    this.isListing = isVerbose || taskCount <= MAX_LISTED_TASKS;
  }

  add(report: FolderReport): void {
    this.reports.push(report);
    if (!this.isListing) return;
    const steps = report.steps.filter(({ outcome }) => this.isVerbose || outcome !== 'current');
    const folder = displayPath(this.workspace.config, report.id);
    this.write(formatFolderReport({ ...report, steps }).replace(/^(?=.)/gm, `${folder} `));
  }

  finish(): void {
    if (this.taskCount === 1) return;
    const isTopic = (id: string): boolean => this.workspace.tree.get(id)?.isTopic === true;
    this.write(formatBuildReport({ reports: this.reports, isTopic, elapsedMs: performance.now() - this.startMs }));
  }
}

/** Runs parts one after the other; those behind one of which a folder failed are skipped. Nothing is thrown. */
export async function* runParts(
  graph: TaskGraph,
  context: ExecutorContext,
  partsFor: (workspace: Workspace) => readonly BatchPart[],
): AsyncGenerator<TaskOutcome> {
  const startTime = Date.now();
  let parts: readonly BatchPart[] = [];
  try {
    const warnings: string[] = [];
    const workspace = openWorkspace(context.root, { env: process.env, onWarning: (message) => warnings.push(message) });
    parts = partsFor(workspace);
    const log = new RunLog(workspace, Object.keys(graph.tasks).length, context.isVerbose, (text) =>
      process.stdout.write(text),
    );
    let hasFailed = false;
    for (const part of parts) {
      if (hasFailed) yield* skippedOutcomes(part, startTime);
      else hasFailed = yield* runPart(part, workspace, { warnings, log, startTime });
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
    for (const { plan } of parts) await plan.close?.();
  }
}

/** @returns whether a folder failed */
async function* runPart(
  { plan, taskIds }: BatchPart,
  workspace: Workspace,
  { warnings, log, startTime }: { warnings: string[]; log: RunLog; startTime: number },
): AsyncGenerator<TaskOutcome, boolean> {
  const held: FolderReport[] = [];
  let hasFailed = false;
  for await (const report of runFolders(plan, workspace)) {
    hasFailed ||= report.outcome !== 'built';
    if (report.steps.some(foundChanges)) forgetPlan(workspace.root);
    log.add(report);
    const task = taskIds.get(report.id);
    if (task === undefined) refuseFaults(report);
    else if (hasSharedFault(report)) held.push(report);
    else yield outcomeOf(task, report, warnings.splice(0), startTime);
  }
  for (const report of tellReportsOnce(held))
    yield outcomeOf(taskIds.get(report.id)!, report, warnings.splice(0), startTime);
  return hasFailed;
}

/** Of a folder without a task the others are told. */
function refuseFaults({ outcome, steps }: FolderReport): void {
  const [first, ...others] = steps.flatMap(({ diagnostics }) => diagnostics);
  if (outcome !== 'built' && first !== undefined) throw new FaultsError([first, ...others]);
}

function* skippedOutcomes({ taskIds }: BatchPart, startTime: number): Generator<TaskOutcome> {
  for (const task of taskIds.values()) yield skipped(task, 'skipped: the authority failed\n', startTime);
}

const CHANGE_CODES = new Set(['SOURCE_CHANGED', 'AUTHORED_PART_CHANGED', 'OUTPUT_OUTDATED']);

/** Whatever told the planner of other sources is not to tell it so again. */
function foundChanges({ diagnostics }: FolderReport['steps'][number]): boolean {
  return diagnostics.some(({ code }) => CHANGE_CODES.has(code));
}

function notRun(task: string, diagnostics: readonly Diagnostic[], startTime: number): TaskOutcome {
  const terminalOutput = diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join('');
  return { task, result: { success: false, terminalOutput, startTime, endTime: Date.now() } };
}

function outcomeOf(task: string, report: FolderReport, warnings: readonly string[], startTime: number): TaskOutcome {
  if (report.outcome === 'skipped') return skipped(task, 'skipped: a folder below it failed\n', startTime);
  const diagnostics: readonly Diagnostic[] = report.steps.flatMap((step) => step.diagnostics);
  const terminalOutput = [...diagnostics.map(formatDiagnostic), ...warnings].map((line) => `${line}\n`).join('');
  return { task, result: { success: report.outcome === 'built', terminalOutput, startTime, endTime: Date.now() } };
}

function skipped(task: string, terminalOutput: string, startTime: number): TaskOutcome {
  return { task, result: { success: false, status: 'skipped', terminalOutput, startTime, endTime: Date.now() } };
}
