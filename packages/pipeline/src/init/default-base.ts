import type { FolderView } from '../sites/index.js';

/** The branch that `nx affected` compares with when nothing names another. */
const BASE_OF_NX = 'main';
const HEADS = 'refs/heads/';

/**
 * The branch that `nx affected` should compare with, as far as git's folder tells: `master` of a repository that has it
 * and no `main`, or whatever a repository without a commit is on. `undefined` where Nx is right by itself, or nobody knows.
 */
export function defaultBase(view: FolderView): string | undefined {
  if (!hasFolder(view, '', '.git')) return undefined;
  const packed = (view.readText('.git/packed-refs') ?? '').split('\n').map((line) => line.split(' ')[1] ?? '');
  const branches = new Set([
    ...(hasFolder(view, '.git/refs', 'heads') ? view.list('.git/refs/heads').map(({ name }) => name) : []),
    ...packed.filter((ref) => ref.startsWith(HEADS)).map((ref) => ref.slice(HEADS.length)),
  ]);
  if (branches.has(BASE_OF_NX)) return undefined;
  if (branches.size > 0) return branches.has('master') ? 'master' : undefined;
  const head = /^ref: refs\/heads\/([^.].*)$/m.exec(view.readText('.git/HEAD') ?? '')?.[1];
  return head === BASE_OF_NX ? undefined : head;
}

/** In a worktree `.git` is a file, in a repository of the format reftable so is `refs/heads`. */
function hasFolder(view: FolderView, above: string, folderName: string): boolean {
  return view.list(above).some(({ name, isFolder }) => name === folderName && isFolder);
}
