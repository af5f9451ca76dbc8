import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  listDirectory,
  readBytesIfExists,
  readSealedFile,
  sealJson,
  sha256Hex,
  writeFileIfChanged,
} from '@topicmill/base/files';
import { SEARCH_DIRECTORY } from '@topicmill/search/retrieval';

const SEAL_FILE = 'seal.json';

const SEAL_FORMAT = 1;

/** What a seal contains; it proves itself, so that only its format is looked at. */
interface Seal {
  readonly format: number;
  readonly files: Readonly<
    Record<string, { readonly size: number; readonly changedMs: number; readonly hash: string }>
  >;
}

/**
 * Writes down what the files of a search index contain, when all of them have been written.
 *
 * @param directory folder that contains `_search`
 * @param displayDirectory the same as errors show it
 */
export function sealSearchIndex(directory: string, displayDirectory: string = directory): void {
  const files: Seal['files'] = Object.fromEntries(
    listDirectory(join(directory, SEARCH_DIRECTORY), `${displayDirectory}/${SEARCH_DIRECTORY}`).map((name) => {
      const path = join(directory, SEARCH_DIRECTORY, name);
      const shown = `${displayDirectory}/${SEARCH_DIRECTORY}/${name}`;
      const hash = sha256Hex(readBytesIfExists(path, shown) ?? '');
      const { size, ctimeMs } = lstatSync(path);
      return [name, { size, changedMs: ctimeMs, hash }];
    }),
  );
  const seal = sealJson({ format: SEAL_FORMAT, files } satisfies Seal);
  writeFileIfChanged(join(directory, SEAL_FILE), seal, `${displayDirectory}/${SEAL_FILE}`);
}

/**
 * Whether a search index is there, whole, and as it was written. A file whose size and time of change are those on
 * record is trusted without being read, unless `readsAll` is given.
 *
 * @param directory folder that contains `_search`
 */
export function isSealedSearchIndex(directory: string, { readsAll = false } = {}): boolean {
  const seal = readSealedFile(join(directory, SEAL_FILE));
  if (seal.status !== 'sound') return false;
  const { format, files } = seal.content as Seal;
  if (format !== SEAL_FORMAT) return false;
  return Object.entries(files).every(([name, { size, changedMs, hash }]) => {
    const path = join(directory, SEARCH_DIRECTORY, name);
    try {
      const stats = lstatSync(path);
      if (!stats.isFile() || stats.size !== size) return false;
      if (stats.ctimeMs === changedMs && !readsAll) return true;
      return sha256Hex(readBytesIfExists(path) ?? '') === hash;
    } catch {
      return false;
    }
  });
}
