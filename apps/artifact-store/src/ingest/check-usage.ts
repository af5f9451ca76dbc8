import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEncoding } from '@topicmill/artifacts/text';
import { wrongUsage } from '../commands/shared-options.js';
import { isFolder, isMailboxFile } from './file-sources.js';

/** Options of an ingest that not every path can have. */
export interface IngestChoices {
  readonly type?: string;
  readonly sourceId?: string;
  readonly title?: string;
  readonly encoding?: string;
  readonly jsonl?: true;
  readonly sync?: true;
}

/**
 * Checks that paths and options fit each other.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
export function checkIngestUsage(paths: readonly string[], options: IngestChoices, cwd: string): void {
  const { jsonl, sync, encoding, sourceId, title, type } = options;
  const takesStdin = paths.includes('-');
  if (takesStdin && paths.length > 1) {
    throw wrongUsage('Stdin cannot be ingested together with files.', 'Run it twice.');
  }
  if (jsonl && !takesStdin) throw wrongUsage('--jsonl is for stdin.', 'Give - as the path.');
  if (jsonl && encoding !== undefined) throw wrongUsage('JSON lines are always UTF-8.', 'Leave --encoding out.');
  if (encoding !== undefined && !isEncoding(encoding)) {
    throw wrongUsage(
      `There is no encoding ${JSON.stringify(encoding)}.`,
      'Give one such as latin1, utf-16le or shift_jis.',
    );
  }
  const isSeveral = (path: string): boolean => {
    const absolute = resolve(cwd, path);
    return path !== '-' && (isFolder(absolute) || isMailboxFile(absolute, type));
  };
  const areSeveral = jsonl || paths.length > 1 || paths.some(isSeveral);
  for (const [option, value] of [
    ['--source-id', sourceId],
    ['--title', title],
  ]) {
    if (value !== undefined && areSeveral) {
      throw wrongUsage(`One ${option} cannot name several artifacts.`, 'Leave it out, or ingest one file.');
    }
  }
  // Missing paths are reported by a later check.
  const maySync = (path: string): boolean => isSeveral(path) || (path !== '-' && !existsSync(resolve(cwd, path)));
  if (sync && !paths.every(maySync)) {
    throw wrongUsage('--sync works on folders and mailboxes.', 'Give one, or leave --sync out.');
  }
}
