import type { Diagnostic } from '@topicmill/base/diagnostics';
import { hashTerm } from '@topicmill/text/hashes';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { FolderThreads } from '../folder-threads/index.js';
import { ALL_TARGETS } from '../optional-targets/index.js';
import { findOrphanedNotes, orphanedNoteDiagnostics, removeSureOrphans } from '../orphans/index.js';
import {
  type FinishedWork,
  type Folder,
  type FolderReport,
  type FolderTree,
  filesInMemory,
  finishBuild,
  folderWork,
  lateEdits,
  openFolder,
  type RunOptions,
  removeGoneFoldersDry,
  removeOldLetterCases,
  runFolder,
  runFolders,
  type Workspace,
} from '../runner/index.js';
import { outdateSearchStore, SearchStoreUpdate } from '../search-store/index.js';
import { AUTHORITY, INDEX } from '../steps/index.js';
import { siteFindings } from '../workspace/index.js';

/** What a build is asked for. */
interface BuildRequest {
  readonly force?: boolean | undefined;
  /** Replaces and removes files that have the names of outputs and were not written by Topicmill, too. */
  readonly adopt?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  /** Ids of the folders to build, with those above them; all of them without it. */
  readonly ids?: readonly string[] | undefined;
  /** Builds a part of the folders, and none above them, instead of those of `ids`. */
  readonly shard?: Shard | undefined;
  /** Called after each folder. */
  readonly onFolder?: (report: FolderReport, doneCount: number, totalCount: number) => void;
  /** Called while the search index is brought up to date, with the number of changed pages in it. */
  readonly onIndexed?: (doneCount: number, totalCount: number) => void;
  readonly onWarning?: (message: string) => void;
}

/** What a build did. */
export interface BuildReport {
  /** The docs root's own file for all topics first, then each folder after those below it. */
  readonly folders: readonly FolderReport[];
  /** Files restored or removed after the folders were built, relative to the workspace. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** What people should know of their own text in those files. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of folders above those asked for that were left, because folders below them have never been built. */
  readonly left: readonly string[];
  /** Documents that git has not checked out: their results are left as they are, and the folders above them are. */
  readonly absentCount: number;
}

/**
 * Builds the folders of a docs root in this process: the same steps, states and files as the targets of Nx. A folder that
 * fails does not stop the others; nothing is thrown for what a document says.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export async function buildDocs(workspace: Workspace, request: BuildRequest): Promise<BuildReport> {
  const { force = false, adopt = false, dryRun = false, onFolder } = request;
  const { chosen, left } =
    request.shard === undefined
      ? chooseFolders(workspace, request.ids)
      : { chosen: foldersOfShard(workspace.tree, request.shard), left: [] };
  const folders: FolderReport[] = [];
  const root = workspace.tree.get('')!;
  const options = { force, adopt, dryRun, filesOf: dryRun ? filesInMemory(workspace) : undefined };
  const late: Diagnostic[] = dryRun ? [] : [...removeOldLetterCases(ALL_TARGETS, workspace)];
  const ofAuthority = folderWork(AUTHORITY, root);
  const authority = await runFolder(ofAuthority, workspace, options);
  // From the first file that changes until the index has all of them, whoever searches is told.
  let isOlder = false;
  const search = new SearchStoreUpdate(workspace, { onProgress: request.onIndexed, onWarning: request.onWarning });
  const done: FinishedWork[] = [{ ...ofAuthority, report: authority }];
  folders.push(authority);
  if (authority.outcome === 'built') {
    for await (const report of runOnThreads(chosen, workspace, options, late)) {
      folders.push(report);
      const folder = workspace.tree.get(report.id)!;
      if (!dryRun && report.steps.some(hasChanged)) {
        if (!isOlder) outdateSearchStore(workspace.root);
        isOlder = true;
        // What was made elsewhere, and is published here, may be in a segment from there.
        if (report.steps.some((step) => step.outcome === 'ran' && hasChanged(step))) await search.add(folder);
      }
      done.push({ ...folderWork(INDEX, folder), report });
      onFolder?.(report, folders.length - 1, chosen.length);
    }
  }
  const { written, removed, diagnostics } = dryRun
    ? removeGoneFoldersDry(ALL_TARGETS, workspace)
    : finishBuild(done, ALL_TARGETS, workspace);
  const orphans = removeSureOrphans(workspace, dryRun);
  const notes = orphanedNoteDiagnostics(findOrphanedNotes(workspace));
  late.push(...(await lateEdits.finish()));
  if (!dryRun) await search.finish();
  return {
    folders,
    written: distinct([...written, ...orphans.written]),
    removed: distinct([...removed, ...orphans.removed]),
    diagnostics: [...siteFindings(workspace), ...diagnostics, ...orphans.diagnostics, ...notes, ...late],
    left,
    absentCount: root.absentCount ?? 0,
  };
}

/**
 * Runs the steps of the index in folders, on more than one thread where there are many.
 *
 * @param late is given what the threads find in the last look at the files that they replaced
 */
async function* runOnThreads(
  folders: readonly Folder[],
  workspace: Workspace,
  options: RunOptions,
  late: Diagnostic[],
): AsyncGenerator<FolderReport> {
  const threads = options.dryRun ? undefined : new FolderThreads(workspace, options);
  try {
    yield* runFolders({ folders, target: INDEX, ...threads?.share(INDEX.name) }, workspace, options);
  } finally {
    late.push(...((await threads?.close()) ?? []));
  }
}

function hasChanged({ written, removed }: FolderReport['steps'][number]): boolean {
  return written.length + removed.length > 0;
}

/** A dry run finds the files of a deleted topic by its state and by themselves. */
function distinct(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort();
}

function chooseFolders(
  workspace: Workspace,
  ids: readonly string[] | undefined,
): { readonly chosen: readonly Folder[]; readonly left: readonly string[] } {
  const { tree } = workspace;
  if (ids === undefined) return { chosen: [...tree.values()], left: [] };
  const wanted = new Set(ids);
  const above = new Set<string>();
  for (const id of ids) {
    for (let at = tree.get(id)?.parentId; at !== undefined; at = tree.get(at)?.parentId) above.add(at);
  }
  const chosen: Folder[] = [];
  const left: string[] = [];
  const ready = new Set<string>();
  for (const folder of tree.values()) {
    if (!wanted.has(folder.id) && !above.has(folder.id)) continue;
    const isReady = folder.childIds.every((id) => ready.has(id) || isBuilt(workspace, tree.get(id)!));
    if (isReady || wanted.has(folder.id)) {
      chosen.push(folder);
      ready.add(folder.id);
    } else left.push(folder.id);
  }
  return { chosen, left };
}

function isBuilt(workspace: Workspace, folder: Folder): boolean {
  return openFolder(workspace, folder).read(INDEX_FILE) !== undefined;
}

/** One of several parts of the folders of a docs root. */
export interface Shard {
  /** From 1 on. */
  readonly number: number;
  readonly count: number;
}

/** @returns `undefined` if the text is not like `2/4`, with a number from 1 to the count */
export function parseShard(text: string): Shard | undefined {
  const [, number, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  const shard = { number: Number(number), count: Number(count) };
  return shard.number <= shard.count ? shard : undefined;
}

/**
 * The folders of a shard: of those without folders below them, those whose ids it has by their hash. What a folder above
 * says depends on all below it, so those are for the run that has the results of all shards. A new or deleted folder moves
 * no other into another shard.
 */
export function foldersOfShard(tree: FolderTree, { number, count }: Shard): Folder[] {
  const isLeaf = ({ parentId, childIds }: Folder): boolean => parentId !== undefined && childIds.length === 0;
  return [...tree.values()].filter((folder) => isLeaf(folder) && hashTerm(folder.id) % count === number - 1);
}
