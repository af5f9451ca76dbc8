import { join } from 'node:path';
import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import { checksumFaults } from './checksum.js';
import { hasHash } from './has-hash.js';
import { manifestPath, readPageSet } from './read-page-set.js';

/**
 * Refuses a set of which a file is missing or is not what was written, so that a rollback never shows half a set.
 *
 * @param folder of the set
 * @param displayFolder the same path as errors show it
 * @throws FaultsError `PAGE_FILE_WRONG`, `PAGES_CHECKSUM_WRONG`; TopicmillError `FILE_UNREADABLE`, `PAGES_MANIFEST_INVALID`
 */
export function checkWholeSet(folder: string, displayFolder: string): void {
  const { found } = readPageSet(folder, displayFolder);
  if (found.kind === 'plain') return;
  const files = found.manifest.chunks.flatMap(({ file, sha256, html }) => [
    { file, sha256 },
    ...(html === undefined ? [] : [html]),
  ]);
  const damaged = files.filter(({ file, sha256 }) => !hasHash(join(folder, file), sha256, join(displayFolder, file)));
  throwFaults([
    ...checksumFaults(manifestPath(folder), manifestPath(displayFolder)),
    ...damaged.map(({ file }) => damagedPage(join(displayFolder, file))),
  ]);
}

function damagedPage(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'PAGE_FILE_WRONG',
    message: 'The previous set of pages is damaged: this page is missing, or was changed.',
    file,
    remedy: 'Split an earlier version of the document again.',
  };
}
