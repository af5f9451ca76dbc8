import { dirname, join } from 'node:path';
import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { isAsPublished } from './as-published.js';
import type { Folder } from './folder.js';
import type { PublishedFiles } from './folder-files.js';
import { FolderState, statePath, stateSeal, sweepStates } from './folder-state.js';
import { noteAuthored } from './note-authored.js';
import { endRun, notedRun, type RunStart } from './noted-run.js';
import { PublishedRecord, type StateNow } from './published-record.js';
import { removeEmptyFolders } from './remove-empty-folders.js';
import { retractState, retractSteps } from './retract-state.js';
import type { FolderReport } from './run-folder.js';
import { runFolders } from './run-folders.js';
import type { SourceHashes } from './source-hashes.js';
import { SourceRecord } from './source-record.js';
import { STATE_DIRECTORY } from './state-directory.js';
import type { StatePack } from './state-pack.js';
import type { Step } from './step.js';
import type { DocsRoot, FolderWork, Target } from './target.js';
import { displayPath, type Workspace } from './workspace.js';

/** Steps of one folder whose files are to agree with their state. */
export interface ReconcileItem extends FolderWork {
  /** Whether its files were published by this run, so that they need not be compared again. */
  readonly justPublished: boolean;
  /**
   * The key under which the cache on this machine has the state: a state that had the key before is taken for the same
   * without being read.
   */
  readonly cacheKey?: string | undefined;
  /** The file that the cache restores the state in, where it is not the state itself. */
  readonly pack?: StatePack | undefined;
  /** What the run started with that published them, where it is to be noted. */
  readonly start?: RunStart | undefined;
  /** As `RunOptions` has it, for a folder whose steps have to run. */
  readonly expected?: SourceHashes | undefined;
}

/** What is to be reconciled. */
export interface Reconciliation {
  readonly workspace: Workspace;
  /** Every folder's work that has an up-to-date state. */
  readonly items: readonly ReconcileItem[];
  /** Files of folders that no longer have one of these are removed; states of other targets stay as they are. */
  readonly targets: readonly Target[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Default: the one on disk. */
  readonly record?: PublishedRecord;
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
 * Makes the files of a docs root agree with the states of its folders, whatever restored the states: missing and
 * altered files are restored, files of deleted topics, and of a former docs root, are removed. Folders whose files
 * have not been touched since they were last compared cost a few look-ups. In every other folder each step is compared
 * with its inputs, and runs if the state is damaged or belongs to other inputs.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export async function reconcile({
  workspace,
  items,
  targets,
  nowMs,
  record = new PublishedRecord(workspace.root),
}: Reconciliation): Promise<ReconcileReport> {
  const changes = new Changes();
  const readable = items.filter(({ folder }) => folder.fault === undefined);
  const touched: ReconcileItem[] = [];
  const others: ReconcileItem[] = [];
  for (const item of readable) {
    const isAsNoted = !item.justPublished && record.isUnchanged(recordKey(item, workspace), stateNow(item, workspace));
    (isAsNoted ? others : touched).push(item);
  }
  const restored = touched.filter(({ justPublished }) => !justPublished);
  for (const { folder, pack } of restored) pack?.restore(displayPath(workspace.config, folder.id));
  const failed = await publishRestored(restored, { workspace, targets, record }, changes);
  const warned = others.filter((item) => record.hasWarnings(recordKey(item, workspace)));
  const hasNew = touched.some(({ justPublished }) => justPublished);
  const sources = hasNew ? new SourceRecord(workspace, workspace.engine, nowMs) : undefined;
  for (const item of touched) {
    if (failed.has(item)) continue;
    const hasWarnings = noteFolder(item, { workspace, targets, nowMs }, { record, sources }, changes);
    if (hasWarnings && !item.justPublished) warned.push(item);
  }
  for (const target of targets) record.retain(target.name, retractGoneFolders(target, workspace, changes));
  record.save();
  sources?.saveAdded();
  return { ...changes.report(), warnedBeforeCount: warned.length };
}

type ReconcileContext = Pick<Reconciliation, 'workspace' | 'targets'>;

/** @returns the items that could not be published */
async function publishRestored(
  items: readonly ReconcileItem[],
  { workspace, targets, record }: ReconcileContext & { readonly record: PublishedRecord },
  changes: Changes,
): Promise<Set<ReconcileItem>> {
  const failed = new Set<ReconcileItem>();
  for (const target of targets) {
    const ofTarget = new Map(items.filter((item) => item.target === target.name).map((item) => [item.folder.id, item]));
    if (ofTarget.size === 0) continue;
    const folders = [...ofTarget.values()].map(({ folder }) => folder);
    const stepsOf = (folder: Folder): readonly Step[] => ofTarget.get(folder.id)!.steps;
    const expectedOf = (folder: Folder): SourceHashes | undefined => ofTarget.get(folder.id)!.expected;
    const knownOf = (folder: Folder): ReadonlySet<string> => {
      const directory = displayPath(workspace.config, folder.id);
      const state = new FolderState(workspace.root, target.name, directory);
      return record.publishedPaths(target.name, directory, state);
    };
    const plan = { folders, target: { name: target.name, stepsOf }, expectedOf, knownOf };
    for await (const report of runFolders(plan, workspace)) {
      changes.addReport(displayPath(workspace.config, report.id), report);
      if (report.outcome !== 'built') failed.add(ofTarget.get(report.id)!);
    }
  }
  return failed;
}

/** @returns whether the steps of the folder warned of anything */
function noteFolder(
  item: ReconcileItem,
  { workspace, targets, nowMs }: ReconcileContext & Pick<Reconciliation, 'nowMs'>,
  { record, sources }: { readonly record: PublishedRecord; readonly sources: SourceRecord | undefined },
  changes: Changes,
): boolean {
  const { folder, target, steps } = item;
  const directory = displayPath(workspace.config, folder.id);
  const ownTarget = targets.find(({ name }) => name === target);
  const former = formerSteps(folder, steps, ownTarget?.stepsOfKind?.(folder) ?? ownTarget?.steps ?? []);
  const key = recordKey(item, workspace);
  const now = stateNow(item, workspace);
  const run = item.start && endRun(item.start, item, workspace, nowMs);
  // The seal says that the state names the files noted before: it need not be read and proven a second time.
  if (former.length === 0 && record.isUnchanged(key, now) && (run === undefined || record.renewRun(key, run))) {
    return record.hasWarnings(key);
  }
  const state = new FolderState(workspace.root, target, directory);
  if (former.length > 0) {
    changes.add(directory, retractSteps(workspace.root, directory, state, former));
    state.save();
  }
  if (item.justPublished && sources !== undefined) noteAuthored(item, state, workspace, sources);
  const { filePaths, hasFaults: hasWarnings } = state;
  const paths = filePaths.map((path) => `${directory}/${path}`);
  const owned = new Set(steps.flatMap(({ outputs }) => outputs.map((each) => each.directory)));
  const directories = [...owned].map((each) => (each === '' ? directory : `${directory}/${each}`));
  const isAsMade = (): boolean => isAsPublished(item, state, workspace);
  const published = { paths, directories, hasWarnings, comparedMs: item.start?.startMs, isAsMade };
  record.note(key, now, { ...published, run: run && notedRun(run, steps, state, paths) }, nowMs);
  return hasWarnings;
}

/** The name that a folder's work has in the record. */
export function recordKey({ folder, target }: FolderWork, { config }: Workspace): string {
  return `${target}/${displayPath(config, folder.id)}`;
}

function stateNow(
  { folder, target, cacheKey, pack }: FolderWork & Pick<ReconcileItem, 'cacheKey' | 'pack'>,
  { root, config }: Workspace,
): StateNow {
  const directory = displayPath(config, folder.id);
  return { cacheKey, seal: () => pack?.seal(directory) ?? stateSeal(root, target, directory) };
}

/**
 * Removes the files of folders that no longer have one of the targets, and what is noted of them; a file that cannot be
 * read or removed is a diagnostic.
 */
export function removeGoneFolders(targets: readonly Target[], workspace: DocsRoot): PublishedFiles {
  const record = new PublishedRecord(workspace.root);
  const changes = new Changes();
  for (const target of targets) record.retain(target.name, retractGoneFolders(target, workspace, changes));
  record.save();
  return changes.published();
}

/** What `removeGoneFolders` would change on disk; nothing is changed. */
export function removeGoneFoldersDry(targets: readonly Target[], workspace: DocsRoot): PublishedFiles {
  const changes = new Changes();
  for (const target of targets) retractGoneFolders(target, workspace, changes, true);
  return changes.published();
}

/** The steps that a category had if it was a topic once. */
function formerSteps({ isTopic }: Folder, steps: readonly Step[], targetSteps: readonly Step[]): Step[] {
  if (isTopic) return [];
  const present = new Set(steps.map(({ name }) => name));
  return targetSteps.filter(({ scope, name }) => scope === 'topic' && !present.has(name));
}

/**
 * What cannot be removed is a diagnostic, and stays with its state for a later build.
 *
 * @returns the folders that still have a state of the target
 */
function retractGoneFolders(target: Target, workspace: DocsRoot, changes: Changes, isDryRun = false): Set<string> {
  const { root, config, tree } = workspace;
  const wanted = new Set(target.foldersIn(workspace).map(({ id }) => displayPath(config, id)));
  const unreadable = [...tree.values()].filter(({ fault }) => fault !== undefined);
  // What is below the docs root is below every folder of the workspace, if that is the docs root.
  const unknown = unreadable.map(({ id }) => (id === '' ? '' : `${displayPath(config, id)}/`));
  const left = new Set<string>();
  for (const folder of sweepStates(root, target.name, isDryRun)) {
    if (wanted.has(folder) || unknown.some((prefix) => folder.startsWith(prefix))) {
      left.add(folder);
      continue;
    }
    const state = new FolderState(root, target.name, folder);
    if (!changes.attempt(folder, () => retractState(root, folder, state, target.steps, isDryRun))) {
      left.add(folder);
      continue;
    }
    if (isDryRun) continue;
    state.save();
    removeEmptyFolders(dirname(join(root, statePath(target.name, folder))), join(root, STATE_DIRECTORY));
  }
  return left;
}

/** Collects what was changed in several folders. */
class Changes {
  private readonly written: string[] = [];
  private readonly removed: string[] = [];
  private readonly rebuilt: string[] = [];
  private readonly diagnostics: Diagnostic[] = [];

  add(folder: string, { written, removed, diagnostics }: PublishedFiles): void {
    this.diagnostics.push(...diagnostics);
    this.written.push(...written.map((path) => `${folder}/${path}`));
    this.removed.push(...removed.map((path) => `${folder}/${path}`));
  }

  /** @returns whether it was done: what cannot be is reported, and the other folders go on */
  attempt(folder: string, change: () => PublishedFiles): boolean {
    try {
      this.add(folder, change());
      return true;
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      this.diagnostics.push(...diagnosticsOf(thrown));
      return false;
    }
  }

  /** What was found without a change, a later build will find again: it is told then. */
  addReport(folder: string, { steps }: FolderReport): void {
    for (const step of steps) {
      const isNews = step.outcome !== 'current' || step.written.length > 0;
      this.add(folder, { ...step, diagnostics: isNews ? step.diagnostics : [] });
    }
    if (steps.some(({ outcome }) => outcome === 'ran')) this.rebuilt.push(folder);
  }

  published(): PublishedFiles {
    return { written: this.written.sort(), removed: this.removed.sort(), diagnostics: this.diagnostics };
  }

  report(): Omit<ReconcileReport, 'warnedBeforeCount'> {
    return { ...this.published(), rebuilt: this.rebuilt.sort() };
  }
}
