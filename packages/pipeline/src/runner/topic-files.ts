import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type DocumentFile, readDocumentIfExists } from '@topicmill/base/files';
import { topicIdsOf } from './folder.js';
import { fileHash, type SourceFileHashes, sourceChanged } from './source-hashes.js';
import type { TopicFile } from './step.js';
import { displayPath, folderPath, type Workspace } from './workspace.js';

/** What a file of every topic is read with. */
export type TopicPlace = Pick<Workspace, 'root' | 'config' | 'tree'>;

/** A file of every topic that has it, sorted by topic; none is read before it is asked for. */
export function topicFilesOf(place: TopicPlace, path: string, hashes: Pick<SourceFileHashes, 'file'>): TopicFile[] {
  return topicIdsOf(place.tree).flatMap((id) => {
    const hash = hashes.file(id, path);
    return hash === '' ? [] : [{ id, path, hash, read: () => readIfSound(() => readAsHashed(place, id, path, hash)) }];
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

function readAsHashed(place: TopicPlace, id: string, path: string, hash: string): DocumentFile | undefined {
  const displayFile = `${displayPath(place.config, id)}/${path}`;
  const file = readDocumentIfExists(join(folderPath(place, id), path), displayFile);
  if (fileHash(file?.bytes) === hash) return file;
  throw sourceChanged(displayFile);
}
