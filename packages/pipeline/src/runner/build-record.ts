import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  readBytesIfExists,
  readSeal,
  readSealedFile,
  refuseByStats,
  sha256Hex,
  sweepTemporaryFiles,
} from '@topicmill/base/files';
import { foldedPath } from '@topicmill/base/paths';
import { type DirectoryRecord, type FolderRecord, RecordContent } from './record-content.js';

/** Folder at the workspace's root that keeps what one run leaves for the next; it is not committed. */
export const STATE_DIRECTORY = '.topicmill';

const HASH_DIGITS = 16;
/** A clock's tick, in milliseconds: a file changed within it may be changed again without its time showing it. */
const TICK_MS = 50;
/** The same where times are whole seconds, as on exFAT and some network drives, or every second one, as on FAT. */
const COARSE_TICK_MS = 2000;
/** In place of the hash of a file that cannot be read, or that its step will reject. */
export const UNREADABLE = 'unreadable';

/** What is in a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

const MARKS = { file: '', folder: '/', link: '@', other: '?' } as const;
const KINDS = new Map<string, DirectoryEntry['kind']>([
  [MARKS.folder, 'folder'],
  [MARKS.link, 'link'],
  [MARKS.other, 'other'],
]);

/** Size in bytes and time of the last change in milliseconds. No program can set that time: it is of contents and attributes alike. */
type FileStat = readonly [size: number, changedMs: number];

/**
 * Hash of a file's bytes, 16 hex digits; `''` for one that is not there.
 *
 * @param sha256 of the bytes, where it is known
 */
export function fileHash(bytes: Uint8Array | undefined, sha256 = bytes && sha256Hex(bytes)): string {
  return sha256?.slice(0, HASH_DIGITS) ?? '';
}

/** The result of `read`, or the placeholder for a file that it cannot read. */
export function hashIfReadable(read: () => string): string {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return UNREADABLE;
    throw thrown;
  }
}

/** The same length of hash for a text that is not a file. */
export function textHash(text: string): string {
  return sha256Hex(text).slice(0, HASH_DIGITS);
}

/** Hash over several files. */
export function hashOverFiles(hashes: readonly (readonly [name: string, hash: string])[]): string {
  return textHash(hashes.map(([name, hash]) => `${name}\0${hash}`).join('\n'));
}

/**
 * What is remembered of builds: the hash of each file with its size and time of change, so that a file is read only when
 * it may have changed; and by folder what its steps read and made. It only saves time: without it everything is read.
 * Paths are below the workspace's root, with `/`.
 */
export class BuildRecord {
  private loaded: RecordContent | undefined;
  /** Hashes of parts of files just published, by path; with the hash of the file. */
  private readonly parts = new Map<string, readonly [hash: string, part: string]>();
  private changeCount = 0;
  private trace: Map<string, string | undefined> | undefined;
  /** What folders look like that were found as they were built, by their names in the record, as long as none has changed. */
  private readonly sights = new Map<string, string>();
  /** Folded names in directories, as they were when a build first asked for one; `undefined` for what cannot be listed. */
  private readonly listings = new Map<string, ReadonlySet<string> | undefined>();

  /**
   * @param engine names the release of the code: the record of another is empty
   * @param now milliseconds since the epoch
   */
  constructor(
    private readonly root: string,
    private readonly engine: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** As `fileHash` gives it; `UNREADABLE` for a link and for what cannot be read. */
  file(path: string): string {
    return this.look(path)?.[0] ?? '';
  }

  /**
   * Hash of a part of a file: of what people wrote in it, or of what others read of it. A file has one such part at most.
   *
   * @param compute the hash from the file
   */
  partIn(path: string, compute: (file: string) => string): string {
    const [hash, known] = this.look(path) ?? [];
    if (hash === undefined || hash === UNREADABLE) return hash ?? '';
    if (known !== undefined) return known;
    const part = hashIfReadable(() => compute(join(this.root, path)));
    if (part !== UNREADABLE) this.notePart(path, hash, part);
    return part;
  }

  /** Notes that hash, by the hash of the file. */
  notePart(path: string, hash: string, part: string): void {
    this.parts.set(path, [hash, part]);
    const entry = this.entryOf(path);
    if (entry?.split(' ')[2] === hash) this.setFile(path, `${entry.split(' ', 3).join(' ')} ${part}`);
  }

  /**
   * Identifies the content of a sealed file; `''` if the file is not sealed.
   *
   * @param isProven reads a file that is not on record in full, to see that it has that content
   */
  seal(path: string, isProven = false): string {
    const compute = (file: string): string => {
      return isProven && readSealedFile(file).status !== 'sound' ? '' : readSeal(file).slice(0, HASH_DIGITS);
    };
    return this.look(path, compute)?.[0] ?? '';
  }

  /** Names in a directory, sorted; none where there is no such directory, `undefined` where it cannot be listed. */
  names(directory: string): readonly string[] | undefined {
    const stat = this.statOf(directory);
    if (stat === '') return [];
    if (stat === undefined) return undefined;
    try {
      return [...this.listed(directory, stat).keys()].sort();
    } catch {
      return undefined;
    }
  }

  /**
   * What is in a directory, in no particular order. One that has not changed since it was listed is not listed again.
   *
   * @throws errors of the system
   */
  entries(directory: string): readonly DirectoryEntry[] {
    const stat = this.statOf(directory) || undefined;
    const names = this.listed(directory, stat);
    const entries: DirectoryEntry[] = [];
    for (const [name, known] of names) entries.push({ name, kind: KINDS.get(known) ?? 'file' });
    return entries;
  }

  /** @returns `''` where there is nothing, `undefined` for what is not a directory or cannot be looked at */
  private statOf(directory: string): string | undefined {
    const stat = directoryStat(`${this.root}/${directory}`);
    this.trace?.set(`${directory}/`, stat && !this.isDirectorySettled(stat) ? undefined : stat);
    return stat;
  }

  /** @throws errors of the system */
  private listed(directory: string, changed: string | undefined): DirectoryRecord['names'] {
    const known = this.content.directories.get(directory);
    if (known !== undefined && known.changed === changed) return known.names;
    const entries = entriesOf(join(this.root, directory));
    const names = new Map(
      entries.map(({ name, kind }): [string, string] => [name, MARKS[kind] || knownFile(known?.names.get(name))]),
    );
    if (changed !== undefined && this.isDirectorySettled(changed)) {
      this.content.directories.set(directory, { changed, names });
      this.changeCount++;
    }
    return names;
  }

  folder(key: string): FolderRecord | undefined {
    return this.content.folders.get(key);
  }

  setFolder(key: string, folder: FolderRecord): void {
    if (JSON.stringify(this.folder(key)) === JSON.stringify(folder)) return;
    this.content.folders.set(key, folder);
    this.changeCount++;
  }

  /** The folders of a target that were built, as `retain` has them. */
  foldersOf(target: string): string[] {
    const prefix = `${target}/`;
    return [...this.content.folders.keys()].flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
  }

  /** Forgets what folders look like, before a build looks again. */
  forgetSights(): void {
    this.sights.clear();
    this.listings.clear();
  }

  /** Notes what the files of a folder look like in this build, or that they may have changed. */
  noteSight(key: string, sight: string | undefined): void {
    if (sight === undefined) this.sights.delete(key);
    else this.sights.set(key, sight);
  }

  /** What the files of a folder look like in this build; `undefined` where that was not noted. */
  notedStats(key: string): string | undefined {
    return this.sights.get(key);
  }

  /**
   * Does something, and says which files and directories were asked for, with their stats before they were read.
   *
   * @returns as `statsOf` has them; `undefined` for a stat that would not show a later change
   */
  withTrace<Result>(work: () => Result): { result: Result; stats: ReadonlyMap<string, string | undefined> } {
    const stats = new Map<string, string | undefined>();
    this.trace = stats;
    try {
      return { result: work(), stats };
    } finally {
      this.trace = undefined;
    }
  }

  /** Stats of files, and of directories, whose paths end with `/`, as they are now. */
  statsOf(paths: readonly string[]): (string | undefined)[] {
    return paths.map((path) => {
      if (path.endsWith('/')) return directoryStat(`${this.root}/${path}`);
      const stat = statIfReadable(`${this.root}/${path}`);
      return stat === UNREADABLE ? undefined : (stat?.join(' ') ?? '');
    });
  }

  /**
   * Whether a file is surely not there, in upper or lower case either, which may be one to the file system. A directory is
   * looked at once in a build, however many files are looked for in it.
   */
  isAbsent(path: string): boolean {
    const [directory, name] = splitPath(path);
    if (!this.listings.has(directory)) {
      // A folder that is not there contains nothing; one that cannot be listed may contain anything.
      const isGone = directory !== '' && this.isAbsent(directory);
      const names = isGone ? [] : this.names(directory);
      this.listings.set(directory, names && new Set(names.map(foldedPath)));
    }
    return this.listings.get(directory)?.has(foldedPath(name)) === false;
  }

  /** Forgets all folders of a target but some, and the files that are gone with others. */
  retain(target: string, folders: ReadonlySet<string>): void {
    const gone = this.foldersOf(target).flatMap((folder) => (folders.has(folder) ? [] : [`${target}/${folder}`]));
    if (gone.length === 0) return;
    this.changeCount++;
    const { directories } = this.content;
    for (const key of gone) this.content.folders.delete(key);
    for (const path of [...directories.keys()]) if (!isThere(join(this.root, path))) directories.delete(path);
  }

  /** Forgets everything, so that the next run reads every file. */
  forget(): void {
    this.loaded = new RecordContent(this.engine);
    this.changeCount++;
    this.save();
  }

  /** @throws TopicmillError `FILE_UNWRITABLE` */
  save(): void {
    const directory = join(this.root, STATE_DIRECTORY);
    if (this.changeCount > 0) this.content.write(directory);
    this.changeCount = 0;
    // Whoever ends its work here sweeps what killed processes left, too.
    sweepTemporaryFiles(directory, () => true, undefined, STATE_DIRECTORY);
  }

  /**
   * The same, but a workspace that cannot be written does without.
   *
   * @param leastCount of changes: fewer are found out again in less time than all is written
   */
  saveIfWritable(leastCount = 1): void {
    try {
      if (this.changeCount >= leastCount) this.save();
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
    }
  }

  private get content(): RecordContent {
    this.loaded ??= RecordContent.read(join(this.root, STATE_DIRECTORY), this.engine);
    return this.loaded;
  }

  /** @returns the hash, and that of a part where it is known; `undefined` where nothing is */
  private look(
    path: string,
    compute: (file: string) => string = (file) => fileHash(readBytesIfExists(file)),
  ): readonly [hash: string, part?: string | undefined] | undefined {
    const file = `${this.root}/${path}`;
    const stat = statIfReadable(file);
    this.trace?.set(path, this.traceable(stat));
    if (stat === undefined || stat === UNREADABLE) return stat && [UNREADABLE];
    const [size, changedMs, hash, part] = this.entryOf(path)?.split(' ') ?? [];
    if (hash !== undefined && size === `${stat[0]}` && changedMs === `${stat[1]}`) return [hash, part];
    const computed = hashIfReadable(() => compute(file));
    // A fault of one moment says nothing about the file.
    if (computed === UNREADABLE) return [UNREADABLE];
    const after = statIfReadable(file);
    const [ofHash, known] = this.parts.get(path) ?? [];
    const kept = ofHash === computed ? known : undefined;
    if (after?.[0] === stat[0] && after[1] === stat[1] && this.isSettled(stat[1])) {
      this.setFile(path, [...stat, computed, ...(kept === undefined ? [] : [kept])].join(' '));
    }
    return [computed, kept];
  }

  private traceable(stat: FileStat | typeof UNREADABLE | undefined): string | undefined {
    if (stat === undefined) return '';
    return stat === UNREADABLE || !this.isSettled(stat[1]) ? undefined : stat.join(' ');
  }

  /** What is known about a file; `undefined` if nothing is. */
  private entryOf(path: string): string | undefined {
    const [directory, name] = splitPath(path);
    return this.content.directories.get(directory)?.names.get(name) || undefined;
  }

  private setFile(path: string, entry: string): void {
    const [directory, name] = splitPath(path);
    const { directories } = this.content;
    const { changed, names } = directories.get(directory) ?? { changed: '', names: new Map<string, string>() };
    directories.set(directory, { changed, names: names.set(name, entry) });
    this.changeCount++;
  }

  /** The same for a directory. Where times are whole seconds, as on FAT and exFAT, a rename in it may not show at all. */
  private isDirectorySettled(changed: string): boolean {
    return Number(changed) % 1000 !== 0 && this.isSettled(changed);
  }

  /** Whether a later change would show in the time. */
  private isSettled(changedMs: number | string): boolean {
    const ms = Number(changedMs);
    return ms <= this.now() - (ms % 1000 === 0 ? COARSE_TICK_MS : TICK_MS);
  }
}

/**
 * What is in a directory of the file system, in no particular order.
 *
 * @throws errors of the system
 */
export function entriesOf(directory: string): DirectoryEntry[] {
  return readdirSync(directory, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
}

function kindOf(entry: Dirent): DirectoryEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** What is known about a file of that name, unless the name was that of something else. */
function knownFile(known = ''): string {
  return KINDS.has(known) ? '' : known;
}

function splitPath(path: string): readonly [directory: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
}

function statIfReadable(path: string): FileStat | typeof UNREADABLE | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    refuseByStats(stats, path);
    return stats && [stats.size, stats.ctimeMs];
  } catch {
    return UNREADABLE;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** `''` where there is nothing, `undefined` for what is not a directory or cannot be looked at. */
function directoryStat(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return '';
    return stats.isDirectory() ? `${stats.ctimeMs}` : undefined;
  } catch {
    return undefined;
  }
}
