import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists, writeFileIfChanged } from '@topicmill/base/files';
import { v7 } from 'uuid';
import { countedIds, createdIds, numberedIds, type PageIds, type PageSet } from '../pagination/index.js';
import { withLock } from './with-lock.js';

/**
 * What pages are called: `chunk-001`; UUIDs of version 7; or numbers that go on where the file at `path` stands, which
 * all documents of a repository share.
 */
export type IdForm =
  | { readonly form: 'chunk' }
  | { readonly form: 'uuidv7' }
  | { readonly form: 'counter'; readonly path: string; readonly displayPath: string };

/**
 * Splits with ids of a form. Numbers of a counter are taken for good once the split is done; it is done again when
 * another process took them meanwhile.
 *
 * @throws TopicmillError `INVALID_OPTION` when the counter's file holds no number; `LOCK_HELD`; whatever `split` throws
 */
export async function splitWithIds(ids: IdForm, split: (ids: PageIds) => Promise<PageSet>): Promise<PageSet> {
  if (ids.form === 'chunk') return split(numberedIds);
  if (ids.form === 'uuidv7') return split(createdIds(v7));
  const file = counterFile(ids.path, ids.displayPath);
  for (;;) {
    const lastNumber = file.read();
    const set = await split(countedIds(lastNumber));
    if (file.advance(lastNumber, set.pages.length)) return set;
  }
}

/** The file that holds the number given last. */
function counterFile(path: string, displayPath: string) {
  const read = (): number => {
    const text = readTextIfExists(path, displayPath)?.trim() ?? '0';
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new TopicmillError('INVALID_OPTION', 'The counter file holds no number.', {
      file: displayPath,
      remedy: 'Write the number of the last page into it.',
    });
  };
  return {
    read,
    /** Whether the numbers behind `lastNumber` were still free; they are taken then. */
    advance: (lastNumber: number, count: number): boolean => {
      if (!existsSync(dirname(path))) writeFileIfChanged(path, `${lastNumber}\n`, displayPath);
      return withLock(join(dirname(path), `.${basename(path)}.lock`), () => {
        if (read() !== lastNumber) return false;
        writeFileIfChanged(path, `${lastNumber + count}\n`, displayPath);
        return true;
      });
    },
  };
}
