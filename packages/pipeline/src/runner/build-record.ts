import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import {
  readBytesIfExists,
  readSeal,
  readSealedFile,
  refuseByStats,
  sealJson,
  sha256Hex,
  sweepTemporaryFiles,
  writeCacheFile,
} from '@topicmill/base/files';

/** Folder at the workspace's root that keeps what one run leaves for the next; it is not committed. */
export const STATE_DIRECTORY = '.topicmill';

const RECORD_FILE = 'record.json';
const RECORD_FORMAT = 1;
const HASH_DIGITS = 16;
/** A clock's tick, in milliseconds: a file changed within it may be changed again without its time showing it. */
const TICK_MS = 50;
/** The same where times are whole seconds, as on exFAT and some network drives, or every second one, as on FAT. */
const COARSE_TICK_MS = 2000;
/** In place of the hash of a file that cannot be read, or that its step will reject. */
export const UNREADABLE = 'unreadable';

/** What a step had made when it was last found to be current. */
export interface StepRecord {
  /** Hash of its inputs. */
  readonly inputs: string;
  /** Paths of its files below the folder. */
  readonly outputs: readonly string[];
  /** Hash over these files as they were published. */
  readonly made: string;
  /** What it says whenever it is current. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The steps of a target in one folder, by their names, and the seal of their state. */
export interface FolderRecord {
  readonly state: string;
  readonly steps: Readonly<Record<string, StepRecord>>;
}

/**
 * Its seal proves that it was written here. Of a file: size, time and hash, then the hash of what people wrote in it, where
 * steps write there too; of a directory the time and the names in it. All with spaces between, so that it is read fast.
 */
interface RecordContent {
  readonly format: typeof RECORD_FORMAT;
  readonly engine: string;
  /** By directory and name. */
  readonly files: Record<string, Record<string, string>>;
  readonly directories: Record<string, string>;
  readonly folders: Record<string, FolderRecord>;
}

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

/** Hash over several files. */
export function hashOverFiles(hashes: readonly (readonly [name: string, hash: string])[]): string {
  return sha256Hex(hashes.map(([name, hash]) => `${name}\0${hash}`).join('\n')).slice(0, HASH_DIGITS);
}

/**
 * What is remembered of builds: the hash of each file with its size and time of change, so that a file is read only when
 * it may have changed; and by folder what its steps read and made. It only saves time: without it everything is read.
 * Paths are below the workspace's root, with `/`.
 */
export class BuildRecord {
  private loaded: RecordContent | undefined;
  /** Hashes of what people wrote in files just published, by path; with the hash of the file. */
  private readonly authored = new Map<string, readonly [hash: string, authored: string]>();
  private isChanged = false;

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

  /** @param compute the hash of what people wrote in the file, from its text */
  authoredIn(path: string, compute: (file: string) => string): string {
    const [hash, known] = this.look(path) ?? [];
    if (hash === undefined || hash === UNREADABLE) return hash ?? '';
    if (known !== undefined) return known;
    const authored = hashIfReadable(() => compute(join(this.root, path)));
    if (authored !== UNREADABLE) this.noteAuthored(path, hash, authored);
    return authored;
  }

  /** Notes what people wrote in a file, by the hash of the file. */
  noteAuthored(path: string, hash: string, authored: string): void {
    this.authored.set(path, [hash, authored]);
    const [directory, name] = partsOf(path);
    const entry = own(own(this.content.files, directory), name);
    if (entry?.split(' ')[2] === hash) this.setFile(path, `${entry.split(' ', 3).join(' ')} ${authored}`);
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
    const path = join(this.root, directory);
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return [];
      if (!stats.isDirectory()) return undefined;
      const [changed, ...known] = own(this.content.directories, directory)?.split('/') ?? [];
      if (changed === `${stats.ctimeMs}`) return known;
      const names = readdirSync(path).sort();
      if (this.isSettled(stats.ctimeMs)) this.set('directories', directory, [stats.ctimeMs, ...names].join('/'));
      return names;
    } catch {
      return undefined;
    }
  }

  folder(key: string): FolderRecord | undefined {
    return own(this.content.folders, key);
  }

  setFolder(key: string, folder: FolderRecord): void {
    if (JSON.stringify(this.content.folders[key]) !== JSON.stringify(folder)) this.set('folders', key, folder);
  }

  /** Forgets all folders of a target but some, and the files that are gone with others. */
  retain(target: string, folders: ReadonlySet<string>): void {
    const prefix = `${target}/`;
    const gone = Object.keys(this.content.folders).filter(
      (key) => key.startsWith(prefix) && !folders.has(key.slice(prefix.length)),
    );
    if (gone.length === 0) return;
    this.isChanged = true;
    for (const key of gone) delete this.content.folders[key];
    const { files, directories } = this.content;
    for (const path of Object.keys(files)) {
      const names = files[path]!;
      for (const name of Object.keys(names)) if (!isThere(join(this.root, path, name))) delete names[name];
      if (Object.keys(names).length === 0) delete files[path];
    }
    for (const path of Object.keys(directories)) if (!isThere(join(this.root, path))) delete directories[path];
  }

  /** Forgets everything, so that the next run reads every file. */
  forget(): void {
    this.loaded = emptyContent(this.engine);
    this.isChanged = true;
    this.save();
  }

  /** @throws TopicmillError `FILE_UNWRITABLE` */
  save(): void {
    const directory = join(this.root, STATE_DIRECTORY);
    if (this.isChanged) writeCacheFile(directory, join(directory, RECORD_FILE), sealJson(this.content));
    this.isChanged = false;
    // Whoever ends its work here sweeps what killed processes left, too.
    sweepTemporaryFiles(directory, () => true, undefined, STATE_DIRECTORY);
  }

  /** The same, but a workspace that cannot be written does without. */
  saveIfWritable(): void {
    try {
      if (this.isChanged) this.save();
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
    }
  }

  private get content(): RecordContent {
    this.loaded ??= readContent(join(this.root, STATE_DIRECTORY, RECORD_FILE), this.engine);
    return this.loaded;
  }

  /** @returns the hash, and that of what people wrote where it is known; `undefined` where nothing is */
  private look(
    path: string,
    compute: (file: string) => string = (file) => fileHash(readBytesIfExists(file)),
  ): readonly [hash: string, authored?: string | undefined] | undefined {
    const file = `${this.root}/${path}`;
    const stat = statIfReadable(file);
    const [directory, name] = partsOf(path);
    const entry = own(own(this.content.files, directory), name);
    if (stat === undefined || stat === UNREADABLE) return stat && [UNREADABLE];
    const [size, changedMs, hash, authored] = entry?.split(' ') ?? [];
    if (hash !== undefined && size === `${stat[0]}` && changedMs === `${stat[1]}`) return [hash, authored];
    const computed = hashIfReadable(() => compute(file));
    // A fault of one moment says nothing about the file.
    if (computed === UNREADABLE) return [UNREADABLE];
    const after = statIfReadable(file);
    const [ofHash, known] = this.authored.get(path) ?? [];
    const kept = ofHash === computed ? known : undefined;
    if (after?.[0] === stat[0] && after[1] === stat[1] && this.isSettled(stat[1])) {
      this.setFile(path, [...stat, computed, ...(kept === undefined ? [] : [kept])].join(' '));
    }
    return [computed, kept];
  }

  private setFile(path: string, entry: string): void {
    const [directory, name] = partsOf(path);
    const { files } = this.content;
    const names = own(files, directory) ?? {};
    files[directory] = names;
    names[name] = entry;
    this.isChanged = true;
  }

  private set<Part extends 'directories' | 'folders'>(
    part: Part,
    key: string,
    value: RecordContent[Part][string],
  ): void {
    (this.content[part] as Record<string, typeof value>)[key] = value;
    this.isChanged = true;
  }

  /** Whether a later change would show in the time. */
  private isSettled(changedMs: number): boolean {
    const tickMs = changedMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
    return changedMs <= this.now() - tickMs;
  }
}

/** A name may be that of a member of every object. */
function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

function partsOf(path: string): readonly [directory: string, name: string] {
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

function emptyContent(engine: string): RecordContent {
  return { format: RECORD_FORMAT, engine, files: {}, directories: {}, folders: {} };
}

function readContent(path: string, engine: string): RecordContent {
  const file = readSealedFile(path);
  const content = file.status === 'sound' ? (file.content as RecordContent) : undefined;
  return content?.format === RECORD_FORMAT && content.engine === engine ? content : emptyContent(engine);
}
