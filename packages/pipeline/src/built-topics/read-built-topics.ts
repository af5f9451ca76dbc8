import type { SearchTopic } from '@topicmill/search/retrieval';
import { readChunksManifest } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { editionOf, searchTopicOf } from '../optional-targets/index.js';
import type { Folder } from '../runner/index.js';
import { topicDocument } from '../steps/index.js';
import { type BuiltWorkspace, readBuiltFiles } from './built-files.js';

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
