import { basename, dirname, join, sep } from 'node:path';
import { relativePath } from '@topicmill/base/files';
import { isWithin } from '@topicmill/base/paths';
import {
  MODEL_QUESTIONS_FILE,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import { type FSWatcher, watch } from 'chokidar';
import { pagesRootsOf } from '../config/index.js';
import { CONFIG_FILE, folderPath, type Workspace } from '../runner/index.js';
import { IgnoredPaths, isHiddenName, PAGE_NOTES_DIRECTORY } from '../workspace/index.js';

const SOURCE_FILES = new Set([REFERENCE_FILE, QA_PAIRS_FILE, MODEL_QUESTIONS_FILE, TOPIC_SPEC_FILE]);

/** A file of a topic folder, or one that belongs to pages, below the workspace's root. */
export type SavedSource = { readonly folderId: string; readonly fileName: string } | { readonly pagesPath: string };

/** Told of every file that people write, whoever wrote it; `undefined` is the configuration. */
export type OnSource = (source: SavedSource | undefined) => void;

/** File system paths of the folders that are watched. */
export function watchedFolders(workspace: Pick<Workspace, 'root' | 'config'>): string[] {
  const { root, config } = workspace;
  if (config.sources === 'folders') return [folderPath(workspace, '')];
  return [...pagesRootsOf(config).map(({ docsRoot }) => docsRoot), PAGE_NOTES_DIRECTORY].map((path) =>
    join(root, path),
  );
}

/** Watches the files that people write in a docs root, and the configuration. Resolves when nothing is missed any more. */
export async function watchSources(
  workspace: Workspace,
  onSource: OnSource,
  onError: (error: unknown) => void,
): Promise<FSWatcher> {
  const { root, config } = workspace;
  if (config.sources === 'pages') return watchPages(workspace, onSource, onError);
  const docsRoot = folderPath(workspace, '');
  const configPath = join(root, CONFIG_FILE);
  const isIgnored = ignoredBelow(root, docsRoot);
  const watcher = watch([docsRoot, configPath], {
    ignoreInitial: true,
    ignored: (path, stats) => {
      if (path === configPath || path === docsRoot) return false;
      return (stats?.isFile() === true && !SOURCE_FILES.has(basename(path))) || isIgnored(path, stats?.isDirectory());
    },
  });
  watcher.on('error', onError).on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    if (path === configPath) return onSource(undefined);
    const folderId = relativePath(docsRoot, dirname(path));
    if (SOURCE_FILES.has(basename(path))) onSource({ folderId, fileName: basename(path) });
  });
  await new Promise<void>((resolve) => {
    watcher.once('ready', () => resolve());
  });
  return watcher;
}

/** Which files are pages is decided when they are read: the rules of a site know files of any name. */
async function watchPages(
  workspace: Workspace,
  onSource: OnSource,
  onError: (error: unknown) => void,
): Promise<FSWatcher> {
  const { root } = workspace;
  const configPath = join(root, CONFIG_FILE);
  const results = folderPath(workspace, '');
  const watched = watchedFolders(workspace);
  const isIgnored = (path: string): boolean => {
    if (path === configPath) return false;
    const isOnTheWay = watched.some((folder) => isWithin(path, folder, sep) || isWithin(folder, path, sep));
    const names = relativePath(root, path).split('/');
    return !isOnTheWay || isWithin(path, results, sep) || names.some((name) => /^\.|^node_modules$/.test(name));
  };
  // The folders above are watched too: the one for what people write about pages may not be there yet.
  const watcher = watch(root, { ignoreInitial: true, ignored: isIgnored });
  watcher.on('error', onError).on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    onSource(path === configPath ? undefined : { pagesPath: relativePath(root, path) });
  });
  await new Promise<void>((resolve) => {
    watcher.once('ready', () => resolve());
  });
  return watcher;
}

/** Hidden folders, which contain what is made, and what git is told to leave out. */
function ignoredBelow(root: string, docsRoot: string): (path: string, isDirectory: boolean | undefined) => boolean {
  const known = new Map<string, IgnoredPaths>([[root, IgnoredPaths.at(root)]]);
  const rulesOf = (directory: string): IgnoredPaths => {
    let rules = known.get(directory);
    if (rules === undefined) {
      const parent = dirname(directory);
      rules = parent === directory ? IgnoredPaths.at(directory) : rulesOf(parent).below(basename(directory), directory);
      known.set(directory, rules);
    }
    return rules;
  };
  return (path, isDirectory) => {
    const names = relativePath(docsRoot, path).split('/');
    if (names[0] === '..') return true;
    if (names.some(isHiddenName)) return true;
    return isDirectory !== undefined && rulesOf(dirname(path)).leavesOut(`${basename(path)}${isDirectory ? '/' : ''}`);
  };
}
