import { availableParallelism } from 'node:os';
import { type FolderPlan, recordKey, type Workspace } from '@topicmill/pipeline/runner';
import { Tinypool } from 'tinypool';
import type { FolderJob, FolderRun } from './folder-worker.js';

/** Threads that run folders' steps in addition to this one. */
export interface FolderWorkers {
  /** What a plan needs to run the steps of a target on all threads. */
  share(target: string): Required<Pick<FolderPlan, 'concurrency' | 'runShared'>>;
  close(): Promise<void>;
}

/** A thread takes about half a second to load: for fewer folders this thread is as fast alone. */
const MIN_FOLDERS = 100;
/** With a single one the other threads of the engine, which compile and collect, lack a core. */
const MIN_FOLDERS_FOR_ONE = 150;
const MAX_THREADS = 4;
/** The second lies ready when the first is done, however busy this thread is. */
const JOBS_PER_WORKER = 2;

/**
 * One thread a core, this one among them, for a large batch with the built-in model, whose work is all computing; none
 * in addition to this one for a small batch, nor for a model on a server, whose requests are better filled from one queue.
 */
export function workersFor(workspace: Workspace, folderCount: number): FolderWorkers | undefined {
  const workerCount = Math.min(availableParallelism(), MAX_THREADS) - 1;
  const minFolders = workerCount === 1 ? MIN_FOLDERS_FOR_ONE : MIN_FOLDERS;
  if (workerCount < 1 || folderCount < minFolders || workspace.config.embedding.model !== 'builtin') return undefined;
  const pool = new Tinypool({
    filename: new URL('./folder-worker.js', import.meta.url).href,
    name: 'runJob',
    minThreads: workerCount,
    maxThreads: workerCount,
    concurrentTasksPerWorker: JOBS_PER_WORKER,
  });
  let isBusy = false;
  return {
    share: (target) => ({
      concurrency: 1 + workerCount * JOBS_PER_WORKER,
      async runShared(folder, expected, runHere) {
        const job: FolderJob = { workspaceRoot: workspace.root, folderId: folder.id, target, expected };
        if (isBusy) {
          const { report, record } = (await pool.run(job)) as FolderRun;
          if (record !== undefined) workspace.record.setFolder(recordKey({ folder, target }, workspace), record);
          return report;
        }
        isBusy = true;
        try {
          return await runHere();
        } finally {
          isBusy = false;
        }
      },
    }),
    close: () => pool.destroy(),
  };
}
