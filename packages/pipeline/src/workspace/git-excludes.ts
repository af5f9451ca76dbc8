import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

const EXCLUDES_FILE = /^[ \t]*excludesfile[ \t]*=[ \t]*"?[ \t]*(\S+?)[ \t]*"?[ \t]*$/im;

/**
 * The texts of the ignore files that lie outside a workspace, those that count more after the others: the one of the
 * person, which git's configuration names; `.git/info/exclude`, where the workspace is the root of a repository; and
 * where it is a folder of one, the `.gitignore` files above it, of which Nx takes names alone, no paths. Nx reads all of
 * these, so that whoever looks for topics must.
 */
export function readGitExcludes(workspaceRoot: string): string[] {
  const common = gitDirectory(workspaceRoot);
  const texts = [readIfThere(personalExcludesPath()), readIfThere(join(common, 'info', 'exclude'))];
  return [...texts.filter((text) => text !== undefined), ...namesIgnoredAbove(workspaceRoot)];
}

/** What the `.gitignore` files above a workspace, up to the root of its repository, say of names in any folder. */
function namesIgnoredAbove(workspaceRoot: string): string[] {
  const texts: string[] = [];
  for (let at = workspaceRoot; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [];
    texts.unshift(readIfThere(join(dirname(at), '.gitignore')) ?? '');
  }
  return texts.map((text) => text.split('\n').filter(isOfAnyFolder).join('\n'));
}

function isOfAnyFolder(pattern: string): boolean {
  const plain = pattern.trim().replace(/^!/, '');
  return plain.startsWith('**/') || !plain.slice(0, -1).includes('/');
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

/** `undefined` for what is not a file that can be read, or named by no absolute path. */
function readIfThere(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
