import { TopicmillError } from '@topicmill/base/diagnostics';
import { type NotedRun, type RunStart, runSettings, startRun } from './noted-run.js';
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
    const start = startIfReadable(work, workspace);
    const report = await run();
    if (report.outcome === 'built') this.done.push({ ...work, justPublished: true, start });
    return report;
  }
}

/** What cannot be listed now, the steps report. */
function startIfReadable(work: FolderWork, workspace: Workspace): RunStart | undefined {
  try {
    return startRun(work, workspace, Date.now());
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}

function reportOf({ folder }: FolderWork, { steps }: NotedRun): FolderReport {
  const reports = steps.map((step) => ({ ...NOTHING_DONE, ...step, outcome: 'current' as const }));
  return { id: folder.id, outcome: 'built', steps: reports };
}
