import { parseJsonIfValid } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { objectAt, textAt } from './config-value.js';

/** Something in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** A repository as the plan sees it: a disk, or the tree of a generator. Paths are relative to its root, with `/`. */
export interface FolderView {
  /** `undefined` when there is no such file. */
  readText(path: string): string | undefined;
  /** What is in a folder, in any order; `''` is the root. None when there is no such folder. */
  list(folder: string): readonly FolderEntry[];
  /** Whether git or Nx ignores something in a folder that neither ignores; nothing is where this is not known. */
  isIgnored?(path: string, isFolder: boolean): boolean;
}

/** Paths of the files below a folder that `isWanted` accepts, sorted by code unit; `isSkipped` folders are not entered. */
export function filesBelow(
  view: FolderView,
  folder: string,
  isWanted: (name: string) => boolean,
  isSkipped: (name: string) => boolean,
): string[] {
  const found: string[] = [];
  for (const { name, isFolder } of view.list(folder)) {
    const path = pathIn(folder, name);
    if (!isFolder && isWanted(name)) found.push(path);
    if (isFolder && !isSkipped(name)) found.push(...filesBelow(view, path, isWanted, isSkipped));
  }
  return found.sort();
}

/**
 * The version of an npm package that a folder uses: the installed one, else what its `package.json` asks for, without
 * the mark of a range. `undefined` where neither says a version.
 */
export function dependencyVersion(view: FolderView, folder: string, name: string): string | undefined {
  for (const at of ancestors(folder)) {
    const installed = parseJsonIfValid(view.readText(resolveInRoot(at, `node_modules/${name}/package.json`)) ?? '');
    const asked = parseJsonIfValid(view.readText(resolveInRoot(at, 'package.json')) ?? '');
    const range = textAt(objectAt(asked, 'dependencies'), name) ?? textAt(objectAt(asked, 'devDependencies'), name);
    const version = textAt(objectAt(installed), 'version') ?? range;
    const found = version === undefined ? null : /\d+(?:\.\d+)*/.exec(version);
    if (found !== null) return found[0];
  }
  return undefined;
}

function ancestors(folder: string): string[] {
  const segments = folder === '' ? [] : folder.split('/');
  return segments.map((_, at) => segments.slice(0, segments.length - at).join('/')).concat('');
}
