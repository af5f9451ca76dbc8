import type { ResultsConfig } from '../config/index.js';
import type { Folder } from './folder.js';
import { FolderFiles } from './folder-files.js';
import { displayPath, folderPath, joinBelow, type Workspace } from './workspace.js';

/**
 * Where a file is that people write for a folder, below the workspace's root with `/`; `undefined` where there can be none.
 *
 * @param path of the file as steps name it
 */
export function sourcePath(
  config: ResultsConfig,
  { id, sources }: Pick<Folder, 'id' | 'sources'>,
  path: string,
): string | undefined {
  return sources === undefined ? joinBelow(displayPath(config, id), path) : sources.get(path);
}

/**
 * The files of a folder, those that people write for it among them.
 *
 * @param isDryRun as `FolderFiles` has it
 */
export function openFolder(
  { root, config, record }: Pick<Workspace, 'root' | 'config'> & Partial<Pick<Workspace, 'record'>>,
  { id, sources }: Pick<Folder, 'id' | 'sources'>,
  isDryRun = false,
): FolderFiles {
  return new FolderFiles(
    folderPath({ root, config }, id),
    displayPath(config, id),
    isDryRun,
    { root, paths: sources },
    record,
  );
}
