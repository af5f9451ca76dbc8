import { lstatSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { listDirectory, readTextIfExists } from '@topicmill/base/files';
import type { FolderView } from '@topicmill/pipeline/init';
import { IgnoredPaths } from '@topicmill/pipeline/workspace';
import { folderOf } from '@topicmill/topics/formats/file-names';

/** Version of the Nx that a command in a folder would run: installed in it or in a folder above. */
export function installedNx(folder: string): string | undefined {
  return installedVersion(folder, 'nx');
}

/** Version of the package that a module in a folder would load; `undefined` if there is none, or it cannot be read. */
export function installedVersion(folder: string, name: string): string | undefined {
  if (mayWaitForever(folder, name)) return undefined;
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

/** Whether Node would read a pipe or a device while it resolves the package: it looks at no type, and waits. */
function mayWaitForever(folder: string, name: string): boolean {
  const manifests = [join(folder, 'package.json'), join(folder, 'node_modules', name, 'package.json')];
  if (manifests.some(isPipeOrDevice)) return true;
  const above = dirname(folder);
  return above !== folder && mayWaitForever(above, name);
}

function isPipeOrDevice(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isFile() && !stats.isDirectory();
  } catch {
    return false;
  }
}

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
      isFolderWithin(root, folder)
        ? listDirectory(join(root, folder), folder === '' ? '.' : folder).map((name) => ({
            name,
            isFolder: isFolder(join(root, folder, name)),
          }))
        : [],
  };
}

/** Generators are looked for below names that are files in some repositories. */
function isFolderWithin(root: string, folder: string): boolean {
  return folder === '' || (isFolderWithin(root, folderOf(folder)) && isFolder(join(root, folder)));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
