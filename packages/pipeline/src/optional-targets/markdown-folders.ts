import { join, posix } from 'node:path';
import { readableEntries } from '@topicmill/base/files';
import { pathIn, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import picomatch from 'picomatch';
import type { DocsRoot, Folder } from '../runner/index.js';
import { globMatcher, IgnoredPaths, isHiddenName } from '../workspace/index.js';
import { isMarkdownSource } from './markdown-sources.js';

/**
 * The folders with markdown and without a reference that globs choose, by their paths from the workspace's root. Folders
 * whose names begin with `_` or `.`, and those that git or Nx leaves out, are not searched.
 */
export function markdownFolders({ root, config }: Pick<DocsRoot, 'root' | 'config'>): Folder[] {
  const { folders: globs } = config.records;
  if (globs.length === 0) return [];
  const isChosen = globMatcher(globs);
  const bases = globs.filter((glob) => !glob.startsWith('!')).map((glob) => picomatch.scan(glob).base.split('/'));
  const found: string[] = [];
  const walk = (path: string, ignored: (names: readonly string[]) => IgnoredPaths): void => {
    const entries = readableEntries(join(root, path));
    const here = ignored(entries.map(({ name }) => name));
    const files = entries.filter((entry) => entry.isFile() && !here.leavesOut(entry.name)).map(({ name }) => name);
    if (path !== '' && isChosen(path) && !files.includes(REFERENCE_FILE) && files.some(isMarkdownSource))
      found.push(path);
    for (const entry of entries) {
      const below = pathIn(path, entry.name);
      if (!entry.isDirectory() || isHiddenName(entry.name) || !isOnTheWay(below, bases)) continue;
      if (!here.leavesOut(`${entry.name}/`)) walk(below, (names) => here.below(entry.name, join(root, below), names));
    }
  };
  walk('', () => IgnoredPaths.at(root));
  return found.sort().map((path) => markdownFolder(posix.relative(config.docsRoot, path)));
}

function markdownFolder(id: string): Folder {
  return { id, isTopic: false, parentId: undefined, childIds: [] };
}

/** Whether a folder is above, at or below the folder where some glob begins. */
function isOnTheWay(path: string, bases: readonly (readonly string[])[]): boolean {
  const segments = path.split('/');
  return bases.some((base) => base.every((name, at) => name === '' || at >= segments.length || segments[at] === name));
}
