import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, pathBelow } from '@topicmill/base/files';

/** Percent-encoded dots, slashes, backslashes and NUL, and the percent sign that could hide one of them. */
const ENCODED_PATH_CHARACTER = /%(?:2e|2f|5c|00|25)/i;

/** Folders below which files may be read for a client. */
export interface AllowedRoots {
  /**
   * The real path of a regular file below one of the folders.
   *
   * @param path absolute, or relative to one of the folders
   * @throws TopicmillError `PATH_OUTSIDE_ROOTS`, the same for files elsewhere and for missing ones
   */
  resolveFile(path: string): string;
}

/**
 * Resolves the links of the folders once, so that later changes of them do not widen what may be read.
 *
 * @param roots absolute, or relative to `cwd`
 * @throws TopicmillError `FILE_UNREADABLE` for a root that is not a folder
 */
export function allowedRoots(roots: readonly string[], cwd: string): AllowedRoots {
  const folders = roots.map((root) => realFolder(resolve(cwd, root), root));
  return {
    resolveFile(path) {
      if (isSuspect(path)) throw outside();
      for (const folder of folders) {
        const real = realFile(resolve(folder, path));
        if (real !== undefined && folders.some((root) => pathBelow(root, real))) return real;
      }
      throw outside();
    },
  };
}

function isSuspect(path: string): boolean {
  return (
    path.includes('\0') ||
    path.split(/[/\\]/).includes('..') ||
    ENCODED_PATH_CHARACTER.test(path) ||
    /^[a-z]+:\/\//i.test(path)
  );
}

function realFile(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function realFolder(path: string, displayPath: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw unreadable(displayPath, errorCode(cause));
  }
  throw unreadable(displayPath, 'it is not a folder');
}

function unreadable(file: string, reason: string): TopicmillError {
  return new TopicmillError('FILE_UNREADABLE', `The root cannot be read (${reason}).`, {
    file,
    remedy: 'Name an existing folder as --root.',
  });
}

function outside(): TopicmillError {
  return new TopicmillError('PATH_OUTSIDE_ROOTS', 'There is no file of that name that may be read.', {
    remedy: 'Name a regular file below a folder that the server was given as --root, without .. or escapes.',
  });
}
