import { createRequire } from 'node:module';
import { throwFaults } from '@topicmill/base/diagnostics';
import { Tinypool } from 'tinypool';
import type { SearchIndexJob, SearchIndexRun } from './search-index-worker.js';

/** A thread that makes search indexes, so that requests and saves need not wait for one. It starts with the first job. */
export class SearchIndexThread {
  private pool: Tinypool | undefined;

  /**
   * @returns folder that contains the search index
   * @throws FaultsError with what `openWorkspace` and `freshSearchIndex` throw
   */
  async make(job: SearchIndexJob, onWarning: (message: string) => void): Promise<string> {
    this.pool ??= new Tinypool({
      // By its name among the package's exports: a thread runs what is compiled, whoever started it.
      filename: createRequire(import.meta.url).resolve('topicmill/search-index-worker'),
      name: 'makeSearchIndex',
      execArgv: [],
      minThreads: 1,
      maxThreads: 1,
    });
    const { directory, faults, warnings } = (await this.pool.run(job)) as SearchIndexRun;
    for (const warning of warnings) onWarning(warning);
    throwFaults(faults);
    return directory;
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }
}
