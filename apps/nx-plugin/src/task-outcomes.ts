import { type Diagnostic, formatDiagnostic, isShared, joinLines, tellOnce } from '@topicmill/base/diagnostics';
import { groupBy } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import {
  displayPath,
  type FolderReport,
  formatFolderReport,
  hasError,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { formatBuildReport } from '@topicmill/pipeline/steps';

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

/** What happened to the folders of a task. */
export interface TaskReport {
  readonly task: string;
  readonly reports: readonly FolderReport[];
}

/** Beyond so many, a line for each step that ran would bury the rest. A task may be that of many pages. */
const MAX_LISTED_FOLDERS = 20;

/** Prints what concerns this run only. Nx stores the output of a task with its result, so nothing of it is printed there. */
export class RunLog {
  private readonly startMs = performance.now();
  private readonly reports: FolderReport[] = [];

  constructor(
    private readonly workspace: Workspace,
    private readonly count: { readonly tasks: number; readonly folders: number },
    private readonly isVerbose: boolean,
  ) {}

  add(report: FolderReport): void {
    this.reports.push(report);
    if (!this.isVerbose && this.count.folders > MAX_LISTED_FOLDERS) return;
    const steps = report.steps.filter(({ outcome }) => this.isVerbose || outcome !== 'current');
    const folder = displayPath(this.workspace.config, report.id);
    process.stdout.write(formatFolderReport({ ...report, steps }).replace(/^(?=.)/gm, `${folder} `));
  }

  finish(): void {
    // Nx prints the errors of a task that failed, and lists those of several tasks far above the end.
    const reports = this.count.tasks === 1 ? this.reports.map(withoutErrorsOfTask) : this.reports;
    const elapsedMs = performance.now() - this.startMs;
    process.stdout.write(formatBuildReport({ reports, workspace: this.workspace, elapsedMs }));
  }
}

function withoutErrorsOfTask(report: FolderReport): FolderReport {
  if (!hasError(report)) return report;
  return { ...report, steps: report.steps.map((step) => ({ ...step, diagnostics: [] })) };
}

/** Collects the reports of folders until those of a task are complete. */
export class TaskReports {
  private readonly folderCounts = new Map<string, number>();
  private readonly reports = new Map<string, FolderReport[]>();

  /** @param taskIds tasks by the ids of their folders */
  constructor(taskIds: ReadonlyMap<string, string>) {
    for (const task of taskIds.values()) this.folderCounts.set(task, (this.folderCounts.get(task) ?? 0) + 1);
  }

  /** @returns the task's report if this was the last one of its folders */
  add(task: string, report: FolderReport): TaskReport | undefined {
    const reports = this.reports.get(task) ?? [];
    this.reports.set(task, reports);
    reports.push(report);
    return reports.length === this.folderCounts.get(task) ? { task, reports } : undefined;
  }
}

/** Whether a folder failed for a reason that others are likely to fail for, too. */
export function hasSharedFault({ steps }: FolderReport): boolean {
  return steps.some(({ diagnostics }) => diagnostics.some(isShared));
}

/** Reports of tasks that failed, ordered by their folders, with what they share told in full with the first of them alone. */
export function tellTasksOnce(tasks: readonly TaskReport[]): TaskReport[] {
  const taskOf = new Map(tasks.flatMap(({ task, reports }) => reports.map(({ id }) => [id, task] as const)));
  const told = groupBy(tellReportsOnce(tasks.flatMap(({ reports }) => reports)), ({ id }) => taskOf.get(id)!);
  return [...told].map(([task, reports]) => ({ task, reports }));
}

/** Reports of folders that failed, ordered by id. A fault that several of them have is reported in full in the first one only. */
export function tellReportsOnce(reports: readonly FolderReport[]): FolderReport[] {
  const ordered = [...reports].sort((a, b) => compareCodeUnits(a.id, b.id));
  const told = tellOnce(ordered.flatMap(({ steps }) => steps.flatMap(({ diagnostics }) => diagnostics))).values();
  return ordered.map((report) => ({
    ...report,
    steps: report.steps.map((step) => ({ ...step, diagnostics: step.diagnostics.map(() => told.next().value!) })),
  }));
}

/** Of a task that could not be begun. */
export function notRun(task: string, diagnostics: readonly Diagnostic[], startTime: number): TaskOutcome {
  return outcome(task, false, joinLines(diagnostics.map(formatDiagnostic)), startTime);
}

/** Of a task that something before it made pointless. */
export function skipped(task: string, reason: string, startTime: number): TaskOutcome {
  const { result } = outcome(task, false, `skipped: ${reason}\n`, startTime);
  return { task, result: { ...result, status: 'skipped' } };
}

/** @param warnings what concerns the whole run */
export function outcomeOf({ task, reports }: TaskReport, warnings: readonly string[], startTime: number): TaskOutcome {
  const failed = reports.filter(hasError);
  if (failed.length === 0 && reports.some((report) => report.outcome === 'skipped'))
    return skipped(task, 'a folder below it, or an earlier step, failed', startTime);
  // Nx caches the output of a task that succeeds and shows it again with each answer from the cache.
  const diagnostics = failed.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics));
  return outcome(task, failed.length === 0, joinLines([...diagnostics.map(formatDiagnostic), ...warnings]), startTime);
}

function outcome(task: string, success: boolean, terminalOutput: string, startTime: number): TaskOutcome {
  return { task, result: { success, terminalOutput, startTime, endTime: Date.now() } };
}
