import { createRequire } from 'node:module';
import { Tinypool } from 'tinypool';
import type { Workspace } from '../runner/index.js';
import type { WorkspaceOptions } from '../workspace/index.js';
import type { DocsRootJob, DocsRootRun } from './docs-root-worker.js';

/** The thread that brings up to date what depends on all topics, so that a save need not wait for it. */
export class DocsRootThread {
  // By its name among the package's exports: a thread runs what is compiled, whoever started it.
  private readonly pool = new Tinypool({
    filename: createRequire(import.meta.url).resolve('@topicmill/pipeline/watch/docs-root-worker'),
    name: 'runDocsRoot',
    execArgv: [],
    minThreads: 1,
    maxThreads: 1,
  });

  constructor(private readonly options: WorkspaceOptions) {}

  /** @param generation another number for every workspace that was opened */
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
