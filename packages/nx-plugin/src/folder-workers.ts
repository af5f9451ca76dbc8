import { availableParallelism } from 'node:os';
import type { Folder, FolderPlan, Workspace } from '@topicmill/pipeline';
import { Tinypool } from 'tinypool';
import type { FolderJob } from './folder-worker.js';

/** Threads that run folders' steps. */
export interface FolderWorkers {
  readonly runElsewhere: NonNullable<FolderPlan['runElsewhere']>;
  close(): Promise<void>;
}

/** A thread takes about half a second to load: for fewer folders this thread is faster alone. */
const MIN_FOLDERS = 100;
const MAX_THREADS = 4;

/**
 * One thread a core for a large batch with the built-in model, whose work is all computing; none for a small batch, nor
 * for a model on a server, whose requests are better filled from one queue.
 */
export function workersFor(workspace: Workspace, folders: readonly Folder[]): FolderWorkers | undefined {
  const threadCount = Math.min(availableParallelism(), MAX_THREADS);
  if (threadCount < 2 || folders.length < MIN_FOLDERS || workspace.config.embedding.model !== 'builtin')
    return undefined;
  const pool = new Tinypool({
    filename: new URL('./folder-worker.js', import.meta.url).href,
    name: 'runJob',
    minThreads: threadCount,
    maxThreads: threadCount,
  });
  return {
    runElsewhere: ({ id }, expected) =>
      pool.run({ workspaceRoot: workspace.root, folderId: id, expected } satisfies FolderJob),
    close: () => pool.destroy(),
  };
}
