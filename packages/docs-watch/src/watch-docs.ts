import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { diagnosticsOf, TopicmillError } from '@topicmill/diagnostics';
import { readTextIfExists, sha256Hex } from '@topicmill/files';
import {
  folderPath,
  openWorkspace,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
  type Workspace,
  type WorkspaceOptions,
} from '@topicmill/pipeline';
import { authoredDigestInput } from '@topicmill/topics';
import { buildAll, buildRest, buildTopic } from './docs-builder.js';
import { type OnSource, watchSources } from './source-watcher.js';
import type { WatchEvent } from './watch-event.js';

/** chokidar keeps back a second change within 50 ms of the first, so that a file is read no sooner than after them. */
const SAVE_MS = 60;
/** How long nobody must have saved before what hangs on all topics is built. */
const IDLE_MS = 400;

export interface WatchDocsOptions extends WorkspaceOptions {
  readonly onEvent: (event: WatchEvent) => void;
}

/** A docs root that is watched. */
export interface DocsWatch {
  /** File system path. */
  readonly docsRoot: string;
  /** Lets the folder that is being built come to its end. */
  close(): Promise<void>;
}

/**
 * Builds the docs repository that `path` lies in, and from then on each topic whose files are saved.
 *
 * @throws TopicmillError, FaultsError as `openWorkspace`; later faults are events
 */
export async function watchDocs(path: string, options: WatchDocsOptions): Promise<DocsWatch> {
  const workspace = openWorkspace(path, options);
  const { diagnostics } = await buildAll(workspace);
  const loop = new WatchLoop(workspace, options);
  await loop.start();
  options.onEvent({ kind: 'ready', topicCount: topicCountOf(workspace), diagnostics });
  return { docsRoot: folderPath(workspace, ''), close: () => loop.close() };
}

class WatchLoop {
  private readonly savedIds = new Set<string>();
  /** What people had written of each topic-spec.md when it was last built: it tells their saves from our writes. */
  private readonly builtSpecs = new Map<string, string>();
  private mustReopen = false;
  private isRestStale = true;
  /** Files may have been saved between the first build and the first look of the watcher. */
  private isAllStale = true;
  private savedAtMs: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private isClosed = false;
  private watcher: Awaited<ReturnType<typeof watchSources>> | undefined;

  constructor(
    private workspace: Workspace,
    private readonly options: WatchDocsOptions,
  ) {}

  async start(): Promise<void> {
    this.watcher = await watchSources(this.workspace, this.notice, (error) => this.fail(error));
    this.schedule(IDLE_MS);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.watcher?.close();
    await this.working;
  }

  private readonly notice: OnSource = (source) => {
    if (source === undefined) this.mustReopen = true;
    else {
      const { folderId, fileName } = source;
      const isTopic = this.workspace.tree.get(folderId)?.isTopic === true;
      const holdsReference = existsSync(join(folderPath(this.workspace, folderId), REFERENCE_FILE));
      if (isTopic !== holdsReference) this.mustReopen = true;
      else if (!isTopic) return;
      else if (fileName === TOPIC_SPEC_FILE && this.specOf(folderId) === this.builtSpecs.get(folderId)) return;
      else this.savedIds.add(folderId);
    }
    this.savedAtMs ??= performance.now();
    this.schedule(SAVE_MS);
  };

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
          if (this.isAwaited) this.schedule(SAVE_MS);
          else if (this.isRestStale) this.schedule(IDLE_MS);
        });
    }, delayMs);
  }

  private async work(): Promise<void> {
    if (!this.isAwaited) return this.workWhenIdle();
    if (this.mustReopen) await this.reopen();
    const ids = [...this.savedIds];
    const savedAtMs = this.savedAtMs ?? performance.now();
    this.savedIds.clear();
    this.savedAtMs = undefined;
    for (const id of ids) if (!this.isClosed) await this.build(id, savedAtMs);
  }

  private async build(id: string, savedAtMs: number): Promise<void> {
    this.builtSpecs.set(id, this.specOf(id));
    const built = await buildTopic(this.workspace, id);
    if (built === undefined) return;
    this.isRestStale = true;
    this.options.onEvent({ ...built, elapsedMs: performance.now() - savedAtMs });
  }

  private async reopen(): Promise<void> {
    this.mustReopen = false;
    const before = this.workspace;
    this.workspace = openWorkspace(before.root, this.options);
    const added = [...this.workspace.tree.values()].filter(({ id, isTopic }) => isTopic && !before.tree.has(id));
    for (const { id } of added) this.savedIds.add(id);
    for (const id of this.savedIds) if (!this.workspace.tree.has(id)) this.savedIds.delete(id);
    this.isRestStale = true;
    this.isAllStale = true;
    if (folderPath(before, '') !== folderPath(this.workspace, '')) {
      await this.watcher?.close();
      await this.start();
    }
    this.options.onEvent({ kind: 'reopened', topicCount: topicCountOf(this.workspace) });
  }

  private async workWhenIdle(): Promise<void> {
    if (this.isAllStale) this.noteSpecs();
    this.isRestStale = false;
    const { paths, diagnostics, isDone, isAllStale } = await buildRest(
      this.workspace,
      this.isAllStale,
      () => this.isAwaited,
    );
    this.isAllStale = isAllStale;
    this.isRestStale ||= !isDone;
    if (paths.length > 0) this.options.onEvent({ kind: 'docs-root', paths, diagnostics });
  }

  private noteSpecs(): void {
    for (const { id, isTopic } of this.workspace.tree.values()) if (isTopic) this.builtSpecs.set(id, this.specOf(id));
  }

  private specOf(id: string): string {
    try {
      const path = join(folderPath(this.workspace, id), TOPIC_SPEC_FILE);
      return authoredDigestInput(readTextIfExists(path) ?? '', sha256Hex);
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

function topicCountOf({ tree }: Workspace): number {
  return [...tree.values()].filter(({ isTopic }) => isTopic).length;
}
