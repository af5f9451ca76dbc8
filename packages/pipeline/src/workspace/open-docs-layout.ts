import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { TopicmillConfig } from '../config/index.js';
import { fileHash, openMemo, type Workspace } from '../runner/index.js';
import { engineId } from './engine-id.js';
import { readReferenceTree } from './walk-docs-root.js';
import { findWorkspaceRoot, modelOverFile, readConfigText, type WorkspaceOptions } from './workspace-root.js';

/** Where the docs of a workspace are: enough to read what was built. */
export type DocsLayout = Pick<Workspace, 'root' | 'config' | 'tree' | 'engine'>;

const CONFIG_MEMO = 'config';

/**
 * Like `openWorkspace`, for processes that must start fast and build nothing. A configuration that was parsed before is
 * remembered, since parsing YAML and validating it is most of the work; that of pages is always read.
 *
 * @throws as `openWorkspace`
 */
export async function openDocsLayout(path: string, options: WorkspaceOptions): Promise<DocsLayout> {
  const known = openKnownLayout(path, options);
  if (known !== undefined) return known;
  const { openWorkspace } = await import('./open-workspace.js');
  const workspace = openWorkspace(path, options);
  if (modelOverFile(options) === undefined && workspace.config.sources === 'folders') rememberConfig(workspace);
  return workspace;
}

/** The layout if its configuration is known; `openWorkspace` reports anything that is wrong with it. */
function openKnownLayout(path: string, options: WorkspaceOptions): DocsLayout | undefined {
  const root = findWorkspaceRoot(path);
  const text = root === undefined ? undefined : readConfigText(root);
  if (root === undefined || text === undefined) return undefined;
  const engine = engineId();
  const remembered = openMemo(root, CONFIG_MEMO, engine).recall(fileHash(Buffer.from(text, 'utf8')));
  if (remembered === undefined) return undefined;
  const ofFile = JSON.parse(remembered) as TopicmillConfig;
  if (!isPlainFolder(root, ofFile.docsRoot)) return undefined;
  const config = {
    ...ofFile,
    embedding: { ...ofFile.embedding, model: modelOverFile(options) ?? ofFile.embedding.model },
  };
  return { root, config, tree: readReferenceTree(root, config), engine };
}

function rememberConfig({ root, config, configHash, engine }: Workspace): void {
  const memo = openMemo(root, CONFIG_MEMO, engine);
  memo.keep(configHash, JSON.stringify(config));
  memo.saveIfWritable();
}

/** Whether a folder exists and its path contains no link. */
function isPlainFolder(root: string, folder: string): boolean {
  const names = folder.split('/');
  return names.every((_, at) =>
    lstatSync(join(root, ...names.slice(0, at + 1)), { throwIfNoEntry: false })?.isDirectory(),
  );
}
