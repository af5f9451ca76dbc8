import { join } from 'node:path';
import { writeFileIfChanged } from '@topicmill/base/files';
import { type GenerateTopicsOptions, generateTopics } from './generate-topics.js';

/**
 * Writes a generated docs repository into a folder. Files that are in the folder already and have other names stay.
 *
 * @returns number of files and their size in bytes
 * @throws TopicmillError `INVALID_OPTION`, `FILE_UNWRITABLE`
 */
export function writeTopics(
  directory: string,
  options: GenerateTopicsOptions,
): { fileCount: number; byteCount: number } {
  let fileCount = 0;
  let byteCount = 0;
  for (const { path, text } of generateTopics(options)) {
    writeFileIfChanged(join(directory, path), text, path);
    fileCount++;
    byteCount += Buffer.byteLength(text);
  }
  return { fileCount, byteCount };
}
