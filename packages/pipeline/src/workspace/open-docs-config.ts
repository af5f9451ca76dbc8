import { refuseLinksBelow } from '@topicmill/base/files';
import { resultsRootOf, type TopicmillConfig } from '../config/index.js';
import { fileHash, openMemo } from '../runner/index.js';
import { engineId } from './engine-id.js';

import { findWorkspaceRoot, modelOverFile, readConfigText, type WorkspaceOptions } from './workspace-root.js';

/** A docs repository as far as its configuration says what it is: enough to read what was built. */
export interface DocsConfig {
  /** Folder that contains `topicmill.yaml`. */
  readonly root: string;
  readonly config: TopicmillConfig;
}

const CONFIG_MEMO = 'config';

/**
 * The configuration of the docs repository that contains `path`, for processes that must start fast and build nothing: no topic
 * is looked at. What was parsed before is remembered, since parsing YAML and validating it is most of the work.
 *
 * @throws FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`; TopicmillError `CONFIG_MISSING`, `LINK_NOT_FOLLOWED`
 */
export async function openDocsConfig(path: string, options: WorkspaceOptions): Promise<DocsConfig> {
  const root = findWorkspaceRoot(path);
  const text = root === undefined ? undefined : readConfigText(root);
  if (root === undefined || text === undefined) {
    const { missingConfig } = await import('./open-workspace.js');
    throw missingConfig(path);
  }
  const hash = fileHash(Buffer.from(text, 'utf8'));
  const memo = openMemo(root, CONFIG_MEMO, engineId());
  const remembered = memo.recall(hash);
  if (remembered !== undefined)
    return withConfinedPaths(root, withModel(JSON.parse(remembered) as TopicmillConfig, options));
  const { readConfig } = await import('./open-workspace.js');
  const config = readConfig(root, { ...options, env: {}, embeddingModel: undefined });
  memo.keep(hash, JSON.stringify(config));
  memo.saveIfWritable();
  return withConfinedPaths(root, withModel(config, options));
}

/** Links to what is built are not followed, as builds do not. */
function withConfinedPaths(root: string, config: TopicmillConfig): DocsConfig {
  refuseLinksBelow(root, resultsRootOf(config));
  return { root, config };
}

/** A model that caller or environment name is checked when it is opened. */
function withModel(config: TopicmillConfig, options: WorkspaceOptions): TopicmillConfig {
  const { embedding } = config;
  return { ...config, embedding: { ...embedding, model: modelOverFile(options) ?? embedding.model } };
}
