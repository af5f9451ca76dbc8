import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import type { SearchTopic } from '@topicmill/search/retrieval';
import { readChunksManifest, readIndexJson, type TopicIndex } from '@topicmill/topics/formats';
import { INDEX_FILE, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import { editionOf, searchTopicOf } from '../optional-targets/index.js';
import { displayPath, type Folder, FolderFiles, folderPath, openFolder, type Workspace } from '../runner/index.js';
import { documentNames, topicDocument } from '../steps/index.js';

/** Where built topics are. */
type BuiltWorkspace = Pick<Workspace, 'root' | 'config' | 'tree'>;

/** The output of a build for one topic, as far as a search needs it. */
export interface BuiltTopic {
  /** Hash over all that `topic` is made from. */
  readonly sha256: string;
  /** Chunking strategy, as it is written in the keys of the embedding cache. */
  readonly strategy: string;
  readonly sourceSha256: string;
  readonly chunkCount: number;
  /** The topic without vectors; it reads the chunk files. */
  topic(): SearchTopic;
}

/**
 * The topics of a docs root that have been built and have chunks.
 *
 * @throws TopicmillError `INDEX_INVALID`, `CHUNK_MANIFEST_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltTopics(workspace: BuiltWorkspace): BuiltTopic[] {
  const folders = [...workspace.tree.values()].filter(({ isTopic }) => isTopic);
  return folders.flatMap((folder) => readBuiltTopic(folder, workspace) ?? []);
}

/**
 * One topic; `undefined` when it is not built or has no chunks.
 *
 * @throws TopicmillError as `readBuiltTopics`
 */
export function readBuiltTopic(folder: Folder, workspace: BuiltWorkspace): BuiltTopic | undefined {
  const files = readBuiltFiles(folder, workspace);
  if (files === undefined) return undefined;
  const { sha256, index, questions, made } = files;
  const document = topicDocument(folder);
  const manifest = readChunksManifest(files.manifest.text, made.displayPath(document.manifestPath));
  return {
    sha256,
    strategy: manifest.strategy,
    chunkCount: manifest.chunks.length,
    sourceSha256: document.embeddingKey(manifest.source_sha256),
    topic: () =>
      searchTopicOf({
        id: folder.id,
        index,
        displayIndexPath: made.displayPath(INDEX_FILE),
        manifest,
        document,
        edition: editionOf(folder, workspace.config),
        questions,
        chunkText: (path) => made.read(path)?.text ?? '',
      }),
  };
}

/** The files of a topic that was built, as far as a search needs them. */
interface BuiltFiles {
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

/**
 * The index that a folder of the docs has; `undefined` where it is not built.
 *
 * @throws TopicmillError `INDEX_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltIndex(files: FolderFiles): TopicIndex | undefined {
  const file = files.read(INDEX_FILE);
  return file && readIndexJson(file.text, files.displayPath(INDEX_FILE));
}
