import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { TopicmillError } from '../diagnostics/index.js';
import {
  type DocumentFile,
  decodeDocument,
  errorCode,
  isBeingSaved,
  RECENT_WRITE_MS,
  refusePipe,
  unreadable,
} from './read-document.js';
import { sleepMs } from './sleep.js';

/** A file that another one has taken the place of, kept open: an editor that had it open before still writes to it. */
export interface ReplacedFile {
  readonly path: string;
  readonly displayPath: string;
  /** What it contained when it was last read. */
  readonly text: string;
  /** What somebody has written to it since it was last read; `undefined` while that is nothing or is being saved. */
  lateEdit(): LateEdit | undefined;
  close(): void;
}

/** What a replaced file contained, and contains. */
export interface LateEdit {
  readonly before: string;
  readonly after: string;
}

/** With edits that follow each other without a pause, the file is read between two of them. */
const MAX_WAITS = 25;

/** A file that stays readable when it is replaced by another one of its name. */
export class OpenedFile implements ReplacedFile {
  text = '';
  private stamp = '';

  private constructor(
    private readonly descriptor: number,
    readonly path: string,
    readonly displayPath: string,
  ) {}

  /**
   * `undefined` when there is no such file.
   *
   * @param at where the file is now, if that is not `path`
   */
  static open(path: string, displayPath: string, at = path): OpenedFile | undefined {
    try {
      const stats = statSync(at, { throwIfNoEntry: false });
      if (stats === undefined) return undefined;
      refusePipe(stats, displayPath);
      return new OpenedFile(openSync(at, 'r'), path, displayPath);
    } catch (cause) {
      if (cause instanceof TopicmillError) throw cause;
      if (errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR') return undefined;
      throw unreadable(displayPath, 'Check that you may read it.', cause);
    }
  }

  /** What it contains counts as an edit of `text`: nobody has read it. */
  asEditOf(text: string): this {
    this.text = text;
    return this;
  }

  /** Reads it when nobody has written to it for a moment. */
  readSettled(): DocumentFile {
    for (let waits = 0; ; waits++) {
      const stats = fstatSync(this.descriptor);
      if (!isBeingSaved(stats) || (stats.size > 0 && waits >= MAX_WAITS)) break;
      sleepMs(RECENT_WRITE_MS);
    }
    const stamp = this.stampNow();
    const file = decodeDocument(this.readBytes(), this.displayPath);
    this.stamp = stamp;
    this.text = file.text;
    return file;
  }

  lateEdit(): LateEdit | undefined {
    if (this.stampNow() === this.stamp) return undefined;
    const [before, stamp] = [this.text, this.stamp];
    try {
      const after = this.readSettled().text;
      if (after !== '') return after === before ? undefined : { before, after };
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
    }
    // An editor has emptied it, or written a part of a character, and is still to write the rest.
    [this.text, this.stamp] = [before, stamp];
    return undefined;
  }

  /** Its permissions; `undefined` on Windows, where a file that may not be written cannot be put anywhere. */
  get mode(): number | undefined {
    return process.platform === 'win32' ? undefined : fstatSync(this.descriptor).mode & 0o777;
  }

  /** Whether it is the file that is at a path, whatever its content: an edit of it will be seen after it was replaced. */
  isFileAt(path: string): boolean {
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    const { dev, ino } = fstatSync(this.descriptor, { bigint: true });
    return there?.dev === dev && there.ino === ino;
  }

  /** Whether it is the file that is at a path, with the content that was read. */
  isAt(path: string): boolean {
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    return there !== undefined && fileStamp(there) === this.stamp;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private stampNow(): string {
    return fileStamp(fstatSync(this.descriptor, { bigint: true }));
  }

  private readBytes(): Uint8Array {
    try {
      const bytes = Buffer.alloc(fstatSync(this.descriptor).size);
      let length = 0;
      for (let count = -1; count !== 0 && length < bytes.length; length += count) {
        count = readSync(this.descriptor, bytes, length, bytes.length - length, length);
      }
      return bytes.subarray(0, length);
    } catch (cause) {
      throw unreadable(this.displayPath, 'Check that you may read it.', cause);
    }
  }
}

/** Not the time of the last change of attributes: a rename over the file changes that. */
function fileStamp({ dev, ino, size, mtimeNs }: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint }): string {
  return `${dev} ${ino} ${size} ${mtimeNs}`;
}
