import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { listDirectory, readTextIfExists } from '@topicmill/base/files';
import type { FolderView } from '@topicmill/pipeline/init';

/** A folder on disk as the plan of `init` sees it. Links to folders are not followed. */
export function diskView(root: string): FolderView {
  return {
    readText: (path) => readTextIfExists(join(root, path), path),
    list: (folder) =>
      listDirectory(join(root, folder)).map((name) => ({ name, isFolder: isFolder(join(root, folder, name)) })),
  };
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
