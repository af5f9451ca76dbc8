import type { FolderReport } from '@topicmill/pipeline/runner';
import { tellReportsOnce } from './shared-faults.js';

/** What happened to the folders of a task. */
export interface TaskReport {
  readonly task: string;
  readonly reports: readonly FolderReport[];
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

/** Reports of tasks that failed, ordered by their folders, with what they share told in full with the first of them alone. */
export function tellTasksOnce(tasks: readonly TaskReport[]): TaskReport[] {
  const taskOf = new Map(tasks.flatMap(({ task, reports }) => reports.map(({ id }) => [id, task] as const)));
  const told = new Map<string, FolderReport[]>();
  for (const report of tellReportsOnce(tasks.flatMap(({ reports }) => reports))) {
    const task = taskOf.get(report.id)!;
    told.set(task, [...(told.get(task) ?? []), report]);
  }
  return [...told].map(([task, reports]) => ({ task, reports }));
}
