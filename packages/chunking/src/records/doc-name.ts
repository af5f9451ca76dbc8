import { TopicmillError } from '@topicmill/base/diagnostics';
import { shortHashHex } from '@topicmill/text/hashes';
import { staysInFolder } from '../check-options.js';

/** Names that are used in file names and ids as they are: parts of ASCII letters and digits, joined by single signs. */
const SAFE = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;

/**
 * The name under which a document's records are filed: its file name without extension. A name that is not safe there
 * (spaces, `__`, signs, other scripts) keeps its letters and digits and gets eight hexadecimal digits of its own, so
 * that no two names of a folder become one.
 */
export function docNameOf(fileName: string): string {
  const baseName = fileName.replace(/^.*[/\\]/, '').replace(/(?<=.)\.[^.]*$/, '');
  if (SAFE.test(baseName)) return baseName;
  const readable = baseName
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return `${readable === '' ? 'document' : readable}-${shortHashHex(baseName)}`;
}

/**
 * `{contentType}_{docName}__ch{chunkNumber}.json`.
 *
 * @throws TopicmillError `RECORD_INVALID` for a `parentId` that leads out of the folder, such as `doc:../guide`
 */
export function recordFileName(record: { readonly parentId: string; readonly chunkNumber: number }): string {
  if (!staysInFolder(record.parentId.replace(/^[^:]+:/, ''))) {
    throw new TopicmillError('RECORD_INVALID', `The parentId ${record.parentId} leads out of the folder.`, {
      remedy: 'Use a parentId without the parts `.` and `..`.',
    });
  }
  return `${record.parentId.replace(':', '_')}__ch${record.chunkNumber}.json`;
}
