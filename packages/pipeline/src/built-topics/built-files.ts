import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import { INDEX_FILE, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import { displayPath, type Folder, FolderFiles, folderPath, openFolder, type Workspace } from '../runner/index.js';
import { documentNames } from '../steps/index.js';

/** Where built topics are. */
export type BuiltWorkspace = Pick<Workspace, 'root' | 'config' | 'tree'>;

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
export function readBuiltFiles(folder: Folder, workspace: BuiltWorkspace): BuiltFiles | undefined {
  const { manifestPath } = documentNames(folder);
  const made = new FolderFiles(folderPath(workspace, folder.id), displayPath(workspace.config, folder.id));
  const people = openFolder(workspace, folder);
  const index = made.read(INDEX_FILE);
  const manifest = made.read(manifestPath);
  if (index === undefined || manifest === undefined) return undefined;
  const hashes = [made.hash(INDEX_FILE), made.hash(manifestPath), people.hash(QA_PAIRS_FILE)];
  return { sha256: sha256Hex(hashes.join(' ')), index, manifest, questions: people.read(QA_PAIRS_FILE), made };
}
