import type { FolderFiles } from '@topicmill/pipeline/runner';
import { readIndexJson, type TopicIndex } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';

/**
 * The index that a folder of the docs has; `undefined` where it is not built.
 *
 * @throws TopicmillError `INDEX_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`
 */
export function readBuiltIndex(files: FolderFiles): TopicIndex | undefined {
  const file = files.read(INDEX_FILE);
  return file && readIndexJson(file.text, files.displayPath(INDEX_FILE));
}
