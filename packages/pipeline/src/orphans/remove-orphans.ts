import { dirname, join } from 'node:path';
import { removeFile, writeFileIfChanged } from '@topicmill/base/files';
import { type DocsRoot, folderPath, openFolder, removeEmptyFolders } from '../runner/index.js';
import { findOrphans, type OrphanFolder } from './find-orphans.js';

/** What was changed on disk, or would be: paths relative to the workspace, with `/`. */
export interface RemovedOrphans {
  readonly removed: readonly string[];
  /** Files that people write too: what Topicmill wrote was taken out, and their text was left. */
  readonly written: readonly string[];
}

/** Removes the orphans that are surely outputs of this docs root. What else `findOrphans` finds, it leaves. */
export function removeSureOrphans(docsRoot: DocsRoot, isDryRun = false): RemovedOrphans {
  return removeOrphans(
    findOrphans(docsRoot).filter(({ isSure }) => isSure),
    docsRoot,
    isDryRun,
  );
}

/**
 * Removes orphans, and folders that are empty then.
 *
 * @param isDryRun changes nothing
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function removeOrphans(orphans: readonly OrphanFolder[], docsRoot: DocsRoot, isDryRun = false): RemovedOrphans {
  const removed: string[] = [];
  const written: string[] = [];
  for (const { id, files } of orphans) {
    const folder = folderPath(docsRoot, id);
    const texts = openFolder(docsRoot, { id });
    for (const { path, outputs } of files) {
      const shown = texts.displayPath(path);
      const authored = outputs.shared?.authoredPart(texts.read(path)?.text ?? '') ?? '';
      if (authored === '') {
        if (!isDryRun) removeFile(join(folder, path));
        removed.push(shown);
      } else {
        if (!isDryRun) writeFileIfChanged(join(folder, path), authored, shown);
        written.push(shown);
      }
      if (!isDryRun) removeEmptyFolders(dirname(join(folder, path)), folderPath(docsRoot, ''));
    }
  }
  return { removed: removed.sort(), written: written.sort() };
}
