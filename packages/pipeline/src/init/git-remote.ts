import type { FolderView } from '../sites/index.js';

const REMOTE = /\[remote "origin"\][^[]*?^\s*url\s*=\s*(\S+)/m;
const ADDRESS = /^(?:https?:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)([^/:]+)(?::\d+)?[:/](.+?)(?:\.git)?\/*$/;
/** Names that repositories of docs have everywhere. */
const COMMON_NAMES = /^(?:docs?|documentation|website|www|site)$/i;

/** A repository on a server. */
export interface GitRemote {
  readonly host: string;
  /** Owner and name, with `/`. */
  readonly path: string;
}

/** Git's remote `origin`; `undefined` where there is none, or one that is not an address of a server. */
export function gitRemote(view: FolderView): GitRemote | undefined {
  const [, host, path] = ADDRESS.exec(REMOTE.exec(textOfGit(view, 'config'))?.[1] ?? '') ?? [];
  return host === undefined || path === undefined ? undefined : { host, path };
}

/** What people call a repository: its name, after its owner's if it is called as repositories of docs are everywhere. */
export function repositoryName(view: FolderView): string | undefined {
  const path = gitRemote(view)?.path;
  const name = path?.split('/').at(-1);
  return name !== undefined && COMMON_NAMES.test(name) ? path : name;
}

/** A file of git's folder; empty in a worktree, where `.git` is a file. */
export function textOfGit(view: FolderView, path: string): string {
  const isRepository = view.list('').some(({ name, isFolder }) => name === '.git' && isFolder);
  return (isRepository ? view.readText(`.git/${path}`) : undefined) ?? '';
}
