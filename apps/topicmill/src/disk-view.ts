import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listDirectory, readTextIfExists } from '@topicmill/base/files';
import type { FolderView } from '@topicmill/pipeline/init';
import { IgnoredPaths } from '@topicmill/pipeline/workspace';

/** A folder on disk as the plan of `init` sees it. Links to folders are not followed. */
export function diskView(root: string): FolderView {
  const ignored = new Map([['', IgnoredPaths.at(root)]]);
  const ignoredIn = (folder: string): IgnoredPaths => {
    const known = ignored.get(folder) ?? ignoredIn(parentOf(folder)).below(posix.basename(folder), join(root, folder));
    ignored.set(folder, known);
    return known;
  };
  return {
    readText: (path) => readTextIfExists(join(root, path), path),
    isIgnored: (path, isFolder) => ignoredIn(parentOf(path)).leavesOut(posix.basename(path) + (isFolder ? '/' : '')),
    list: (folder) =>
      listDirectory(join(root, folder)).map((name) => ({ name, isFolder: isFolder(join(root, folder, name)) })),
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
