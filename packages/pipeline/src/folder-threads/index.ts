import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { Tinypool } from 'tinypool';
import { type FolderPlan, type FolderReport, type RunOptions, recordKey, type Workspace } from '../runner/index.js';
import type { FolderJob, FolderRun, ThreadData } from './folder-worker.js';

const MAX_THREADS = 4;
/** The second lies ready when the first is done, however busy this thread is. */
const JOBS_PER_THREAD = 2;
/** A thread takes about half a second to load. So many folders whose steps ran are the sign that as many more will pay for it. */
const RUN_BEFORE_START = 40;

/**
 * Threads that run folders' steps in addition to this one: one a core, this one among them. They start when many folders
 * had to be run. There are none for a model on a server, whose requests are better filled from one queue.
 */
export class FolderThreads {
  private readonly threadCount: number;
  private threads: { readonly pool: Tinypool; jobCount: number }[] = [];
  private ranCount = 0;
  private runningHere = 0;

  constructor(
    private readonly workspace: Workspace,
    private readonly options: Pick<RunOptions, 'force' | 'adopt'> = {},
  ) {
    const isLocal = workspace.config.embedding.model === 'builtin';
    this.threadCount = isLocal ? Math.min(availableParallelism(), MAX_THREADS) - 1 : 0;
  }

  /** Starts at once. */
  start(): void {
    this.threads = Array.from({ length: this.threadCount }, () => ({ pool: startThread(this.workspace), jobCount: 0 }));
  }

  /** What a plan needs to run the steps of a target on all threads; nothing where this is the only one. */
  share(target: string): Pick<FolderPlan, 'concurrency' | 'runShared'> {
    if (this.threadCount === 0) return {};
    return {
      concurrency: 1 + this.threadCount * JOBS_PER_THREAD,
      runShared: async (folder, expected, runHere) => {
        const free = this.runningHere > 0 ? this.leastBusy() : undefined;
        if (free === undefined) return this.runHere(runHere);
        const { workspace, options } = this;
        const job: FolderJob = {
          folder,
          others: ['', ...folder.childIds].map((id) => workspace.tree.get(id)!),
          target,
          options: { ...options, expected },
        };
        free.jobCount++;
        const { report, record } = (await free.pool.run(job, { name: 'runJob' })) as FolderRun;
        free.jobCount--;
        if (record !== undefined) workspace.record.setFolder(recordKey({ folder, target }, workspace), record);
        return report;
      },
    };
  }

  /** @returns what was found in the last look at the files that the threads replaced */
  async close(): Promise<Diagnostic[]> {
    const threads = this.threads.splice(0);
    const found = await Promise.all(threads.map(({ pool }) => pool.run(undefined, { name: 'finish' })));
    await Promise.all(threads.map(({ pool }) => pool.destroy()));
    return (found as Diagnostic[][]).flat();
  }

  private leastBusy(): { readonly pool: Tinypool; jobCount: number } | undefined {
    return this.threads.toSorted((a, b) => a.jobCount - b.jobCount)[0];
  }

  private async runHere(run: () => Promise<FolderReport>): Promise<FolderReport> {
    this.runningHere++;
    try {
      const report = await run();
      if (report.steps.some(({ outcome }) => outcome === 'ran')) this.ranCount++;
      if (this.ranCount === RUN_BEFORE_START && this.threads.length === 0) this.start();
      // The steps here never wait for anything: what the threads say would be heard when all is done.
      if (this.threads.length > 0) await nextTurn();
      return report;
    } finally {
      this.runningHere--;
    }
  }
}

function startThread({ root, config, configHash }: ThreadData): Tinypool {
  return new Tinypool({
    // Found by the package's exports: a thread runs the compiled file even if it was started from the source.
    filename: createRequire(import.meta.url).resolve('@topicmill/pipeline/folder-threads/folder-worker'),
    workerData: { root, config, configHash } satisfies ThreadData,
    execArgv: [],
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: JOBS_PER_THREAD,
  });
}
