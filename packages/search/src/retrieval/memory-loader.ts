import { TopicmillError } from '@topicmill/base/diagnostics';
import type { DocsLoader } from './docs-loader.js';

/**
 * Reads from files in memory.
 *
 * @param files content by path below the docs root
 */
export function memoryLoader(files: ReadonlyMap<string, Uint8Array>): DocsLoader {
  return {
    async read(path, range) {
      const bytes = files.get(path);
      if (bytes === undefined) {
        throw new TopicmillError('FILE_UNREADABLE', 'There is no such file.', {
          file: path,
          remedy: 'Build the docs again.',
        });
      }
      return range === undefined ? bytes : bytes.subarray(range.start, range.end);
    },
  };
}
