import { dirname, join } from 'node:path';
import { readTextIfExists, sweepTemporaryFiles, writeFileIfChanged } from '@topicmill/files';
import { z } from 'zod';
import { isSettled, stampOf } from './file-stamp.js';
import { STATE_DIRECTORY } from './folder-state.js';

const stampSchema = z.tuple([z.number(), z.number()]);
const recordSchema = z.strictObject({
  format: z.literal(1),
  folders: z.record(z.string(), z.record(z.string(), stampSchema).nullable()),
});

type Stamp = z.infer<typeof stampSchema>;

const RECORD_FILE = 'published.json';

/**
 * Which published files were looked at, with their sizes and times, so that an unchanged folder costs a few file
 * look-ups instead of reading all its files. It is a help only: without it everything is read and compared.
 */
export class PublishedRecord {
  private readonly path: string;
  /** `null` for what was published and is to be compared again. */
  private readonly folders: Map<string, Record<string, Stamp> | null>;

  constructor(private readonly workspaceRoot: string) {
    this.path = join(workspaceRoot, STATE_DIRECTORY, RECORD_FILE);
    this.folders = new Map(Object.entries(readFolders(this.path)));
  }

  /** Whether all files noted under `key`, and the folders that hold them, are as they were. */
  isUnchanged(key: string): boolean {
    const stamps = this.folders.get(key);
    if (stamps === undefined || stamps === null) return false;
    return Object.entries(stamps).every(([path, [size, time]]) => {
      const now = stampOf(join(this.workspaceRoot, path));
      return now !== undefined && now[0] === size && now[1] === time;
    });
  }

  /**
   * Notes files as they are now. When one of them changed just now, all are compared once more.
   *
   * @param paths below the workspace's root, with `/`
   * @param nowMs milliseconds since the epoch
   */
  note(key: string, paths: readonly string[], nowMs: number): void {
    const stamps: Record<string, Stamp> = {};
    for (const path of new Set([...paths, ...paths.map((each) => dirname(each))])) {
      const stamp = stampOf(join(this.workspaceRoot, path));
      if (stamp === undefined || !isSettled(stamp, nowMs)) {
        this.folders.set(key, null);
        return;
      }
      stamps[path] = [...stamp];
    }
    this.folders.set(key, stamps);
  }

  /** Forgets what was noted under any other key. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.folders.keys()) if (!keys.has(key)) this.folders.delete(key);
  }

  save(): void {
    sweepTemporaryFiles(dirname(this.path), (name) => name === RECORD_FILE);
    writeFileIfChanged(this.path, `${JSON.stringify({ format: 1, folders: Object.fromEntries(this.folders) })}\n`);
  }
}

function readFolders(path: string): z.infer<typeof recordSchema>['folders'] {
  try {
    return recordSchema.parse(JSON.parse(readTextIfExists(path) ?? '')).folders;
  } catch {
    return {};
  }
}
