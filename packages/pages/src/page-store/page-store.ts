import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, listDirectory, readBytesIfExists, readTextIfExists, sha256Hex } from '@topicmill/base/files';
import { withLock } from './with-lock.js';

/** Files of a set, by name. */
export type SetFiles = ReadonlyMap<string, string>;

const LOG = 'published.log';
const TEMPORARY = /\.tmp-\d+-\d+$/;

/**
 * The folder of pages that readers see: a link to one of the sets in `{folder}.d` next to it. One rename replaces a whole
 * set with another.
 */
export class PageStore {
  private readonly store: string;

  /**
   * @param link path that readers open
   * @param displayLink the same path as errors show it
   */
  constructor(
    private readonly link: string,
    private readonly displayLink = link,
  ) {
    this.store = `${link}.d`;
  }

  /**
   * Writes a set and makes it current. The previous set is kept; older ones are removed.
   *
   * @param set hash of the set, its name
   * @returns whether another set, or none, was current before
   * @throws TopicmillError `PAGES_FOLDER_FOREIGN`, `FILE_UNWRITABLE`, `LOCK_HELD`
   */
  publish(set: string, files: SetFiles): boolean {
    return this.changing(() => {
      // A folder of somebody else is refused before anything is made next to it.
      this.current();
      mkdirSync(this.store, { recursive: true });
      return withLock(join(this.store, '.lock'), () => {
        const former = this.current();
        this.sweep();
        const name = this.writeSet(set, files);
        if (former !== name) this.makeCurrent(name, true);
        this.prune();
        return former !== name;
      });
    });
  }

  /**
   * Makes the previous set current again.
   *
   * @returns its name
   * @throws TopicmillError `NO_FORMER_PAGES`, `PAGES_FOLDER_FOREIGN`, `FILE_UNWRITABLE`, `LOCK_HELD`
   */
  rollback(): string {
    return this.changing(() => {
      if (this.current() === undefined || !existsSync(this.store)) throw this.noFormerPages();
      return withLock(join(this.store, '.lock'), () => {
        // A publisher that had the lock before may have made another set current, and removed the former one.
        const current = this.current();
        const former = current === undefined ? undefined : this.formerOf(current);
        if (former === undefined || !existsSync(join(this.store, former))) throw this.noFormerPages();
        this.makeCurrent(former, false);
        return former;
      });
    });
  }

  private noFormerPages(): TopicmillError {
    return new TopicmillError('NO_FORMER_PAGES', 'There is no previous set of pages.', {
      file: this.displayLink,
      remedy: 'Split an earlier version of the document again.',
    });
  }

  /** Name of the current set; `undefined` when there is none. */
  private current(): string | undefined {
    const found = lstatSync(this.link, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const isOurs = found.isSymbolicLink() && basename(dirname(readlinkSync(this.link))) === basename(this.store);
    if (isOurs) return basename(readlinkSync(this.link));
    throw new TopicmillError('PAGES_FOLDER_FOREIGN', 'This is not a link to a set of pages; it was not changed.', {
      file: this.displayLink,
      remedy: 'Choose another folder, or move this one away.',
    });
  }

  /** Name of the folder with the files: the hash, with a number if a set with other content has that name. */
  private writeSet(set: string, files: SetFiles): string {
    const temporary = join(this.store, `${set}.tmp-${process.pid}-${Date.now()}`);
    mkdirSync(temporary);
    for (const [name, text] of files) writeFileSync(join(temporary, name), text, { flag: 'wx' });
    for (let number = 0; ; number++) {
      const name = number === 0 ? set : `${set}-${number}`;
      const path = join(this.store, name);
      if (!existsSync(path)) {
        renameSync(temporary, path);
        return name;
      }
      if (!hasFiles(path, files)) continue;
      rmSync(temporary, { recursive: true });
      return name;
    }
  }

  private makeCurrent(name: string, isNew: boolean): void {
    const current = this.current();
    // Written first: a line about a set that never becomes current is never looked up.
    if (isNew && current !== undefined) this.log(`${name} ${current}\n`);
    const temporary = `${this.link}.tmp-${process.pid}-${Date.now()}`;
    symlinkSync(join(basename(this.store), name), temporary, process.platform === 'win32' ? 'junction' : 'dir');
    try {
      renameSync(temporary, this.link);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  private log(line: string): void {
    writeFileSync(join(this.store, LOG), line, { flag: 'a' });
  }

  private formerOf(name: string): string | undefined {
    const lines = (readTextIfExists(join(this.store, LOG)) ?? '').split('\n').map((line) => line.split(' '));
    return lines.findLast(([replacement]) => replacement === name)?.[1];
  }

  /** Removes files left by killed writers. */
  private sweep(): void {
    for (const name of listDirectory(this.store)) {
      if (TEMPORARY.test(name)) rmSync(join(this.store, name), { recursive: true, force: true });
    }
    const folder = dirname(this.link);
    for (const name of listDirectory(folder)) {
      if (name.startsWith(`${basename(this.link)}.tmp-`) && TEMPORARY.test(name)) rmSync(join(folder, name));
    }
  }

  private prune(): void {
    const current = this.current()!;
    const kept = new Set([current, this.formerOf(current)]);
    for (const name of listDirectory(this.store)) {
      if (/^[0-9a-f]{16}(?:-\d+)?$/.test(name) && !kept.has(name)) {
        rmSync(join(this.store, name), { recursive: true, force: true });
      }
    }
  }

  private changing<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof TopicmillError || errorCode(cause) === 'unknown') throw cause;
      throw new TopicmillError('FILE_UNWRITABLE', `The pages cannot be published (${errorCode(cause)}).`, {
        file: this.displayLink,
        remedy: 'Check the permissions of the folder and the free disk space.',
        cause,
      });
    }
  }
}

function hasFiles(folder: string, files: SetFiles): boolean {
  const names = listDirectory(folder);
  if (names.length !== files.size) return false;
  return names.every((name) => {
    const bytes = readBytesIfExists(join(folder, name));
    const text = files.get(name);
    return bytes !== undefined && text !== undefined && sha256Hex(bytes) === sha256Hex(text);
  });
}
