import { dirname, join } from 'node:path';
import { readTextIfExists, sweepTemporaryFiles, writeFileIfChanged } from '@topicmill/files';
import { z } from 'zod';
import { isSettled, stampOf } from './file-stamp.js';
import { STATE_DIRECTORY } from './folder-state.js';

const stampSchema = z.tuple([z.number(), z.number()]);
const folderSchema = z.strictObject({ state: z.string(), files: z.record(z.string(), stampSchema) });
const recordSchema = z.strictObject({
  format: z.literal(2),
  folders: z.record(z.string(), folderSchema.nullable()),
});

type Stamp = z.infer<typeof stampSchema>;
/** The SHA-256 of a state, and the stamps of the files published from it and of the folders that hold them. */
type FolderRecord = z.infer<typeof folderSchema>;

const RECORD_FILE = 'published.json';

/**
 * Which published files were looked at, with their sizes and times, so that an unchanged folder costs a few file
 * look-ups instead of reading all its files. A state counts by its content, since a cache of builds may write the same
 * state anew in every run. The record is a help only: without it everything is read and compared.
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
   * Whether the state, all files noted under `key` and the folders that hold them are as they were.
   *
   * @param stateSha256 of the state as it is now
   */
  isUnchanged(key: string, stateSha256: () => string): boolean {
    const noted = this.folders.get(key);
    if (noted === undefined || noted === null) return false;
    const isAsNoted = Object.entries(noted.files).every(([path, [size, time]]) => {
      const now = stampOf(join(this.workspaceRoot, path));
      return now !== undefined && now[0] === size && now[1] === time;
    });
    return isAsNoted && noted.state === stateSha256();
  }

  /**
   * Notes files as they are now. When one of them changed just now, all are compared once more.
   *
   * @param stateSha256 of the state that the files were published from
   * @param paths of the files, below the workspace's root, with `/`
   * @param nowMs milliseconds since the epoch
   */
  note(key: string, stateSha256: string, paths: readonly string[], nowMs: number): void {
    const stamps: Record<string, Stamp> = {};
    for (const path of new Set([...paths, ...paths.map((each) => dirname(each))])) {
      const stamp = stampOf(join(this.workspaceRoot, path));
      if (stamp === undefined || !isSettled(stamp, nowMs)) {
        this.folders.set(key, null);
        return;
      }
      stamps[path] = [...stamp];
    }
    this.folders.set(key, { state: stateSha256, files: stamps });
  }

  /** Forgets what was noted under any other key. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.folders.keys()) if (!keys.has(key)) this.folders.delete(key);
  }

  save(): void {
    sweepTemporaryFiles(dirname(this.path), (name) => name === RECORD_FILE);
    writeFileIfChanged(this.path, `${JSON.stringify({ format: 2, folders: Object.fromEntries(this.folders) })}\n`);
  }
}

function readFolders(path: string): z.infer<typeof recordSchema>['folders'] {
  try {
    return recordSchema.parse(JSON.parse(readTextIfExists(path) ?? '')).folders;
  } catch {
    return {};
  }
}
