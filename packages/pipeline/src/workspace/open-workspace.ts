import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { lineOfKey, parseConfig, type TopicmillConfig } from '@topicmill/base/config';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, readTextIfExists } from '@topicmill/base/files';
import { CONFIG_FILE, type FolderTree, fileHash, type Workspace } from '../runner/index.js';
import { embeddingServices } from './embedding-services.js';
import { engineId } from './engine-id.js';
import { buildFolderTree, isHiddenName, REFERENCE_FILE } from './folder-tree.js';
import { IgnoredPaths } from './ignored-paths.js';
import type { WorkspaceOptions } from './workspace-options.js';

/**
 * Opens the docs repository that `path` lies in: the nearest folder at or above it with a `topicmill.yaml`.
 *
 * @throws FaultsError; TopicmillError `CONFIG_MISSING`, `DOCS_ROOT_MISSING`
 */
export function openWorkspace(path: string, options: WorkspaceOptions): Workspace {
  const root = findWorkspaceRoot(path);
  if (root === undefined) {
    throw new TopicmillError('CONFIG_MISSING', `There is no ${CONFIG_FILE} in "${path}" or in any folder above.`, {
      remedy: 'Run `npx topicmill init` at the root of your repository.',
    });
  }
  const text = readConfigText(root);
  const config = parseText(text, options);
  const configHash = fileHash(text === undefined ? undefined : Buffer.from(text, 'utf8'));
  return { ...assembleWorkspace(root, config, findTopics(root, config, text), options), configHash };
}

/** A workspace whose parts are known already, for callers that have walked the folders themselves. */
export function assembleWorkspace(
  root: string,
  config: TopicmillConfig,
  tree: FolderTree,
  options: WorkspaceOptions,
): Workspace {
  const services = embeddingServices(root, config, options);
  return { root, config, configHash: '', tree, engine: engineId(), services };
}

/**
 * Reads a workspace's configuration.
 *
 * @throws FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function readConfig(root: string, options: WorkspaceOptions): TopicmillConfig {
  return parseText(readConfigText(root), options);
}

function readConfigText(root: string): string | undefined {
  return readTextIfExists(join(root, CONFIG_FILE), CONFIG_FILE);
}

function parseText(text: string | undefined, { env, embeddingModel }: WorkspaceOptions): TopicmillConfig {
  return parseConfig(text, CONFIG_FILE, { embeddingModel: embeddingModel ?? env['TOPICMILL_EMBEDDING_MODEL'] });
}

/**
 * The configuration of the workspace that `path` lies in, or the defaults where there is none.
 *
 * @throws FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function readNearestConfig(path: string, options: WorkspaceOptions): TopicmillConfig {
  return readConfig(findWorkspaceRoot(path) ?? path, options);
}

/** Id of the folder below the docs root that a path names, or `undefined` when it lies outside. */
export function folderIdOf(workspace: Pick<Workspace, 'root' | 'config'>, path: string): string | undefined {
  const below = relative(join(workspace.root, workspace.config.docsRoot), resolve(path));
  const id = below.split(sep).join('/');
  return id === '..' || id.startsWith('../') || resolve(below) === below ? undefined : id;
}

function findWorkspaceRoot(path: string): string | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(join(at, CONFIG_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Walks the docs root once; no file is read. */
function findTopics(root: string, config: TopicmillConfig, configText: string | undefined): FolderTree {
  const docsRoot = join(root, config.docsRoot);
  if (statSync(docsRoot, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new TopicmillError('DOCS_ROOT_MISSING', `The docs root "${config.docsRoot}" is no folder.`, {
      file: CONFIG_FILE,
      line: lineOfKey(configText, ['docsRoot']),
      remedy: 'Make the folder, or name another as docsRoot.',
    });
  }
  const references: string[] = [];
  const unreadable = new Map<string, Diagnostic>();
  walk(docsRoot, '', ignoredIn(root, config), references, unreadable);
  return buildFolderTree(references, unreadable);
}

/** What is left out of a folder in which these names stand. */
type IgnoredIn = (names: readonly string[]) => IgnoredPaths;

function ignoredIn(root: string, { docsRoot }: TopicmillConfig): IgnoredIn {
  const segments = docsRoot.split('/').filter((name) => name !== '' && name !== '.');
  const last = segments.pop();
  let above = IgnoredPaths.at(root);
  for (const [at, name] of segments.entries()) above = above.below(name, join(root, ...segments.slice(0, at + 1)));
  return last === undefined ? () => above : (names) => above.below(last, join(root, docsRoot), names);
}

function walk(
  directory: string,
  id: string,
  ignoredIn: IgnoredIn,
  references: string[],
  unreadable: Map<string, Diagnostic>,
): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (cause) {
    unreadable.set(id, unreadableFolder(errorCode(cause)));
    return;
  }
  const ignored = ignoredIn(entries.map(({ name }) => name));
  for (const entry of entries) {
    const { name } = entry;
    const path = id === '' ? name : `${id}/${name}`;
    if (!entry.isDirectory()) {
      if (name === REFERENCE_FILE && !ignored.leavesOut(name)) references.push(path);
    } else if (!isHiddenName(name) && !ignored.leavesOut(`${name}/`)) {
      const below = join(directory, name);
      walk(below, path, (names) => ignored.below(name, below, names), references, unreadable);
    }
  }
}

function unreadableFolder(reason: string): Diagnostic {
  return {
    severity: 'error',
    code: 'FILE_UNREADABLE',
    message: `The folder cannot be read (${reason}).`,
    remedy: 'Check that you may read it, or move it out of the docs root.',
  };
}
