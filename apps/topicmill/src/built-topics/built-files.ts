import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import { displayPath, type Folder, FolderFiles, folderPath, openFolder } from '@topicmill/pipeline/runner';
import { documentNames } from '@topicmill/pipeline/steps';
import type { DocsLayout } from '@topicmill/pipeline/workspace';
import { INDEX_FILE, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';

/** The files of a topic that was built, as far as a search needs them. */
export interface BuiltFiles {
  /** Hash over all of them; those of the chunks are in the manifest. */
  readonly sha256: string;
  readonly index: DocumentFile;
  readonly manifest: DocumentFile;
  /** Questions that people wrote. */
  readonly questions: DocumentFile | undefined;
  /** All that the build has made. */
  readonly made: FolderFiles;
}

/**
 * The files of one topic; `undefined` when it is not built or has no chunks.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltFiles(folder: Folder, layout: DocsLayout): BuiltFiles | undefined {
  const { manifestPath } = documentNames(folder);
  const made = new FolderFiles(folderPath(layout, folder.id), displayPath(layout.config, folder.id));
  const people = openFolder(layout, folder);
  const index = made.read(INDEX_FILE);
  const manifest = made.read(manifestPath);
  if (index === undefined || manifest === undefined) return undefined;
  const hashes = [made.hash(INDEX_FILE), made.hash(manifestPath), people.hash(QA_PAIRS_FILE)];
  return { sha256: sha256Hex(hashes.join(' ')), index, manifest, questions: people.read(QA_PAIRS_FILE), made };
}
