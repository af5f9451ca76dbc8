import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists, writeFileIfChanged } from '@topicmill/base/files';
import { v7 } from 'uuid';
import { countedIds, createdIds, numberedIds, type PageIds, type PageSet } from '../pagination/index.js';
import { withLock } from './with-lock.js';

/**
 * The ids of pages: `chunk-001`; UUIDs of version 7; or numbers that continue the counter in the file at `path`, which
 * all documents of a repository share.
 *
 * `usedCount`: numbers already used by other documents of the same run; default 0.
 */
export type IdForm =
  | { readonly form: 'chunk'; readonly usedCount?: number }
  | { readonly form: 'uuidv7' }
  | { readonly form: 'counter'; readonly path: string; readonly displayPath: string };

/**
 * Splits with ids of a form. The numbers of a counter are taken permanently after the split; if another process has taken
 * them in the meantime, the split is repeated.
 *
 * @throws TopicmillError `INVALID_OPTION` when the counter file does not contain a number; `LOCK_HELD`; whatever `split` throws
 */
export async function splitWithIds(ids: IdForm, split: (ids: PageIds) => Promise<PageSet>): Promise<PageSet> {
  if (ids.form === 'chunk') return split(numberedIds(ids.usedCount));
  if (ids.form === 'uuidv7') return split(createdIds(v7));
  const file = counterFile(ids.path, ids.displayPath);
  for (;;) {
    const lastNumber = file.read();
    const set = await split(countedIds(lastNumber));
    if (file.advance(lastNumber, set.pages.length)) return set;
  }
}

/** The file with the number assigned last. */
function counterFile(path: string, displayPath: string) {
  const read = (): number => {
    const text = readTextIfExists(path, displayPath)?.trim() ?? '0';
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new TopicmillError('INVALID_OPTION', 'The counter file does not contain a number.', {
      file: displayPath,
      remedy: 'Write the number of the last page to it.',
    });
  };
  return {
    read,
    /** Takes the numbers after `lastNumber`; false when another process has taken them. */
    advance: (lastNumber: number, count: number): boolean => {
      if (!existsSync(dirname(path))) writeFileIfChanged(path, `${lastNumber}\n`, displayPath);
      const lockOf = (file: string): string => join(dirname(file), `.${basename(file)}.lock`);
      const take = (): boolean => {
        if (read() !== lastNumber) return false;
        writeFileIfChanged(path, `${lastNumber + count}\n`, displayPath);
        return true;
      };
      return withLock(lockOf(path), take, lockOf(displayPath));
    },
  };
}
