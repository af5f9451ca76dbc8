import { TopicmillError } from '@topicmill/base/diagnostics';
import { type DocumentFile, errorCode } from '@topicmill/base/files';
import type { FolderFiles } from './folder-files.js';
import type { OwnedFiles } from './owned-files.js';

/** Codes of the system for a folder that cannot be listed, or a file that cannot be read, because of its type or its owner. */
const LASTING_FAULTS = new Set(['EACCES', 'EISDIR', 'ELOOP', 'ENOTDIR', 'EPERM']);

/** Of a file, these may be gone at the next attempt. */
const MAY_CHANGE = new Set(['EACCES', 'EPERM']);

/**
 * None for a folder that the steps of its own topic report, because it cannot be listed twice in a row; what another
 * attempt may list is an error.
 */
export function listIfReadable(files: FolderFiles, owned: OwnedFiles): string[] {
  return listUnlessLasting(files, owned) ?? listUnlessLasting(files, owned) ?? [];
}

function listUnlessLasting(files: FolderFiles, owned: OwnedFiles): string[] | undefined {
  try {
    return files.list(owned);
  } catch (thrown) {
    if (thrown instanceof TopicmillError && isLasting(thrown)) return undefined;
    throw thrown;
  }
}

/** `undefined` for a link or a folder in place of a file: the steps of its own folder report it. */
export function readUnlessLasting(read: () => DocumentFile | undefined): DocumentFile | undefined {
  try {
    return read();
  } catch (thrown) {
    const isOccupied =
      thrown instanceof TopicmillError && isLasting(thrown) && !MAY_CHANGE.has(errorCode(thrown.cause));
    if (isOccupied) return undefined;
    throw thrown;
  }
}

function isLasting(error: TopicmillError): boolean {
  return error.code === 'LINK_NOT_FOLLOWED' || LASTING_FAULTS.has(errorCode(error.cause));
}
