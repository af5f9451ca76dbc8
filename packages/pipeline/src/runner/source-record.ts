import { dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  listDirectory,
  readBytesIfExists,
  readSealedFile,
  readTextIfExists,
  removeCacheFile,
  restoreAside,
  sealJson,
  writeCacheFile,
} from '@topicmill/base/files';
import { type FileStamp, isSettled, stampOf } from './file-stamp.js';
import type { Folder } from './folder.js';
import type { OwnedFiles, SharedOwnedFile } from './owned-files.js';
import { authoredHash, fileHash, hashIfReadable, type SourceFileHashes, UNREADABLE } from './source-hashes.js';
import { sourcePath } from './source-path.js';
import { STATE_DIRECTORY } from './state-directory.js';
import { CONFIG_FILE, displayPath, folderPath, type Workspace } from './workspace.js';

const RECORD_FILE = 'sources.json';

const RECORD_FORMAT = 3;

/** After the path of a file, for what people wrote in it. */
const AUTHORED = '#authored';

type Entry = readonly [size: number, changedMs: number, hash: string];

interface RecordContent {
  readonly format: typeof RECORD_FORMAT;
  readonly engine: string;
  readonly files: Readonly<Record<string, Entry>>;
}

/**
 * The hashes of hand-written files with the sizes and times that the files had, so that a file is read only when it may have
 * changed. It is a help only: without it everything is read.
 */
export class SourceRecord implements SourceFileHashes {
  private readonly path: string;
  private readonly known: Readonly<Record<string, Entry>>;
  private readonly noted = new Map<string, Entry>();
  /** Whether something was noted that is not in the file. */
  private hasNew = false;

  /**
   * @param engine names the release of the code that hashes
   * @param nowMs milliseconds since the epoch
   */
  constructor(
    private readonly place: Pick<Workspace, 'root' | 'config'>,
    private readonly engine: string,
    private readonly nowMs: number,
  ) {
    this.path = recordPath(place.root);
    this.known = readEntries(this.path, engine);
  }

  file(folder: Folder, path: string): string {
    return this.fileAt(sourcePath(this.place.config, folder, path));
  }

  /** Of a file by its path below the workspace's root, with `/`. */
  fileAt(path: string | undefined): string {
    return path === undefined ? '' : this.hash(path, '', hashOfFile);
  }

  authored(folder: Folder, { glob, shared }: SharedOwnedFile): string {
    const source = sourcePath(this.place.config, folder, glob);
    if (source === undefined) return '';
    const compute = (file: string): string => authoredHash(readTextIfExists(file), shared);
    return this.hash(source, AUTHORED, compute, restoreAside);
  }

  /**
   * Notes what people wrote in a file, if its text is the one that the hash was made from.
   *
   * @param path below the workspace's root, with `/`
   * @param hash as `authoredHash` gives it
   */
  noteAuthored(path: string, text: string, hash: string): void {
    const file = `${this.place.root}/${path}`;
    const stamp = stampIfReadable(file);
    if (stamp === undefined || stamp === UNREADABLE) return;
    const isAsMade = hashIfReadable(() => String(readTextIfExists(file) === text)) === 'true';
    if (isAsMade) this.note(path + AUTHORED, file, stamp, hash);
  }

  names(folder: Folder, files: OwnedFiles): readonly string[] {
    return listDirectory(folderPath(this.place, folder.id), displayPath(this.place.config, folder.id))
      .filter((name) => files.owns(name))
      .sort();
  }

  config(): string {
    return hashIfReadable(() => fileHash(readBytesIfExists(join(this.place.root, CONFIG_FILE))));
  }

  /** Keeps what was asked for, and forgets the rest. A workspace that cannot be written does without. */
  save(): void {
    this.write(Object.fromEntries(this.noted));
  }

  /** The same, but what was known before stays, too. */
  saveAdded(): void {
    if (this.hasNew) this.write({ ...this.known, ...Object.fromEntries(this.noted) });
  }

  private write(files: RecordContent['files']): void {
    try {
      const content: RecordContent = { format: RECORD_FORMAT, engine: this.engine, files };
      writeCacheFile(dirname(this.path), this.path, sealJson(content));
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
    }
  }

  /** @param findAgain brings back a missing file, if it can */
  private hash(
    path: string,
    suffix: string,
    compute: (file: string) => string,
    findAgain: (file: string) => boolean = () => false,
  ): string {
    const key = path + suffix;
    const noted = this.noted.get(key);
    if (noted !== undefined) return noted[2];
    const file = `${this.place.root}/${path}`;
    const stamp = stampIfReadable(file) ?? (findAgain(file) ? stampIfReadable(file) : undefined);
    if (stamp === undefined) return '';
    if (stamp === UNREADABLE) return UNREADABLE;
    const [size, changedMs] = stamp;
    const known = this.known[key];
    if (known !== undefined && known[0] === size && known[1] === changedMs) {
      this.noted.set(key, known);
      return known[2];
    }
    const hash = hashIfReadable(() => compute(file));
    this.note(key, file, stamp, hash);
    return hash;
  }

  private note(key: string, file: string, before: FileStamp, hash: string): void {
    // A fault of one moment says nothing about the file.
    if (hash === UNREADABLE) return;
    const after = stampIfReadable(file);
    const isSame = after !== undefined && after !== UNREADABLE && after[0] === before[0] && after[1] === before[1];
    if (!isSame || !isSettled(before, this.nowMs)) return;
    this.noted.set(key, [...before, hash]);
    this.hasNew = true;
  }
}

/** Removes the record, so that the next run reads every file. */
export function forgetSources(workspaceRoot: string): void {
  const path = recordPath(workspaceRoot);
  removeCacheFile(dirname(path), path);
}

function recordPath(workspaceRoot: string): string {
  return join(workspaceRoot, STATE_DIRECTORY, RECORD_FILE);
}

function stampIfReadable(file: string): FileStamp | typeof UNREADABLE | undefined {
  try {
    return stampOf(file);
  } catch {
    return UNREADABLE;
  }
}

function hashOfFile(file: string): string {
  return fileHash(readBytesIfExists(file));
}

function readEntries(path: string, engine: string): Readonly<Record<string, Entry>> {
  const file = readSealedFile(path);
  if (file.status !== 'sound') return {};
  const record = file.content as RecordContent;
  return record.format === RECORD_FORMAT && record.engine === engine ? record.files : {};
}
