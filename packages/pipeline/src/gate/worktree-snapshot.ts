import { join } from 'node:path';
import { readBytesIfExists } from '@topicmill/base/files';
import { displayPath, folderPath, type Workspace } from '../runner/index.js';
import type { DocsSnapshot } from './docs-snapshot.js';

/** The docs root as it is on disk. */
export function worktreeSnapshot(workspace: Workspace): DocsSnapshot {
  return {
    config: workspace.config,
    tree: workspace.tree,
    read: async (id, path) =>
      readBytesIfExists(join(folderPath(workspace, id), path), `${displayPath(workspace.config, id)}/${path}`),
  };
}
