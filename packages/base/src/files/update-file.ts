import { renameSync } from 'node:fs';
import { TopicmillError } from '../diagnostics/index.js';
import { OpenedFile, type ReplacedFile } from './opened-file.js';
import type { DocumentFile } from './read-document.js';
import { putIfFree, restoreAside, setAside } from './set-aside.js';
import { removeLeftover } from './temporary-file.js';
import { replaceFile } from './write-file.js';

/** What happened to a file that people edit too. */
export interface UpdatedFile {
  /** What it contains now. */
  readonly file: DocumentFile;
  readonly isWritten: boolean;
  /** The file that was replaced, and with `setsAside` those that somebody put there at the same time. Whoever gets them closes them. */
  readonly replaced: readonly ReplacedFile[];
}

/** How a file is replaced. */
export interface UpdateOptions {
  /**
   * Sets the present file aside before the other one is put there, so that what is saved by a rename at that very moment is
   * kept, too. For an instant there is no file: not for one whose absence means something to its readers.
   */
  readonly setsAside?: boolean;
}

/** How often an edit that comes between reading and replacing is taken in before the file is replaced anyway, or not at all. */
const MAX_ATTEMPTS = 100;

/**
 * Rewrites a text file that people may edit at the same time. It is read again right before it is replaced; if it has
 * changed, `update` is called again with the text as edited. With `setsAside` it is looked at once more when it is out of
 * reach by its name, and restored if it has changed; without, what is saved by a rename between the last look and the
 * replacement is lost. What an editor writes to the replaced file, because it had opened it before, is in `replaced` for as
 * long as that is open; what it writes later is lost. A file that other ones are renamed to again and again is not replaced.
 * Its permissions stay.
 *
 * @param update makes the new text from the present one, `undefined` if there is no file; called at least once
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`, `FILE_UNWRITABLE`, `AUTHORED_PART_CHANGED`, and what
 *   `update` throws
 */
export function updateFile(
  path: string,
  update: (present: string | undefined) => string,
  displayPath: string = path,
  { setsAside = false }: UpdateOptions = {},
): UpdatedFile {
  for (let attempt = 1; ; attempt++) {
    const present = openPresent(path, displayPath, setsAside);
    let replaced: readonly ReplacedFile[] = [];
    try {
      const before = present?.readSettled();
      const text = update(before?.text);
      const bytes = Buffer.from(text, 'utf8');
      if (text === before?.text) return { file: { text, bytes }, isWritten: false, replaced };
      const isLast = attempt >= MAX_ATTEMPTS;
      const put = (temporary: string): boolean => {
        if (present === undefined) return putIfFree(temporary, path);
        if (!present.isAt(path) && !(isLast && present.isFileAt(path))) return false;
        if (!setsAside) {
          replaced = replaceByRename(temporary, present);
          return true;
        }
        const aside = setAside(temporary, path, (at) => isLast || present.isAt(at));
        if (aside !== undefined) replaced = openedAside(aside, present);
        return aside !== undefined;
      };
      if (replaceFile(path, bytes, displayPath, put, present?.mode))
        return { file: { text, bytes }, isWritten: true, replaced };
      if (isLast) throw alwaysEdited(displayPath);
    } finally {
      if (present !== undefined && !replaced.includes(present)) present.close();
    }
  }
}

function openPresent(path: string, displayPath: string, setsAside: boolean): OpenedFile | undefined {
  const present = OpenedFile.open(path, displayPath);
  if (present !== undefined || !setsAside || !restoreAside(path)) return present;
  return OpenedFile.open(path, displayPath);
}

function replaceByRename(temporary: string, present: OpenedFile): ReplacedFile[] {
  renameSync(temporary, present.path);
  return [present];
}

/** A file that was made while none was there may be but an addition to the one before: all its lines count as added. */
function openedAside(aside: readonly string[], present: OpenedFile): ReplacedFile[] {
  const { path, displayPath } = present;
  const replaced = aside.map((at, position) => {
    if (position === 0 && present.isFileAt(at)) return present;
    return OpenedFile.open(path, displayPath, at)!.asEditOf(position === 0 ? present.text : '');
  });
  for (const at of aside) removeLeftover(at);
  return replaced;
}

function alwaysEdited(file: string): TopicmillError {
  return new TopicmillError('AUTHORED_PART_CHANGED', 'The file cannot be written, because it keeps being saved.', {
    file,
    remedy: 'Build again when no other program is saving it.',
  });
}
