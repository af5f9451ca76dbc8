import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readGitExcludes } from './git-excludes.js';

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
  return matcherOf(files.flatMap((file) => readIfThere(join(directory, file))));
}

function matcherOf(texts: readonly string[]): Ignore | undefined {
  return texts.length === 0 ? undefined : texts.reduce((matcher, text) => matcher.add(text), ignore());
}

function readIfThere(path: string): string[] {
  try {
    return statSync(path).isFile() ? [readFileSync(path, 'utf8')] : [];
  } catch {
    return [];
  }
}
