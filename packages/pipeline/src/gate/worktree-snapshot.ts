import { join } from 'node:path';
import { readBytesIfExists } from '@topicmill/base/files';
import { sourcePath, type Workspace } from '../runner/index.js';
import type { DocsSnapshot } from './docs-snapshot.js';

/** The docs as they are on disk: folders with references, or pages of a site. */
export function worktreeSnapshot({ root, config, tree }: Pick<Workspace, 'root' | 'config' | 'tree'>): DocsSnapshot {
  return {
    config,
    tree,
    async read(id, path) {
      const file = sourcePath(config, tree.get(id) ?? { id }, path);
      return file === undefined ? undefined : readBytesIfExists(join(root, file), file);
    },
  };
}
