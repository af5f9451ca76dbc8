import { basename, dirname, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { CONFIG_FILE, folderPath, type Workspace } from '../runner/index.js';
import { QA_PAIRS_FILE, TOPIC_SPEC_FILE } from '../steps/index.js';
import { IgnoredPaths, isHiddenName, REFERENCE_FILE } from '../workspace/index.js';

const SOURCE_FILES = new Set([REFERENCE_FILE, QA_PAIRS_FILE, TOPIC_SPEC_FILE]);

/** Told of every file that people write, whoever wrote it; `undefined` is the configuration. */
export type OnSource = (source: { readonly folderId: string; readonly fileName: string } | undefined) => void;

/** Watches the files that people write in a docs root, and the configuration. Resolves when nothing is missed any more. */
export async function watchSources(
  workspace: Workspace,
  onSource: OnSource,
  onError: (error: unknown) => void,
): Promise<FSWatcher> {
  const { root } = workspace;
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
    const folderId = relative(docsRoot, dirname(path)).split(sep).join('/');
    if (SOURCE_FILES.has(basename(path))) onSource({ folderId, fileName: basename(path) });
  });
  await new Promise<void>((resolve) => {
    watcher.once('ready', () => resolve());
  });
  return watcher;
}

/** Hidden folders, which hold what is made, and what git is told to leave out. */
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
    const names = relative(docsRoot, path).split(sep);
    if (names[0] === '..') return true;
    if (names.some(isHiddenName)) return true;
    return isDirectory !== undefined && rulesOf(dirname(path)).leavesOut(`${basename(path)}${isDirectory ? '/' : ''}`);
  };
}
