import { dirname, join } from 'node:path';
import { readTextIfExists, sweepTemporaryFiles, writeFileIfChanged } from '@topicmill/base/files';
import * as z from 'zod';
import { isSettled, stampOf } from './file-stamp.js';
import { STATE_DIRECTORY } from './state-directory.js';

const folderSchema = z.strictObject({
  state: z.string().exactOptional(),
  cacheKey: z.string().exactOptional(),
  stamps: z.string(),
});
const recordSchema = z.strictObject({
  format: z.literal(3),
  folders: z.record(z.string(), folderSchema.nullable()),
});

/**
 * The SHA-256 of a state, or the key under which a cache has it, or both; and the stamps of the files published from it
 * and of the folders that hold them: for each a line of size, time and path, so that the record is read fast.
 */
type FolderRecord = z.infer<typeof folderSchema>;

/** A state as it is now. */
export interface StateNow {
  /** Under which a cache that gives the same state for the same key has it. */
  readonly cacheKey?: string | undefined;
  readonly sha256: () => string;
}

const RECORD_FILE = 'published.json';

/**
 * Which published files were looked at, with their sizes and times, so that an unchanged folder costs a few file
 * look-ups instead of reading all its files. A state counts by its content, since a cache of builds may write the same
 * state anew in every run, and is not even read when it has the key that it had. The record is a help only: without it
 * everything is read and compared.
 */
export class PublishedRecord {
  private readonly path: string;
  /** `null` for what was published and is to be compared again. */
  private readonly folders: Map<string, FolderRecord | null>;

  constructor(private readonly workspaceRoot: string) {
    this.path = join(workspaceRoot, STATE_DIRECTORY, RECORD_FILE);
    this.folders = new Map(Object.entries(readFolders(this.path)));
  }

  /** Whether the state, all files noted under `key` and the folders that hold them are as they were. */
  isUnchanged(key: string, { cacheKey, sha256 }: StateNow): boolean {
    const noted = this.folders.get(key);
    if (noted === undefined || noted === null) return false;
    if (!noted.stamps.split('\n').every((line) => this.isAsNoted(line))) return false;
    if (cacheKey !== undefined && noted.cacheKey === cacheKey) return true;
    if (noted.state !== sha256()) return false;
    if (cacheKey !== undefined) this.folders.set(key, { ...noted, cacheKey });
    return true;
  }

  /**
   * Notes files as they are now. When one of them changed just now, all are compared once more.
   *
   * @param state that the files were published from
   * @param paths of the files, below the workspace's root, with `/`
   * @param nowMs milliseconds since the epoch
   */
  note(key: string, { cacheKey, sha256 }: StateNow, paths: readonly string[], nowMs: number): void {
    const lines: string[] = [];
    for (const path of new Set([...paths, ...paths.map((each) => dirname(each))])) {
      const stamp = stampOf(`${this.workspaceRoot}/${path}`);
      if (stamp === undefined || !isSettled(stamp, nowMs)) {
        this.folders.set(key, null);
        return;
      }
      lines.push(`${stamp[0]} ${stamp[1]} ${path}`);
    }
    this.folders.set(key, {
      ...(cacheKey === undefined ? { state: sha256() } : { cacheKey }),
      stamps: lines.join('\n'),
    });
  }

  private isAsNoted(line: string): boolean {
    const [size, changedMs] = line.split(' ', 2);
    const now = stampOf(`${this.workspaceRoot}/${line.slice(`${size} ${changedMs} `.length)}`);
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
    sweepTemporaryFiles(dirname(this.path), (name) => name === RECORD_FILE);
    writeFileIfChanged(this.path, `${JSON.stringify({ format: 3, folders: Object.fromEntries(this.folders) })}\n`);
  }
}

function readFolders(path: string): z.infer<typeof recordSchema>['folders'] {
  try {
    return recordSchema.parse(JSON.parse(readTextIfExists(path) ?? '')).folders;
  } catch {
    return {};
  }
}
