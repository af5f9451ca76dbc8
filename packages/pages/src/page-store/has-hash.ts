import { lstatSync } from 'node:fs';
import { readBytesIfExists, sha256Hex } from '@topicmill/base/files';

/**
 * Whether a file of a set is there, is no link, and has this SHA-256.
 *
 * @param displayPath the same path as errors show it
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function hasHash(path: string, sha256: string, displayPath: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const bytes = readBytesIfExists(path, displayPath);
  return bytes !== undefined && sha256Hex(bytes) === sha256;
}
