import { sha256Hex } from '@topicmill/base/files';
import { editionOf, searchTopicOf } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type Folder,
  FolderFiles,
  folderPath,
  openFolder,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { topicDocument } from '@topicmill/pipeline/steps';
import type { SearchTopic } from '@topicmill/search/retrieval';
import { readChunksManifest } from '@topicmill/topics/formats';
import { INDEX_FILE, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';

/** What the build has made of one topic, as far as a search needs it. */
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
export function readBuiltTopics(workspace: Workspace): BuiltTopic[] {
  const folders = [...workspace.tree.values()].filter(({ isTopic }) => isTopic);
  return folders.flatMap((folder) => readBuiltTopic(folder, workspace) ?? []);
}

/**
 * One topic; `undefined` when it is not built or has no chunks.
 *
 * @throws TopicmillError as `readBuiltTopics`
 */
export function readBuiltTopic(folder: Folder, workspace: Workspace): BuiltTopic | undefined {
  const { id } = folder;
  const document = topicDocument(folder);
  const { manifestPath } = document;
  const files = new FolderFiles(folderPath(workspace, id), displayPath(workspace.config, id));
  const people = openFolder(workspace, folder);
  const indexFile = files.read(INDEX_FILE);
  const manifestFile = files.read(manifestPath);
  if (indexFile === undefined || manifestFile === undefined) return undefined;
  const manifest = readChunksManifest(manifestFile.text, files.displayPath(manifestPath));
  return {
    sha256: sha256Hex(
      `${files.sha256(INDEX_FILE)} ${files.sha256(manifestPath)} ${people.sha256(QA_PAIRS_FILE) ?? ''}`,
    ),
    strategy: manifest.strategy,
    chunkCount: manifest.chunks.length,
    sourceSha256: document.embeddingKey(manifest.source_sha256),
    topic: () =>
      searchTopicOf({
        id,
        index: indexFile,
        displayIndexPath: files.displayPath(INDEX_FILE),
        manifest,
        document,
        edition: editionOf(folder, workspace.config),
        questions: people.read(QA_PAIRS_FILE),
        chunkText: (path) => files.read(path)?.text ?? '',
      }),
  };
}
