import { pathIn } from '@topicmill/topics/formats/file-names';

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
