import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type DocumentFile, readBytesIfExists, readDocumentIfExists, refuseLinkOrPipe } from '@topicmill/base/files';
import { fileHash, UNREADABLE } from './build-record.js';
import { topicIdsOf } from './folder.js';
import { sourcePath } from './source-path.js';
import type { TopicFile } from './step.js';
import type { Workspace } from './workspace.js';

export const RUN_AGAIN = 'Run the command again.';

/** What a file of every topic is read with. */
export type TopicPlace = Pick<Workspace, 'root' | 'config' | 'tree' | 'record'>;

/** A file of every topic that has it, sorted by topic; none is read before it is asked for. */
export function topicFilesOf(place: TopicPlace, path: string): TopicFile[] {
  return topicIdsOf(place.tree).flatMap((id) => {
    const folder = place.tree.get(id)!;
    const source = sourcePath(place.config, folder, path);
    const hash = source === undefined ? '' : place.record.file(source);
    const read = (): DocumentFile | undefined =>
      hash === UNREADABLE ? readUnhashed(place, source!) : readIfText(() => readAsHashed(place, source!, hash));
    return hash === '' ? [] : [{ id, folder, path, hash, read }];
  });
}

/**
 * `undefined` for a file that is not text: its hash says so in every build. That a file cannot be read now says nothing
 * about it, and a result without it must not be stored.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function readIfText(read: () => DocumentFile | undefined): DocumentFile | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof TopicmillError && (thrown.code === 'NOT_UTF8' || thrown.code === 'NOT_TEXT'))
      return undefined;
    throw thrown;
  }
}

/**
 * A file that could not be hashed is left out, and the result is stored under a hash that says so. The steps of its own
 * folder report it.
 *
 * @throws TopicmillError `SOURCE_CHANGED` if it can be read now
 */
function readUnhashed(place: TopicPlace, displayFile: string): undefined {
  if (isReadable(join(place.root, displayFile))) throw sourceChanged(displayFile);
}

function isReadable(path: string): boolean {
  try {
    refuseLinkOrPipe(path);
    return readBytesIfExists(path) !== undefined;
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return false;
    throw thrown;
  }
}

function readAsHashed(place: TopicPlace, displayFile: string, hash: string): DocumentFile | undefined {
  refuseLinkOrPipe(join(place.root, displayFile), displayFile);
  const file = readDocumentIfExists(join(place.root, displayFile), displayFile);
  if (fileHash(file?.bytes) === hash) return file;
  throw sourceChanged(displayFile);
}

/** Of a file that has changed since the run was planned. */
export function sourceChanged(displayFile: string): TopicmillError {
  const message = 'The file was edited after the build had started.';
  return new TopicmillError('SOURCE_CHANGED', message, { file: displayFile, remedy: RUN_AGAIN });
}
