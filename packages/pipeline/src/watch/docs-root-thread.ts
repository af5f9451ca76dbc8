import { createRequire } from 'node:module';
import { Tinypool } from 'tinypool';
import type { Workspace } from '../runner/index.js';
import type { WorkspaceOptions } from '../workspace/index.js';
import type { DocsRootJob, DocsRootRun } from './docs-root-worker.js';

/** The thread that brings up to date what depends on all topics, so that a save need not wait for it. */
export class DocsRootThread {
  // Found by the package's exports: a thread runs the compiled file even if it was started from the source.
  private readonly pool = new Tinypool({
    filename: createRequire(import.meta.url).resolve('@topicmill/pipeline/watch/docs-root-worker'),
    name: 'runDocsRoot',
    execArgv: [],
    minThreads: 1,
    maxThreads: 1,
  });

  constructor(private readonly options: WorkspaceOptions) {}

  /** @param generation a different number for each workspace that was opened */
  async run({ root }: Workspace, generation: number): Promise<DocsRootRun> {
    const { env, embeddingModel, onWarning } = this.options;
    const job: DocsRootJob = { workspaceRoot: root, env: { ...env }, embeddingModel, generation };
    const result = (await this.pool.run(job)) as DocsRootRun;
    for (const warning of result.warnings) onWarning?.(warning);
    return result;
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
