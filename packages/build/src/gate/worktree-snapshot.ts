import { join } from 'node:path';
import { readBytesIfExists } from '@topicmill/base/files';
import { folderPath, shownPath, type Workspace } from '../pipeline/index.js';
import type { DocsSnapshot } from './docs-snapshot.js';

/** The docs root as it is on disk. */
export function worktreeSnapshot(workspace: Workspace): DocsSnapshot {
  return {
    config: workspace.config,
    tree: workspace.tree,
    read: async (id, path) =>
      readBytesIfExists(join(folderPath(workspace, id), path), `${shownPath(workspace.config, id)}/${path}`),
  };
}
