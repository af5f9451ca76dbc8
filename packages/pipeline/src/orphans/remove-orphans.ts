import { dirname, join } from 'node:path';
import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { removeFile, writeFileIfChanged } from '@topicmill/base/files';
import { type DocsRoot, folderPath, openFolder, removeEmptyFolders } from '../runner/index.js';
import { findOrphans, type OrphanFolder } from './find-orphans.js';

/** What was changed on disk, or would be: paths relative to the workspace, with `/`. */
export interface RemovedOrphans {
  readonly removed: readonly string[];
  /** Files that people also write in: what Topicmill wrote was removed, and their own text was kept. */
  readonly written: readonly string[];
  /** What cannot be read or removed. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Removes the orphans that are certainly outputs of this docs root, and keeps the others that `findOrphans` finds. */
export function removeSureOrphans(docsRoot: DocsRoot, isDryRun = false): RemovedOrphans {
  return removeOrphans(
    findOrphans(docsRoot).filter(({ isSure }) => isSure),
    docsRoot,
    isDryRun,
  );
}

/**
 * Removes orphans, and folders that become empty. What cannot be removed is reported, and the other folders are still handled.
 *
 * @param isDryRun changes nothing
 */
export function removeOrphans(orphans: readonly OrphanFolder[], docsRoot: DocsRoot, isDryRun = false): RemovedOrphans {
  const removed: string[] = [];
  const written: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const orphan of orphans) {
    try {
      for (const { path, isLeft } of removeFolderOf(orphan, docsRoot, isDryRun))
        (isLeft ? written : removed).push(path);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      diagnostics.push(...diagnosticsOf(thrown));
    }
  }
  return { removed: removed.sort(), written: written.sort(), diagnostics };
}

function* removeFolderOf(
  { id, files }: OrphanFolder,
  docsRoot: DocsRoot,
  isDryRun: boolean,
): Generator<{ readonly path: string; readonly isLeft: boolean }> {
  const folder = folderPath(docsRoot, id);
  const texts = openFolder(docsRoot, { id });
  for (const { path, outputs } of files) {
    const shown = texts.displayPath(path);
    const authored = outputs.shared?.authoredPart(texts.read(path)?.text ?? '') ?? '';
    if (isDryRun) yield { path: shown, isLeft: authored !== '' };
    else if (authored === '') {
      removeFile(join(folder, path), shown);
      yield { path: shown, isLeft: false };
    } else {
      writeFileIfChanged(join(folder, path), authored, shown);
      yield { path: shown, isLeft: true };
    }
    if (!isDryRun) removeEmptyFolders(dirname(join(folder, path)), folderPath(docsRoot, ''));
  }
}
