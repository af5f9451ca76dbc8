import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { depthOf } from '@topicmill/base/paths';
import { authoredDigestInput } from '@topicmill/topics/formats';
import { INDEX_FILE, pathIn, REFERENCE_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import {
  displayPath,
  type Folder,
  folderPath,
  lateEdits,
  removeOldLetterCases,
  type Workspace,
} from '../runner/index.js';
import { updateSearchStore } from '../search-store/index.js';
import { AUTHORITY, INDEX } from '../steps/index.js';
import { importBuiltSites, openWorkspace, type WorkspaceOptions } from '../workspace/index.js';
import { type BuildResult, buildAll, buildFolder, buildTopic, clearGoneFolders, resultOf } from './docs-builder.js';
import { DocsRootThread } from './docs-root-thread.js';
import type { DocsRootRun } from './docs-root-worker.js';
import { type OnSource, watchedFolders, watchSources } from './source-watcher.js';
import type { WatchEvent } from './watch-event.js';

/** chokidar keeps back a second change within 50 ms of the first, so that a file is read no sooner than after them. */
const SAVE_MS = 60;
/** How long nobody must have saved before what depends on all topics is built. */
const IDLE_MS = 100;
/** How long, and how often, files that were replaced are looked at for what an editor still writes to them. */
const LATE_EDIT_MS = 5000;
const LATE_EDIT_CHECK_MS = 500;

export interface WatchDocsOptions extends WorkspaceOptions {
  readonly onEvent: (event: WatchEvent) => void;
}

/** A docs root that is watched. */
export interface DocsWatch {
  /** File system path. */
  readonly docsRoot: string;
  /** Path of a folder as diagnostics name it. */
  displayPath(id: string): string;
  /** Lets the folder that is being built come to its end. */
  close(): Promise<void>;
}

/**
 * Builds the docs repository that contains `path`, and from then on each topic whose files are saved.
 *
 * @throws TopicmillError, FaultsError as `openWorkspace`; later faults are events
 */
export async function watchDocs(path: string, options: WatchDocsOptions): Promise<DocsWatch> {
  await importBuiltSites(path);
  const workspace = openWorkspace(path, options);
  const { diagnostics } = await buildAll(workspace);
  await updateSearchStore(workspace, options);
  const loop = new WatchLoop(workspace, options);
  await loop.start();
  options.onEvent({ kind: 'ready', topicCount: topicCountOf(workspace), diagnostics });
  return {
    docsRoot: folderPath(workspace, ''),
    displayPath: (id) => displayPath(workspace.config, id),
    close: () => loop.close(),
  };
}

/** Two lanes: this thread builds the folders that are saved, another what depends on all topics. */
class WatchLoop {
  private readonly thread: DocsRootThread;
  private readonly savedIds = new Set<string>();
  /** What people had written of each topic-spec.md when it was last built: it tells their saves from our writes. */
  private readonly builtSpecs = new Map<string, string>();
  private mustReopen = false;
  /** Files of pages that were saved: what they say about themselves is read when the workspace is opened again. */
  private readonly savedPages = new Set<string>();
  private isRootStale = true;
  /** Folders to be looked at though nobody saved in them, the next one last. */
  private staleIds: string[] = [];
  private mustClear = false;
  /** What was built in stale folders and in the docs root, and not told yet. */
  private readonly untold: BuildResult[] = [];
  private savedAtMs: number | undefined;
  /** The first notice of a save that the docs root's files do not contain yet. */
  private unsettledMs: number | undefined;
  private generation = 0;
  private timer: NodeJS.Timeout | undefined;
  private lateTimer: NodeJS.Timeout | undefined;
  /** Of edits that were written to replaced files, to be told when their topics are built. */
  private readonly lateDiagnostics: Diagnostic[] = [];
  private working: Promise<void> | undefined;
  private rootRun: Promise<void> | undefined;
  private isClosed = false;
  private watcher: Awaited<ReturnType<typeof watchSources>> | undefined;

  constructor(
    private workspace: Workspace,
    private readonly options: WatchDocsOptions,
  ) {
    this.thread = new DocsRootThread(options);
  }

  async start(): Promise<void> {
    this.watcher = await watchSources(this.workspace, this.notice, (error) => this.fail(error));
    clearInterval(this.lateTimer);
    this.lateTimer = setInterval(() => {
      try {
        // The watcher notices the edit where it is put.
        this.lateDiagnostics.push(...lateEdits.takeIn(LATE_EDIT_MS));
      } catch (error) {
        this.fail(error);
      }
    }, LATE_EDIT_CHECK_MS);
    // Files may have been saved between the first build and the first look of the watcher.
    this.outdateAll();
    this.schedule(IDLE_MS);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.lateTimer);
    await this.watcher?.close();
    await this.working;
    lateEdits.takeIn(0);
    await this.rootRun;
    await this.thread.close();
  }

  private readonly notice: OnSource = (source) => {
    if (source === undefined) this.mustReopen = true;
    else if ('pagesPath' in source) {
      this.savedPages.add(source.pagesPath);
      this.mustReopen = true;
    } else {
      const { folderId, fileName } = source;
      const isTopic = this.workspace.tree.get(folderId)?.isTopic === true;
      const holdsReference = existsSync(join(folderPath(this.workspace, folderId), REFERENCE_FILE));
      if (isTopic !== holdsReference) this.mustReopen = true;
      else if (!isTopic) return;
      else if (fileName === TOPIC_SPEC_FILE && this.specOf(folderId) === this.builtSpecs.get(folderId)) return;
      else {
        this.savedIds.add(folderId);
        if (fileName === REFERENCE_FILE) this.tellSaved(pathIn(folderId, fileName));
      }
    }
    this.savedAtMs ??= performance.now();
    this.schedule(SAVE_MS);
  };

  private tellSaved(path: string): void {
    this.options.onEvent({ kind: 'saved', paths: [path] });
  }

  private get isAwaited(): boolean {
    return this.isClosed || this.mustReopen || this.savedIds.size > 0;
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      // A save that comes while a build is under way is seen by its loop.
      this.working ??= this.work()
        .catch((error: unknown) => this.fail(error))
        .finally(() => {
          this.working = undefined;
          this.scheduleNext();
        });
    }, delayMs);
  }

  private scheduleNext(): void {
    if (this.isAwaited) this.schedule(SAVE_MS);
    else if (this.staleIds.length > 0 || (this.isRootStale && this.rootRun === undefined)) this.schedule(IDLE_MS);
  }

  private async work(): Promise<void> {
    if (this.isAwaited) await this.buildSaved();
    else if (this.staleIds.length > 0) await this.buildStale();
    else if (this.isRootStale && this.rootRun === undefined) this.startRoot();
  }

  private async buildSaved(): Promise<void> {
    if (this.mustReopen) await this.reopen();
    const ids = [...this.savedIds];
    const savedAtMs = this.savedAtMs ?? performance.now();
    this.unsettledMs ??= savedAtMs;
    this.savedIds.clear();
    this.savedAtMs = undefined;
    for (const id of ids) if (!this.isClosed) await this.build(id, savedAtMs);
  }

  private async build(id: string, savedAtMs: number): Promise<void> {
    if (id === '') await this.rootRun;
    this.builtSpecs.set(id, this.specOf(id));
    const built = await buildTopic(this.workspace, id, (path) => this.tellSaved(path));
    if (built === undefined) return;
    this.isRootStale = true;
    // Whoever hears of the topic finds it.
    await updateSearchStore(this.workspace, this.options);
    const diagnostics = [...this.lateDiagnostics.splice(0), ...built.diagnostics];
    this.options.onEvent({ ...built, diagnostics, elapsedMs: performance.now() - savedAtMs });
  }

  private async reopen(): Promise<void> {
    this.mustReopen = false;
    const before = this.workspace;
    this.workspace = openWorkspace(before.root, this.options);
    this.generation += 1;
    const kept = removeOldLetterCases([AUTHORITY, INDEX], this.workspace);
    if (kept.length > 0) this.options.onEvent({ kind: 'failed', diagnostics: kept });
    const added = [...this.workspace.tree.values()].filter(({ id, isTopic }) => isTopic && !before.tree.has(id));
    for (const { id } of [...added, ...this.takeSavedTopics()]) this.savedIds.add(id);
    for (const id of this.savedIds) if (!this.workspace.tree.has(id)) this.savedIds.delete(id);
    this.outdateAll();
    if (watchedFolders(before).join() !== watchedFolders(this.workspace).join()) {
      await this.watcher?.close();
      await this.start();
    }
    const goneIds = [...before.tree.values()]
      .filter(({ id, isTopic }) => isTopic && this.workspace.tree.get(id)?.isTopic !== true)
      .map(({ id }) => id);
    // Removed with what else is of no folder; whoever shows them is to hear of it.
    this.untold.push({ paths: goneIds.map((id) => pathIn(id, INDEX_FILE)), diagnostics: [] });
    const isSame = added.length + goneIds.length === 0 && before.configHash === this.workspace.configHash;
    if (isSame && this.workspace.config.sources === 'pages') return;
    this.options.onEvent({ kind: 'reopened', topicCount: topicCountOf(this.workspace), goneIds: goneIds.sort() });
  }

  /** The topics of the pages that were saved. */
  private takeSavedTopics(): Folder[] {
    const isSaved = ({ isTopic, sources }: Folder): boolean =>
      isTopic && sources !== undefined && [...sources.values()].some((path) => this.savedPages.has(path));
    const saved = [...this.workspace.tree.values()].filter(isSaved);
    this.savedPages.clear();
    return saved;
  }

  private outdateAll(): void {
    this.outdateFolders();
    this.mustClear = true;
  }

  private outdateFolders(): void {
    this.staleIds = foldersFromTheTop(this.workspace);
    this.isRootStale = true;
  }

  /** Stops between two folders as soon as somebody is waiting. */
  private async buildStale(): Promise<void> {
    for (let id = this.staleIds.at(-1); id !== undefined; id = this.staleIds.at(-1)) {
      await setImmediate();
      if (this.isAwaited) return;
      this.staleIds.pop();
      if (this.workspace.tree.get(id)?.isTopic) this.builtSpecs.set(id, this.specOf(id));
      const startMs = performance.now();
      const { topic, ...built } = await buildFolder(this.workspace, id);
      // Where nothing but keywords was to change, somebody has saved, and the watcher's notice has yet to come.
      if (topic?.chunks !== undefined && !this.mustClear)
        this.options.onEvent({ ...topic, elapsedMs: performance.now() - startMs });
      else this.untold.push(built);
    }
    if (this.mustClear) this.untold.push(clearGoneFolders(this.workspace));
    this.mustClear = false;
    await updateSearchStore(this.workspace, this.options);
  }

  private startRoot(): void {
    this.isRootStale = false;
    const savedAtMs = this.unsettledMs ?? performance.now();
    this.unsettledMs = undefined;
    this.rootRun = this.thread
      .run(this.workspace, this.generation)
      .then((run) => this.finishRoot(run, savedAtMs))
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.rootRun = undefined;
        if (this.working === undefined) this.scheduleNext();
      });
  }

  private finishRoot({ reports, hasOtherClasses, faults }: DocsRootRun, savedAtMs: number): void {
    if (faults.length > 0) this.options.onEvent({ kind: 'failed', diagnostics: faults });
    this.untold.push(resultOf(reports));
    if (hasOtherClasses) {
      this.unsettledMs = savedAtMs;
      this.outdateFolders();
    } else this.tellRest(savedAtMs);
  }

  private tellRest(savedAtMs: number): void {
    const told = this.untold.splice(0);
    const paths = [...new Set(told.flatMap((each) => each.paths))].sort();
    const diagnostics = told.flatMap((each) => each.diagnostics);
    if (paths.length === 0) return;
    this.options.onEvent({ kind: 'docs-root', paths, diagnostics, elapsedMs: performance.now() - savedAtMs });
  }

  private specOf(id: string): string {
    try {
      const path = join(folderPath(this.workspace, id), TOPIC_SPEC_FILE);
      return authoredDigestInput(readTextIfExists(path) ?? '');
    } catch (thrown) {
      // What cannot be read is built, so that the author is told why.
      if (thrown instanceof TopicmillError) return `unreadable ${performance.now()}`;
      throw thrown;
    }
  }

  private fail(error: unknown): void {
    this.options.onEvent({ kind: 'failed', diagnostics: diagnosticsOf(error) });
  }
}

/** Ids of all folders but the docs root, those above before those below. */
function foldersFromTheTop({ tree }: Workspace): string[] {
  return [...tree.keys()].filter((id) => id !== '').sort((a, b) => depthOf(a) - depthOf(b));
}

function topicCountOf({ tree }: Workspace): number {
  return [...tree.values()].filter(({ isTopic }) => isTopic).length;
}
