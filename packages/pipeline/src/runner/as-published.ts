import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readBytesIfExists } from '@topicmill/base/files';
import { type FolderState, filesOfState } from './folder-state.js';
import { openFolder } from './source-path.js';
import type { FolderWork } from './target.js';
import { folderPath, type Workspace } from './workspace.js';

/** Whether the files that steps own in a folder are, byte for byte, those of its state, and no others. */
export function isAsPublished({ folder, steps }: FolderWork, state: FolderState, workspace: Workspace): boolean {
  const files = openFolder(workspace, folder);
  const directory = folderPath(workspace, folder.id);
  return steps.every(({ name, outputs }) => {
    const last = state.get(name);
    if (last === undefined) return false;
    const made = filesOfState(last);
    try {
      const listed = new Set(outputs.flatMap((owned) => files.list(owned)));
      if (listed.size !== made.size) return false;
      return [...made].every(([path, content]) => {
        const present = listed.has(path) ? readBytesIfExists(join(directory, path)) : undefined;
        return present !== undefined && Buffer.from(content).equals(present);
      });
    } catch (thrown) {
      if (thrown instanceof TopicmillError) return false;
      throw thrown;
    }
  });
}
