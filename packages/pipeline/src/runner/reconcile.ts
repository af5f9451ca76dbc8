import { type Diagnostic, isDoubtful, isNote } from '@topicmill/base/diagnostics';
import { type FinishedWork, finishBuild } from './finish-build.js';
import type { Folder } from './folder.js';
import type { PublishedFiles } from './folder-files.js';
import type { FolderReport } from './run-folder.js';
import { runFolders } from './run-folders.js';
import type { PlannedHashes } from './step-inputs.js';
import type { FolderWork, Target } from './target.js';
import { displayPath, type Workspace } from './workspace.js';

/** Steps of one folder whose files are to agree with their state. */
export interface ReconcileItem extends FolderWork {
  /** Whether its files were published by this run, which has told what its steps warned of. */
  readonly justPublished?: boolean;
  /** As `RunOptions` has it. */
  readonly expected?: PlannedHashes | undefined;
}

/** What was changed on disk: paths relative to the workspace, with `/`. */
export interface ReconcileReport extends PublishedFiles {
  /** Folders, relative to the workspace, whose state did not belong to their sources, so that steps ran. */
  readonly rebuilt: readonly string[];
  /** How many folders have warnings that this run did not tell, since their states were there before it. */
  readonly warnedBeforeCount: number;
  /** Why they were rebuilt, or could not be. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes the files of folders agree with their states, whatever restored the states: missing and altered files are
 * restored, files of deleted topics, and of a former docs root, are removed. Steps run where the state is damaged or
 * belongs to other inputs.
 *
 * @param items each with up-to-date states of what it reads
 * @param targets files of folders that no longer have one of these are removed; states of other targets stay as they are
 * @param finish what is done at the end; `rememberBuild` leaves what folders made that are gone
 * @throws TopicmillError `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export async function reconcile(
  items: readonly ReconcileItem[],
  targets: readonly Target[],
  workspace: Workspace,
  finish = finishBuild,
): Promise<ReconcileReport> {
  const done = await runItems(items, targets, workspace);
  const finished = finish(done, targets, workspace);
  const changes = done.map(({ report }) => filesChangedIn(report, displayPath(workspace.config, report.id)));
  const warned = done.filter(
    ({ report, justPublished }) =>
      justPublished !== true && report.outcome === 'built' && !hasRun(report) && hasWarnings(report),
  );
  return {
    written: [...finished.written, ...changes.flatMap(({ written }) => written)].sort(),
    removed: [...finished.removed, ...changes.flatMap(({ removed }) => removed)].sort(),
    diagnostics: [...changes.flatMap(({ diagnostics }) => diagnostics), ...finished.diagnostics],
    rebuilt: done.flatMap(({ report }) => (hasRun(report) ? [displayPath(workspace.config, report.id)] : [])).sort(),
    warnedBeforeCount: warned.length,
  };
}

type DoneItem = ReconcileItem & FinishedWork;

async function runItems(
  items: readonly ReconcileItem[],
  targets: readonly Target[],
  workspace: Workspace,
): Promise<DoneItem[]> {
  const done: DoneItem[] = [];
  for (const { name } of targets) {
    const ofTarget = new Map(items.filter(({ target }) => target === name).map((item) => [item.folder.id, item]));
    const folders = [...ofTarget.values()].flatMap(({ folder }) => (folder.fault === undefined ? [folder] : []));
    const plan = {
      folders,
      target: { name, stepsOf: ({ id }: Folder) => ofTarget.get(id)!.steps },
      expectedOf: ({ id }: Folder) => ofTarget.get(id)!.expected,
    };
    for await (const report of runFolders(plan, workspace, { isRestored: true })) {
      done.push({ ...ofTarget.get(report.id)!, report });
    }
  }
  return done;
}

/** What was found without a change, a later build will find again: it is told then. */
function filesChangedIn({ steps }: FolderReport, directory: string): PublishedFiles {
  return {
    written: steps.flatMap(({ written }) => written.map((path) => `${directory}/${path}`)),
    removed: steps.flatMap(({ removed }) => removed.map((path) => `${directory}/${path}`)),
    diagnostics: steps.flatMap(({ outcome, written, diagnostics }) =>
      outcome !== 'current' || written.length > 0 ? diagnostics : [],
    ),
  };
}

function hasRun({ steps }: FolderReport): boolean {
  return steps.some(({ outcome }) => outcome === 'ran');
}

function hasWarnings({ steps }: FolderReport): boolean {
  return steps.some(({ diagnostics }) => diagnostics.some((each) => !isNote(each) && !isDoubtful(each)));
}
