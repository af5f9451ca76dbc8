import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, pathBelow, refuseLinksBelow } from '@topicmill/base/files';
import {
  IMPORTED_PAGES,
  lineOfKey,
  pagesRootsOf,
  parseConfig,
  resultsRootOf,
  type TopicmillConfig,
} from '../config/index.js';
import { BuildRecord, CONFIG_FILE, type FolderTree, fileHash, folderPath, type Workspace } from '../runner/index.js';
import { embeddingServices } from './embedding-services.js';
import { engineId } from './engine-id.js';
import { leftOutHtml } from './import-built-site.js';
import { absentFiles } from './not-checked-out.js';
import { type PageTree, readPageTree } from './read-page-tree.js';
import { readReferenceTree } from './walk-docs-root.js';
import { findWorkspaceRoot, modelOverFile, readConfigText, type WorkspaceOptions } from './workspace-root.js';

/**
 * Opens the docs repository that contains `path`: the nearest folder at or above it with a `topicmill.yaml`.
 *
 * @throws FaultsError; TopicmillError `CONFIG_MISSING`, `DOCS_ROOT_MISSING`, `LINK_NOT_FOLLOWED`
 */
export function openWorkspace(path: string, options: WorkspaceOptions): Workspace {
  const root = findWorkspaceRoot(path);
  if (root === undefined) throw missingConfig(path);
  const text = readConfigText(root);
  const config = parseText(text, options);
  const configHash = fileHash(text === undefined ? undefined : Buffer.from(text, 'utf8'));
  const record = new BuildRecord(root, engineId());
  const { tree, leftOut } = findTopics(root, config, text, record);
  return { ...assembleWorkspace(root, config, tree, options), configHash, leftOut, record };
}

export function missingConfig(path: string): TopicmillError {
  return new TopicmillError('CONFIG_MISSING', `There is no ${CONFIG_FILE} in "${path}" or in any folder above.`, {
    remedy: 'Run `npx topicmill init` at the root of your repository.',
  });
}

/** A workspace whose parts are known already, for callers that have walked the folders themselves. */
export function assembleWorkspace(
  root: string,
  config: TopicmillConfig,
  tree: FolderTree,
  options: WorkspaceOptions,
): Workspace {
  const services = embeddingServices(root, config, options);
  const engine = engineId();
  const record = new BuildRecord(root, engine);
  return { root, config, configHash: '', tree, leftOut: [], engine, services, record };
}

/**
 * Reads a workspace's configuration.
 *
 * @throws FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function readConfig(root: string, options: WorkspaceOptions): TopicmillConfig {
  return parseText(readConfigText(root), options);
}

function parseText(text: string | undefined, options: WorkspaceOptions): TopicmillConfig {
  return parseConfig(text, CONFIG_FILE, { embeddingModel: modelOverFile(options) });
}

/**
 * The configuration of the workspace that contains `path`, or the defaults where there is none.
 *
 * @throws FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function readNearestConfig(path: string, options: WorkspaceOptions): TopicmillConfig {
  return readConfig(findWorkspaceRoot(path) ?? path, options);
}

/** Id of the folder below the docs root that a path names, or `undefined` when it lies outside. */
export function folderIdOf(workspace: Pick<Workspace, 'root' | 'config'>, path: string): string | undefined {
  return pathBelow(folderPath(workspace, ''), resolve(path));
}

/** So many files read again are worth writing the record of all before a build does. */
const MANY_CHANGES = 100;

/** Walks the docs root once; of the files those are read that are pages and have changed. */
function findTopics(
  root: string,
  config: TopicmillConfig,
  configText: string | undefined,
  record: BuildRecord,
): PageTree {
  const absent = absentFiles(root, config);
  for (const { keys, docsRoot } of docsRootsOf(config)) {
    const isAbsent = [...absent.keys()].some((path) => path.startsWith(`${docsRoot}/`));
    if (!isAbsent || existsSync(join(root, docsRoot))) refuseMissing(root, docsRoot, () => lineOfKey(configText, keys));
    refuseLinksBelow(root, docsRoot);
  }
  // Neither git nor Nx looks after a link; that of the workspace itself is not their business.
  refuseLinksBelow(root, resultsRootOf(config));
  if (config.sources !== 'pages') return { tree: readReferenceTree(root, config, absent, record), leftOut: [] };
  const pages = readPageTree(root, config, { engine: engineId(), now: new Date(), hashes: record, absent });
  record.saveIfWritable(MANY_CHANGES);
  return { ...pages, leftOut: [...pages.leftOut, ...leftOutHtml(root, pagesRootsOf(config))] };
}

function docsRootsOf(config: TopicmillConfig): { keys: string[]; docsRoot: string }[] {
  if (config.roots === undefined) return [{ keys: ['docsRoot'], docsRoot: config.docsRoot }];
  return pagesRootsOf(config).map(({ docsRoot }, at) => ({ keys: ['roots', `${at}`, 'docsRoot'], docsRoot }));
}

function refuseMissing(root: string, docsRoot: string, lineOfRoot: () => number | undefined): void {
  let code = '';
  try {
    if (statSync(join(root, docsRoot), { throwIfNoEntry: false })?.isDirectory() === true) return;
  } catch (cause) {
    code = ` that can be looked at (${errorCode(cause)})`;
  }
  throw new TopicmillError('DOCS_ROOT_MISSING', `The docs root "${docsRoot}" is not a folder${code}.`, {
    file: CONFIG_FILE,
    line: lineOfRoot(),
    remedy: docsRoot.startsWith(IMPORTED_PAGES)
      ? 'Run `topicmill build`: it reads the built site.'
      : 'Create the folder, or name another as docsRoot.',
  });
}
