import { type NotedRun, runSettings, startRun } from './noted-run.js';
import type { PublishedRecord } from './published-record.js';
import { type ReconcileItem, recordKey } from './reconcile.js';
import { type FolderReport, NOTHING_DONE } from './run-folder.js';
import type { FolderWork } from './target.js';
import type { Workspace } from './workspace.js';

/**
 * Runs only folders of which something may have changed: what they read or made, the configuration, the code. Of the others
 * it is known what their steps would say, without reading a file.
 */
export class CurrentRuns {
  private readonly done: ReconcileItem[] = [];

  /** @param runsAll takes no folder for current */
  constructor(
    private readonly workspace: Workspace,
    private readonly record: PublishedRecord,
    private readonly runsAll: boolean,
  ) {}

  /** What was run, to be noted. */
  get items(): readonly ReconcileItem[] {
    return this.done;
  }

  /** @param run runs all steps of the folder */
  async runUnlessCurrent(work: FolderWork, run: () => Promise<FolderReport>): Promise<FolderReport> {
    const { workspace, record, runsAll } = this;
    const isRun = runsAll || work.folder.fault !== undefined;
    const noted = isRun ? undefined : record.currentRun(recordKey(work, workspace), runSettings(work, workspace));
    if (noted !== undefined) return reportOf(work, noted);
    const start = startRun(work, workspace, Date.now());
    const report = await run();
    if (report.outcome === 'built') this.done.push({ ...work, justPublished: true, start });
    return report;
  }
}

function reportOf({ folder }: FolderWork, { steps }: NotedRun): FolderReport {
  const reports = steps.map((step) => ({ ...NOTHING_DONE, ...step, outcome: 'current' as const }));
  return { id: folder.id, outcome: 'built', steps: reports };
}
