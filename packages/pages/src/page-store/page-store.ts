import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, listDirectory, sha256Hex, sweepTemporaryFiles, writeFileIfChanged } from '@topicmill/base/files';
import { hasHash } from './verify-page-set.js';
import { withLock } from './with-lock.js';

/** Files of a set, by name. */
export type SetFiles = ReadonlyMap<string, string>;

const LOG = 'published.log';
const LOCK = '.lock';
const SET_NAME = /^[0-9a-f]{16}(?:-\d+)?$/;
const TEMPORARY = /\.tmp-\d+-\d+$/;

/** A line of the log: which set took the place of which. */
type Replacement = readonly [name: string, former: string];

/**
 * The folder of pages that readers see: a link to one of the sets in `{folder}.d` next to it. One rename replaces a whole
 * set with another.
 */
export class PageStore {
  private readonly store: string;
  private readonly displayStore: string;

  /**
   * @param link path that readers open
   * @param displayLink the same path as errors show it
   */
  constructor(
    private readonly link: string,
    private readonly displayLink = link,
  ) {
    this.store = `${link}.d`;
    this.displayStore = `${displayLink.replace(/(?<!\/)\/+$/, '')}.d`;
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
      return this.locked(() => {
        const former = this.current();
        this.sweep();
        const name = this.writeSet(set, files);
        if (former === name) return false;
        this.makeCurrent(name, former);
        this.prune();
        return true;
      });
    });
  }

  /**
   * Makes the previous set current again.
   *
   * @param check throws for a set that must not become current; it is given the set's folder, and as errors show it
   * @returns its name
   * @throws TopicmillError `NO_FORMER_PAGES`, `PAGES_FOLDER_FOREIGN`, `FILE_UNWRITABLE`, `LOCK_HELD`; whatever `check` throws
   */
  rollback(check?: (folder: string, displayFolder: string) => void): string {
    return this.changing(() => {
      if (this.current() === undefined || !isFolder(this.store)) throw this.noFormerPages();
      return this.locked(() => {
        // A publisher that had the lock before may have made another set current, and removed the former one.
        const current = this.current();
        const former = current === undefined ? undefined : this.previousSet(current);
        if (former === undefined || !isFolder(join(this.store, former))) throw this.noFormerPages();
        check?.(join(this.store, former), join(this.displayStore, former));
        this.makeCurrent(former);
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

  private locked<T>(work: () => T): T {
    return withLock(join(this.store, LOCK), work, join(this.displayStore, LOCK));
  }

  /** Name of the current set; `undefined` when there is none. */
  private current(): string | undefined {
    const store = lstatSync(this.store, { throwIfNoEntry: false });
    // A link leads to a folder of somebody else, and sets that are out of date are removed.
    if (store !== undefined && !store.isDirectory())
      throw this.notOurFile(this.displayStore, 'a folder of sets of pages');
    const found = lstatSync(this.link, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const target = found.isSymbolicLink() ? readlinkSync(this.link) : '';
    const isOurs = basename(dirname(target)) === basename(this.store) && SET_NAME.test(basename(target));
    if (isOurs) return basename(target);
    throw this.notOurFile(this.displayLink, 'a link to a set of pages');
  }

  private notOurFile(file: string, expected: string): TopicmillError {
    return new TopicmillError('PAGES_FOLDER_FOREIGN', `This is not ${expected}; it was not changed.`, {
      file,
      remedy: 'Choose another folder, or move this one away.',
    });
  }

  /** Name of the folder with the files: the hash, with a number if a set with other content has that name. */
  private writeSet(set: string, files: SetFiles): string {
    const temporary = join(this.store, temporaryName(set));
    try {
      mkdirSync(temporary);
      for (const [name, text] of files) writeFileSync(join(temporary, name), text, { flag: 'wx' });
      for (let number = 0; ; number++) {
        const name = number === 0 ? set : `${set}-${number}`;
        const path = join(this.store, name);
        if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
          renameSync(temporary, path);
          return name;
        }
        if (!hasFiles(path, files, join(this.displayStore, name))) continue;
        rmSync(temporary, { recursive: true });
        return name;
      }
    } catch (cause) {
      removeIfPossible(temporary);
      throw cause;
    }
  }

  /** @param former the set that it replaces, where that is to be known later */
  private makeCurrent(name: string, former?: string): void {
    // Written first: a line about a set that never becomes current is never looked up.
    if (former !== undefined) this.log([name, former]);
    const temporary = `${this.link}${temporaryName('')}`;
    symlinkSync(join(basename(this.store), name), temporary, process.platform === 'win32' ? 'junction' : 'dir');
    try {
      renameSync(temporary, this.link);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** The whole file is replaced: a line that is cut off would be joined to the next one. */
  private log(added: Replacement): void {
    const text = [...this.replacements(), added].map((names) => `${names.join(' ')}\n`).join('');
    writeFileIfChanged(join(this.store, LOG), text, join(this.displayStore, LOG));
  }

  private previousSet(name: string): string | undefined {
    return this.replacements().findLast(([replacement]) => replacement === name)?.[1];
  }

  /** Lines that are damaged are left out: a name may lead out of the store. */
  private replacements(): Replacement[] {
    const path = join(this.store, LOG);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
    return readFileSync(path, 'latin1')
      .split('\n')
      .flatMap((line): Replacement[] => {
        const names = line.split(' ');
        return names.length === 2 && names.every((name) => SET_NAME.test(name)) ? [[names[0]!, names[1]!]] : [];
      });
  }

  /** Removes what killed writers left. */
  private sweep(): void {
    sweepTemporaryFiles(this.store, (name) => name === LOG, undefined, this.displayStore);
    for (const name of listDirectory(this.store, this.displayStore)) {
      if (TEMPORARY.test(name)) rmSync(join(this.store, name), { recursive: true, force: true });
    }
    const folder = dirname(this.link);
    const prefix = basename(this.link);
    for (const name of listDirectory(folder, dirname(this.displayLink))) {
      if (!name.startsWith(prefix) || !TEMPORARY.test(name) || name.replace(TEMPORARY, '') !== prefix) continue;
      const path = join(folder, name);
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(path);
    }
  }

  /** A set has another name before its files go: one of which a kill left a part would look like a set. */
  private prune(): void {
    const current = this.current()!;
    const kept = new Set([current, this.previousSet(current)]);
    for (const name of listDirectory(this.store, this.displayStore)) {
      if (!SET_NAME.test(name) || kept.has(name)) continue;
      const temporary = join(this.store, temporaryName(name));
      renameSync(join(this.store, name), temporary);
      rmSync(temporary, { recursive: true, force: true });
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

function temporaryName(name: string): string {
  return `${name}.tmp-${process.pid}-${Date.now()}`;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Nothing is thrown: the failure that it follows says more. */
function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

/** Whether a folder has these files and nothing else. */
function hasFiles(folder: string, files: SetFiles, displayFolder: string): boolean {
  if (!isFolder(folder)) return false;
  const names = listDirectory(folder, displayFolder);
  const isSame = (name: string): boolean => {
    const text = files.get(name);
    return text !== undefined && hasHash(join(folder, name), sha256Hex(text), join(displayFolder, name));
  };
  return names.length === files.size && names.every(isSame);
}
