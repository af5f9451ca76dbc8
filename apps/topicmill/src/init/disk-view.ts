import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listDirectory, readTextIfExists } from '@topicmill/base/files';
import type { FolderView } from '@topicmill/pipeline/init';
import { IgnoredPaths } from '@topicmill/pipeline/workspace';
import { folderOf } from '@topicmill/topics/formats/file-names';

/** A folder on disk as the plan of `init` sees it. Links to folders are not followed. */
export function diskView(root: string): FolderView {
  const ignored = new Map([['', IgnoredPaths.at(root)]]);
  const ignoredIn = (folder: string): IgnoredPaths => {
    const known = ignored.get(folder) ?? ignoredIn(folderOf(folder)).below(posix.basename(folder), join(root, folder));
    ignored.set(folder, known);
    return known;
  };
  return {
    readText: (path) => readTextIfExists(join(root, path), path),
    isIgnored: (path, isFolder) => ignoredIn(folderOf(path)).leavesOut(posix.basename(path) + (isFolder ? '/' : '')),
    list: (folder) =>
      listDirectory(join(root, folder), folder === '' ? '.' : folder).map((name) => ({
        name,
        isFolder: isFolder(join(root, folder, name)),
      })),
  };
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
