import { dirname, join } from 'node:path';
import { readSealedFile, sealJson, sweepTemporaryFiles, writeCacheFile } from '@topicmill/base/files';
import * as z from 'zod';
import { type FileStamp, isSettled, stampOf } from './file-stamp.js';
import type { FolderState } from './folder-state.js';
import { STATE_DIRECTORY } from './state-directory.js';

const folderSchema = z.strictObject({
  state: z.string(),
  cacheKey: z.string().exactOptional(),
  stamps: z.string(),
  hasWarnings: z.literal(true).exactOptional(),
});
const RECORD_FORMAT = 5;
const recordSchema = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  folders: z.record(z.string(), folderSchema.nullable()),
});

/**
 * The seal of a state, the key under which a cache has it, and the stamps of the files published from it and of the
 * folders that contain them: for each a line of size, time and path, so that the record is read fast; whether its steps
 * warned of anything.
 */
type FolderRecord = z.infer<typeof folderSchema>;

/** What was published from a state. */
export interface PublishedState {
  /** Paths of the files, below the workspace's root, with `/`. */
  readonly paths: readonly string[];
  readonly hasWarnings: boolean;
}

/** A state as it is now. */
export interface StateNow {
  /** Under which a cache that gives the same state for the same key has it. */
  readonly cacheKey?: string | undefined;
  /** Of its file. */
  readonly seal: () => string;
}

const RECORD_FILE = 'published.json';

/**
 * Which published files were compared with their state, with their sizes and times, so that an unchanged folder costs a
 * few file look-ups instead of reading all its files. A state counts by the hash at its end, since a cache of builds may
 * write the same state anew in every run, and not even that is read if the cache has it under the same key. The record
 * only saves time: without it everything is read and compared.
 */
export class PublishedRecord {
  private readonly path: string;
  /** `null` for what was published and is to be compared again. */
  private readonly folders: Map<string, FolderRecord | null>;

  constructor(private readonly workspaceRoot: string) {
    this.path = join(workspaceRoot, STATE_DIRECTORY, RECORD_FILE);
    this.folders = new Map(Object.entries(readFolders(this.path)));
  }

  /**
   * Paths below a folder of what was published there by a target, those of the state included: none if nothing was.
   *
   * @param directory path of the folder below the workspace's root, with `/`
   */
  publishedPaths(target: string, directory: string, state: Pick<FolderState, 'filePaths'>): ReadonlySet<string> {
    const noted = this.folders.get(`${target}/${directory}`);
    if (noted === undefined) return new Set();
    const prefix = `${directory}/`;
    const paths = (noted?.stamps.split('\n') ?? []).map(pathOf).filter((path) => path.startsWith(prefix));
    return new Set([...paths.map((path) => path.slice(prefix.length)), ...state.filePaths]);
  }

  /** Whether the state, the files noted under `key` and the folders that contain them are as they were. */
  isUnchanged(key: string, { cacheKey, seal }: StateNow): boolean {
    const noted = this.folders.get(key);
    if (noted === undefined || noted === null) return false;
    if (!noted.stamps.split('\n').every((line) => this.isAsNoted(line))) return false;
    if (cacheKey !== undefined && noted.cacheKey === cacheKey) return true;
    if (noted.state !== seal()) return false;
    if (cacheKey !== undefined) this.folders.set(key, { ...noted, cacheKey });
    return true;
  }

  /**
   * Notes files as they are now. When one of them changed just now, all are compared once more.
   *
   * @param nowMs milliseconds since the epoch
   */
  note(key: string, { cacheKey, seal }: StateNow, { paths, hasWarnings }: PublishedState, nowMs: number): void {
    const lines: string[] = [];
    for (const path of new Set([...paths, ...paths.map((each) => dirname(each))])) {
      const stamp = stampIfPossible(`${this.workspaceRoot}/${path}`);
      if (stamp === undefined || !isSettled(stamp, nowMs)) {
        this.folders.set(key, null);
        return;
      }
      lines.push(`${stamp[0]} ${stamp[1]} ${path}`);
    }
    this.folders.set(key, {
      state: seal(),
      ...(cacheKey === undefined ? {} : { cacheKey }),
      stamps: lines.join('\n'),
      ...(hasWarnings ? { hasWarnings } : {}),
    });
  }

  /** Whether the steps of the state that is noted under `key` warned of anything. */
  hasWarnings(key: string): boolean {
    return this.folders.get(key)?.hasWarnings === true;
  }

  private isAsNoted(line: string): boolean {
    const [size, changedMs] = line.split(' ', 2);
    const now = stampIfPossible(`${this.workspaceRoot}/${pathOf(line)}`);
    return now !== undefined && `${now[0]}` === size && `${now[1]}` === changedMs;
  }

  /** Forgets what was noted of a target for any other folder. */
  retain(target: string, folders: ReadonlySet<string>): void {
    const prefix = `${target}/`;
    for (const key of this.folders.keys()) {
      if (key.startsWith(prefix) && !folders.has(key.slice(prefix.length))) this.folders.delete(key);
    }
  }

  save(): void {
    const content = { format: RECORD_FORMAT, folders: Object.fromEntries(this.folders) };
    writeCacheFile(dirname(this.path), this.path, sealJson(content));
    // Every process that ends its work here comes by: what killed ones left of the other records is swept, too.
    sweepTemporaryFiles(dirname(this.path), () => true, undefined, STATE_DIRECTORY);
  }
}

function pathOf(line: string): string {
  return line.slice(line.indexOf(' ', line.indexOf(' ') + 1) + 1);
}

/** `undefined` for a link that leads nowhere, too. */
function stampIfPossible(path: string): FileStamp | undefined {
  try {
    return stampOf(path);
  } catch {
    return undefined;
  }
}

function readFolders(path: string): z.infer<typeof recordSchema>['folders'] {
  const file = readSealedFile(path);
  return (file.status === 'sound' ? recordSchema.safeParse(file.content).data?.folders : undefined) ?? {};
}
