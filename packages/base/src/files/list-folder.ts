import { type Dirent, readdirSync } from 'node:fs';
import system, { join, type PlatformPath } from 'node:path';
import { TopicmillError } from '../diagnostics/index.js';
import { compareCodeUnits } from '../order.js';
import { errorCode } from './read-document.js';

/**
 * Names in a folder, sorted by code unit; none when there is no such folder.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function listDirectory(directory: string, displayPath: string = directory): string[] {
  return ifThere(() => readdirSync(directory), displayPath).sort(compareCodeUnits);
}

/**
 * As `listDirectory`, with what each entry is: that takes less than a look at each. In no particular order.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function listEntries(directory: string, displayPath: string = directory): Dirent[] {
  return ifThere(() => readdirSync(directory, { withFileTypes: true }), displayPath);
}

/** As `listEntries`, for a search that goes on elsewhere: a folder that cannot be read has none. */
export function readableEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * Paths of the files below a folder, from there and with `/`, in no particular order. Links are not followed.
 *
 * @param isTaken whether a file is listed, or a folder searched, by its name
 * @param entriesOf says what happens to folders that cannot be read
 */
export function filesBelow(
  directory: string,
  isTaken: (name: string) => boolean = () => true,
  entriesOf: (directory: string) => Dirent[] = listEntries,
): string[] {
  return entriesOf(directory)
    .filter(({ name }) => isTaken(name))
    .flatMap((entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
      return filesBelow(join(directory, entry.name), isTaken, entriesOf).map((path) => `${entry.name}/${path}`);
    });
}

function ifThere<T>(list: () => T[], displayPath: string): T[] {
  try {
    return list();
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return [];
    throw new TopicmillError('FILE_UNREADABLE', `The folder cannot be read (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: 'Check that you may read it.',
      cause,
    });
  }
}

/**
 * A path as ids, addresses, manifests and messages have it: with `/` between its names, whatever the system uses. A backslash
 * in a name, which only Windows forbids, stays elsewhere.
 *
 * @param platform how the path is written; that of the system by default
 */
export function slashPath(path: string, platform: PlatformPath = system): string {
  return path.split(platform.sep).join('/');
}

/** The way from a folder to a path, with `/`; an absolute path where there is none, as to another drive. */
export function relativePath(folder: string, path: string, platform: PlatformPath = system): string {
  return slashPath(platform.relative(folder, path), platform);
}

/** The way from a folder to a path in it, with `/`; '' for the folder itself, `undefined` for what is elsewhere. */
export function pathBelow(folder: string, path: string, platform: PlatformPath = system): string | undefined {
  const inner = platform.relative(folder, path);
  return platform.isAbsolute(inner) || inner.split(platform.sep)[0] === '..' ? undefined : slashPath(inner, platform);
}
