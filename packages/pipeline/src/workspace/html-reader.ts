import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, posix } from 'node:path';
import { refuseLinkOrPipe } from '@topicmill/base/files';
import { Tinypool } from 'tinypool';
import type { HtmlJob, HtmlResult } from './html-worker.js';

const MAX_THREADS = 4;
/** What is ready before it is asked for must fit into memory, too. */
const READ_AHEAD = 16;
/** A thread takes about half a second to load, in which fewer pages are read here. */
const MIN_PAGES_FOR_THREADS = 40;

/** Reads pages of a built site, many of them on threads. */
export class HtmlReader {
  private readonly pool: Tinypool | undefined;
  private readonly ahead = new Map<string, Promise<HtmlResult>>();
  private startedCount = 0;

  /**
   * @param built folder of the site, below `root`
   * @param expected paths below it of the pages that will be read, in that order; others may be read as well
   * @param selectors as of `readHtmlPage`
   */
  constructor(
    private readonly root: string,
    private readonly built: string,
    private readonly expected: readonly string[],
    private readonly selectors: readonly string[] = [],
  ) {
    const threadCount = Math.min(availableParallelism(), MAX_THREADS);
    if (threadCount > 1 && expected.length >= MIN_PAGES_FOR_THREADS) this.pool = startPool(threadCount);
  }

  /** @throws TopicmillError for a link or a pipe, as `refuseLinkOrPipe` */
  async read(path: string): Promise<HtmlResult> {
    const { pool, expected, ahead } = this;
    if (pool !== undefined) {
      for (; this.startedCount < expected.length && ahead.size < READ_AHEAD; this.startedCount++) {
        const next = expected[this.startedCount]!;
        const result: Promise<HtmlResult> = pool.run(this.job(next), { name: 'readJob' });
        // It is thrown where it is waited for.
        result.catch(() => undefined);
        ahead.set(next, result);
      }
    }
    const { readJob } = await import('./html-worker.js');
    const result = ahead.get(path) ?? readJob(this.job(path));
    ahead.delete(path);
    return result;
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private job(path: string): HtmlJob {
    const displayPath = posix.join(this.built, path);
    const file = join(this.root, displayPath);
    refuseLinkOrPipe(file, displayPath);
    return { file, displayPath, selectors: this.selectors };
  }
}

function startPool(threadCount: number): Tinypool {
  return new Tinypool({
    // Found by the package's exports: a thread runs the compiled file even if it was started from the source.
    filename: createRequire(import.meta.url).resolve('@topicmill/pipeline/workspace/html-worker'),
    execArgv: [],
    minThreads: threadCount,
    maxThreads: threadCount,
  });
}
