import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseConfig, type TopicmillConfig } from '@topicmill/config';
import { TopicmillError } from '@topicmill/diagnostics';
import { errorCode, readTextIfExists } from '@topicmill/files';
import { embeddingServices } from './embedding-services.js';
import { engineId } from './engine-id.js';
import { buildFolderTree, type FolderTree, isHiddenName, REFERENCE_FILE } from './folder-tree.js';
import type { Workspace, WorkspaceOptions } from './workspace.js';

/** File at the workspace's root that holds the configuration. */
export const CONFIG_FILE = 'topicmill.yaml';

/**
 * Opens the docs repository that `path` lies in: the nearest folder at or above it with a `topicmill.yaml`.
 *
 * @throws FaultsError; TopicmillError `CONFIG_MISSING`, `DOCS_ROOT_MISSING`, `TOPIC_ID_CONFLICT`, `FILE_UNREADABLE`
 */
export function openWorkspace(path: string, options: WorkspaceOptions): Workspace {
  const root = findWorkspaceRoot(path);
  if (root === undefined) {
    throw new TopicmillError('CONFIG_MISSING', `There is no ${CONFIG_FILE} in "${path}" or in any folder above.`, {
      remedy: 'Run `npx topicmill init` at the root of your repository.',
    });
  }
  const config = readConfig(root, options);
  return assembleWorkspace(root, config, findTopics(root, config), options);
}

/** A workspace whose parts are known already, for callers that have walked the folders themselves. */
export function assembleWorkspace(
  root: string,
  config: TopicmillConfig,
  tree: FolderTree,
  options: WorkspaceOptions,
): Workspace {
  return { root, config, tree, engine: engineId(), services: embeddingServices(root, config, options) };
}

/**
 * Reads a workspace's configuration.
 *
 * @throws FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function readConfig(root: string, { env, embeddingModel }: WorkspaceOptions): TopicmillConfig {
  const text = readTextIfExists(join(root, CONFIG_FILE), CONFIG_FILE);
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
function findTopics(root: string, config: TopicmillConfig): FolderTree {
  const docsRoot = join(root, config.docsRoot);
  if (statSync(docsRoot, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new TopicmillError('DOCS_ROOT_MISSING', `The docs root "${config.docsRoot}" is no folder.`, {
      file: CONFIG_FILE,
      remedy: 'Make the folder, or name another as docsRoot.',
    });
  }
  return buildFolderTree(referencesBelow(docsRoot, config.docsRoot, ''));
}

function referencesBelow(directory: string, shownDirectory: string, prefix: string): string[] {
  const found: string[] = [];
  for (const entry of entriesOf(directory, shownDirectory)) {
    if (entry.isDirectory() && !isHiddenName(entry.name)) {
      found.push(
        ...referencesBelow(join(directory, entry.name), `${shownDirectory}/${entry.name}`, `${prefix}${entry.name}/`),
      );
    } else if (entry.name === REFERENCE_FILE) found.push(`${prefix}${entry.name}`);
  }
  return found;
}

function entriesOf(directory: string, shownDirectory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (cause) {
    throw new TopicmillError('FILE_UNREADABLE', `The folder cannot be read (${errorCode(cause)}).`, {
      file: shownDirectory,
      remedy: 'Check that you may read it.',
      cause,
    });
  }
}
