import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';
import type { ByteRange, DocsLoader } from '@topicmill/search/retrieval';

/**
 * Reads docs from a folder of the file system. It waits for each read: a query makes sixty small ones, and handing one to a
 * thread takes longer than the read.
 */
export function directoryLoader(directory: string): DocsLoader {
  return {
    async read(path, range) {
      const file = join(directory, path);
      try {
        if (!statSync(file).isFile()) throw Object.assign(new Error('Not a file.'), { code: 'EISDIR' });
        return range === undefined ? readFileSync(file) : readRange(file, range);
      } catch (cause) {
        throw new TopicmillError('FILE_UNREADABLE', `The file cannot be read (${errorCode(cause)}).`, {
          file: path,
          remedy: 'Build the docs: npx topicmill build.',
          cause,
        });
      }
    },
    sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  };
}

function readRange(file: string, { start, end }: ByteRange): Uint8Array {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = new Uint8Array(end - start);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start));
  } finally {
    closeSync(descriptor);
  }
}
