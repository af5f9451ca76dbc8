import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Ignore } from 'ignore';
import ignore from 'ignore';

/** Later files count more. */
const IGNORE_FILES = ['.gitignore', '.nxignore'];

/**
 * What the `.gitignore` and `.nxignore` files of a folder, and of those above it, leave out of a repository, and what git
 * is told to leave out without one. Nx knows of no file that they name, so that the commands must not either. Whoever walks asks for each folder before going into it.
 */
export class IgnoredPaths {
  private constructor(
    private readonly matcher: Ignore | undefined,
    /** Path of the folder below the workspace's root, with `/` at its end; `''` for the root. */
    private readonly prefix: string,
    private readonly above: IgnoredPaths | undefined,
  ) {}

  /** Of a workspace's root. */
  static at(root: string): IgnoredPaths {
    const excludes = new IgnoredPaths(matcherOf(readGitExcludes(root)), '', undefined);
    return new IgnoredPaths(readMatcher(root, IGNORE_FILES), '', excludes);
  }

  /**
   * Those of a folder below.
   *
   * @param name of the folder
   * @param directory its file system path
   * @param names what is in it, where that is known
   */
  below(name: string, directory: string, names: readonly string[] = IGNORE_FILES): IgnoredPaths {
    const present = IGNORE_FILES.filter((file) => names.includes(file));
    const path = `${this.prefix}${name}/`;
    const above = this.leavesOut(`${name}/`) ? this : this.withoutOverruled(path);
    return new IgnoredPaths(readMatcher(directory, present), path, above);
  }

  /** A file that leaves out a folder which another takes back says nothing of what is in the folder. */
  private withoutOverruled(folder: string): IgnoredPaths {
    const above = this.above?.withoutOverruled(folder);
    const isOverruled = this.matcher?.test(folder.slice(this.prefix.length)).ignored === true;
    if (!isOverruled && above === this.above) return this;
    return new IgnoredPaths(isOverruled ? undefined : this.matcher, this.prefix, above);
  }

  /** Whether a file of the folder, or a folder when its name ends with `/`, is left out. */
  leavesOut(name: string): boolean {
    const path = this.prefix + name;
    for (let at: IgnoredPaths | undefined = this; at !== undefined; at = at.above) {
      const found = at.matcher?.test(path.slice(at.prefix.length));
      if (found?.ignored) return true;
      if (found?.unignored) return false;
    }
    return false;
  }
}

function readMatcher(directory: string, files: readonly string[]): Ignore | undefined {
  return matcherOf(files.map((file) => readIfThere(resolve(directory, file))).filter((text) => text !== undefined));
}

function matcherOf(texts: readonly string[]): Ignore | undefined {
  return texts.length === 0 ? undefined : texts.reduce((matcher, text) => matcher.add(text), ignore());
}

const EXCLUDES_FILE = /^[ \t]*excludesfile[ \t]*=[ \t]*"?[ \t]*(\S+?)[ \t]*"?[ \t]*$/im;

/**
 * The texts of the ignore files that lie outside a workspace, those that count more after the others: the one of the
 * person, which git's configuration names; `.git/info/exclude`, where the workspace is the root of a repository; and
 * where it is a folder of one, the `.gitignore` files above it, of which Nx takes names alone, no paths. Nx reads all of
 * these, so that whoever looks for topics must.
 */
function readGitExcludes(workspaceRoot: string): string[] {
  const common = commonGitDirectory(workspaceRoot);
  const texts = [readIfThere(personalExcludesPath()), readIfThere(join(common, 'info', 'exclude'))];
  return [...texts.filter((text) => text !== undefined), ...namesIgnoredAbove(workspaceRoot)];
}

/** What the `.gitignore` files above a workspace, up to the root of its repository, say about names in any folder. */
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
function commonGitDirectory(workspaceRoot: string): string {
  const worktree = gitDirectory(workspaceRoot);
  const common = readIfThere(join(worktree, 'commondir'))?.trim();
  return common === undefined ? worktree : resolve(worktree, common);
}

/** Where git keeps its files about the checkout that has this folder as its root: a `.git` that is a file leads there. */
export function gitDirectory(checkout: string): string {
  const path = join(checkout, '.git');
  const linked = /^gitdir: (.+)/.exec(readIfThere(path) ?? '')?.[1]?.trim();
  return linked === undefined ? path : resolve(checkout, linked);
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
