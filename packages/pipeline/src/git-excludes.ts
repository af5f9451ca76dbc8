import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

const EXCLUDES_FILE = /^[ \t]*excludesfile[ \t]*=[ \t]*"?[ \t]*(\S+?)[ \t]*"?[ \t]*$/im;

/**
 * The texts of the ignore files that no repository holds, those that count more behind the others: the one of the person,
 * which git's configuration names, and `.git/info/exclude` of the repository that a workspace is the root of. Nx reads
 * both, so that whoever looks for topics must.
 */
export function readGitExcludes(workspaceRoot: string): string[] {
  const common = gitDirectory(workspaceRoot);
  const texts = [readIfThere(personalExcludesPath()), readIfThere(join(common, 'info', 'exclude'))];
  return texts.filter((text) => text !== undefined);
}

function personalExcludesPath(): string {
  const home = homedir();
  const configHome = process.env['XDG_CONFIG_HOME'] || join(home, '.config');
  for (const path of [join(home, '.gitconfig'), join(configHome, 'git', 'config')]) {
    const named = EXCLUDES_FILE.exec(readIfThere(path) ?? '')?.[1];
    if (named !== undefined) return named.startsWith('~/') ? join(home, named.slice(2)) : named;
  }
  return join(configHome, 'git', 'ignore');
}

/** That of the main checkout, where this one is a worktree of it: its `.git` is a file that leads there. */
function gitDirectory(workspaceRoot: string): string {
  const path = join(workspaceRoot, '.git');
  const linked = /^gitdir: (.+)/.exec(readIfThere(path) ?? '')?.[1]?.trim();
  if (linked === undefined) return path;
  const worktree = resolve(workspaceRoot, linked);
  const common = readIfThere(join(worktree, 'commondir'))?.trim();
  return common === undefined ? worktree : resolve(worktree, common);
}

/** `undefined` for what is no file that can be read, or named by no absolute path. */
function readIfThere(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
