import { lstatSync, readdirSync } from 'node:fs';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readBytesIfExists } from '@topicmill/base/files';
import { lastName } from '@topicmill/base/paths';
import type { DirectoryListing, FolderPlace } from './folder-place.js';
import type { FileContent, OwnedFiles } from './owned-files.js';

/** Which files on disk may be replaced and removed. */
export interface Provenance {
  /** Paths below the folder of files that were published on this machine before. */
  readonly known: ReadonlySet<string>;
  /** Takes over files that nobody recognizes, too. */
  readonly adopt?: boolean | undefined;
}

/**
 * Whether a file may be replaced or removed: it is recognized as ours, is empty, or already has the new content. A folder
 * with its name may not.
 *
 * @param made the new content
 */
export function isOwnFile(
  place: FolderPlace,
  path: string,
  { recognizes, directory }: OwnedFiles,
  made?: FileContent,
): boolean {
  if (recognizes === undefined) return true;
  if (isFolder(place.ownPath(path))) return false;
  const bytes = readBytesIfExists(place.ownPath(path), place.displayPath(path));
  const text = textOf(bytes);
  if (bytes === undefined || text === undefined || text.trim() === '' || text === made) return true;
  const read = (other: string): string | undefined =>
    textOf(readBytesIfExists(place.ownPath(other), place.displayPath(other)));
  return recognizes(path.slice(directory === '' ? 0 : directory.length + 1), text, read, bytes);
}

/** A file of a step, and what is on disk around it. */
interface OwnedPlace {
  readonly path: string;
  readonly files: OwnedFiles;
  /** What is written there. */
  readonly made: FileContent | undefined;
  /** What is in the file's folder. */
  readonly entries: DirectoryListing;
}

/** The fault of a file or folder that has the path of an owned file, but may not be replaced or removed. */
export function foreignAt(
  place: FolderPlace,
  { path, files, made, entries }: OwnedPlace,
  { known, adopt }: Provenance,
): Diagnostic | undefined {
  // A regular file that was published before needs no look.
  if (known.has(path) && entries.get(lastName(path)) !== 'folder') return undefined;
  const occupant = findOccupant(place.ownPath(path));
  if (occupant === 'folder') return foreignFolder(place.displayPath(path));
  const isOwn = adopt || known.has(path) || occupant === undefined || isOwnFile(place, path, files, made);
  return isOwn ? undefined : foreignFile(place.displayPath(path));
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('utf8');
}

/**
 * What is in place of a file.
 *
 * @returns `undefined` for nothing, and for what can be replaced without loss: an empty folder, a symbolic link, a named pipe
 */
function findOccupant(path: string): 'file' | 'folder' | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readdirSync(path).length > 0 ? 'folder' : undefined;
  return stats?.isFile() ? 'file' : undefined;
}

/** Whether a folder is in place of a file, empty or not. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The fault of a folder in place of a file. */
function foreignFolder(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'FILE_FOREIGN',
    message: 'A folder has the name of a file that Topicmill writes or removes.',
    file,
    remedy: 'Move the folder. If it is that of a page or topic, rename the page or topic, and remove the folder.',
  };
}

/** The fault of a file that no step recognizes. */
function foreignFile(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'FILE_FOREIGN',
    message: 'A file that Topicmill did not write has the name of one that it writes or removes.',
    file,
    remedy: 'Move it, or let Topicmill replace it: `npx topicmill build --adopt`.',
  };
}
