import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';
import type { ByteRange, DocsLoader } from '@topicmill/search/retrieval';

/** Reads docs from a folder of the file system. */
export function directoryLoader(directory: string): DocsLoader {
  return {
    async read(path, range) {
      const file = join(directory, path);
      try {
        return range === undefined ? await readFile(file) : await readRange(file, range);
      } catch (cause) {
        throw new TopicmillError('FILE_UNREADABLE', `The file cannot be read (${errorCode(cause)}).`, {
          file: path,
          remedy: 'Build the docs: npx nx run-many -t index.',
          cause,
        });
      }
    },
    sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  };
}

async function readRange(file: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const bytes = new Uint8Array(end - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
