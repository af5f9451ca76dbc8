import { type CommandIo, type ExitCode, runCommandGroup } from '@topicmill/base/cli';
import { VERSION } from '../version.js';

/** Runs `topicmill cache`; see `--help`. Returns the exit code. */
export function cache(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  return runCommandGroup(
    {
      name: 'topicmill cache',
      version: VERSION,
      description: 'Manages the vectors in .embedding-cache and the states in .topicmill.',
      examples: [
        ['topicmill cache stats', 'count entries, vectors and bytes'],
        ['topicmill cache verify', 'read and check every file'],
        ['topicmill cache gc --dry-run', 'list what no topic needs any more'],
        ['topicmill cache explain queues/retries', 'which inputs changed since the last build'],
        ['topicmill cache fill', 'embed all that a build would have to'],
      ],
    },
    [
      {
        name: 'stats',
        summary: 'count what the cache contains',
        load: async () => (await import('./cache-stats.js')).cacheStatsCommand,
      },
      {
        name: 'verify',
        summary: 'read every file of the caches and check it against its hash',
        load: async () => (await import('./cache-verify.js')).cacheVerifyCommand,
      },
      {
        name: 'gc',
        summary: 'remove what no topic needs, what is damaged, and what killed processes left',
        load: async () => (await import('./cache-gc.js')).cacheGcCommand,
      },
      {
        name: 'explain',
        summary: 'say which steps of a topic a build would run, and why',
        load: async () => (await import('./cache-explain.js')).cacheExplainCommand,
      },
      {
        name: 'fill',
        summary: 'embed the chunks and questions that the cache lacks',
        load: async () => (await import('./cache-fill.js')).cacheFillCommand,
      },
    ],
    args,
    io,
  );
}
