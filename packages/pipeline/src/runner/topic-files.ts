import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type DocumentFile, readDocumentIfExists } from '@topicmill/base/files';
import { type Folder, topicIdsOf } from './folder.js';
import { fileHash, type SourceFileHashes, sourceChanged } from './source-hashes.js';
import { sourcePath } from './source-path.js';
import type { TopicFile } from './step.js';
import type { Workspace } from './workspace.js';

/** What a file of every topic is read with. */
export type TopicPlace = Pick<Workspace, 'root' | 'config' | 'tree'>;

/** A file of every topic that has it, sorted by topic; none is read before it is asked for. */
export function topicFilesOf(place: TopicPlace, path: string, hashes: Pick<SourceFileHashes, 'file'>): TopicFile[] {
  return topicIdsOf(place.tree).flatMap((id) => {
    const folder = place.tree.get(id)!;
    const hash = hashes.file(folder, path);
    const read = (): DocumentFile | undefined => readIfSound(() => readAsHashed(place, folder, path, hash));
    return hash === '' ? [] : [{ id, folder, path, hash, read }];
  });
}

/** None for a file that is at fault. */
export function readIfSound(read: () => DocumentFile | undefined): DocumentFile | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof TopicmillError && thrown.code !== 'SOURCE_CHANGED') return undefined;
    throw thrown;
  }
}

function readAsHashed(place: TopicPlace, folder: Folder, path: string, hash: string): DocumentFile | undefined {
  const displayFile = sourcePath(place.config, folder, path)!;
  const file = readDocumentIfExists(join(place.root, displayFile), displayFile);
  if (fileHash(file?.bytes) === hash) return file;
  throw sourceChanged(displayFile);
}
