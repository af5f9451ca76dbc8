import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listDirectory } from '@topicmill/files';
import { FolderFiles, type PublishedFiles } from './folder-files.js';
import type { FolderState } from './folder-state.js';
import type { Step } from './step.js';
import { folderPath, shownPath, type Workspace } from './workspace.js';

type Place = Pick<Workspace, 'root' | 'config'>;

/**
 * Publishes a folder's files from its state: what is missing or altered is put back, what the steps own and did not
 * make is removed. What people wrote in shared files stays.
 *
 * @param steps the steps that the folder has now
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function publishState(
  place: Place,
  folderId: string,
  state: FolderState,
  steps: readonly Step[],
): PublishedFiles {
  const files = new FolderFiles(folderPath(place, folderId), shownPath(place.config, folderId));
  const written: string[] = [];
  const removed: string[] = [];
  for (const step of steps) {
    const last = state.get(step.name);
    if (last === undefined) continue;
    const published = files.publish(step.outputs, new Map(Object.entries(last.files)));
    written.push(...published.written);
    removed.push(...published.removed);
  }
  return { written, removed };
}

/**
 * Removes what steps made in a folder that no longer has these steps, such as a topic that was deleted: files that
 * still hold what was made, and the folders that are left empty. Files that people have altered or written in stay.
 * The steps are forgotten by the state, which the caller saves or removes.
 *
 * @returns paths below the folder
 */
export function retractState(place: Place, folderId: string, state: FolderState, steps: readonly Step[]): string[] {
  const directory = folderPath(place, folderId);
  const files = new FolderFiles(directory, shownPath(place.config, folderId));
  const removed: string[] = [];
  for (const step of steps) {
    for (const [path, text] of Object.entries(state.get(step.name)?.files ?? {})) {
      const shared = step.outputs.find(({ glob }) => glob === path)?.shared;
      if (files.read(path)?.text !== text || shared?.hasAuthoredParts(text)) continue;
      rmSync(join(directory, path));
      removed.push(path);
    }
    state.delete(step.name);
  }
  for (const path of removed) removeEmptyFolders(dirname(join(directory, path)), folderPath(place, ''));
  return removed;
}

function removeEmptyFolders(directory: string, stopAt: string): void {
  for (let at = directory; at !== stopAt && at.startsWith(stopAt); at = dirname(at)) {
    if (listDirectory(at).length > 0) return;
    try {
      rmdirSync(at);
    } catch {
      return;
    }
  }
}
