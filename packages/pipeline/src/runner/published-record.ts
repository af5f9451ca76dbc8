import { dirname, join } from 'node:path';
import { readSealedFile, sealJson, sweepTemporaryFiles, writeCacheFile } from '@topicmill/base/files';
import * as z from 'zod';
import { areAsSeen, isSettled, pathOfLine, sightLine, sightOf } from './file-stamp.js';
import type { FolderState } from './folder-state.js';
import type { NotedRun } from './noted-run.js';
import { STATE_DIRECTORY } from './state-directory.js';

const folderSchema = z.strictObject({
  state: z.string(),
  cacheKey: z.string().exactOptional(),
  stamps: z.string(),
  hasWarnings: z.literal(true).exactOptional(),
  /** The seal of the record proves that it was written here. */
  run: z.custom<NotedRun>().exactOptional(),
});
const RECORD_FORMAT = 6;
const recordSchema = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  folders: z.record(z.string(), folderSchema.nullable()),
});

/**
 * The seal of a state, the key under which a cache has it, and the stamps of the files published from it and of the
 * folders that contain them: for each a line of size, time and path, so that the record is read fast; whether its steps
 * warned of anything; the run that made it.
 */
type FolderRecord = z.infer<typeof folderSchema>;

/** What was published from a state. */
export interface PublishedState {
  /** Paths of the files, below the workspace's root, with `/`. */
  readonly paths: readonly string[];
  /** Paths of the folders in which these and no other such files are; none need be there. */
  readonly directories: readonly string[];
  readonly hasWarnings: boolean;
  /** When a comparison of all these files with the state began, in milliseconds since the epoch. */
  readonly comparedMs?: number | undefined;
  /** Compares them once more, for what has changed since. */
  readonly isAsMade: () => boolean;
  readonly run?: NotedRun | undefined;
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
  /** Whether the file is not the one that `save` would write. */
  private isChanged = false;

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
    const paths = (noted?.stamps.split('\n') ?? []).map(pathOfLine).filter((path) => path.startsWith(prefix));
    return new Set([...paths.map((path) => path.slice(prefix.length)), ...state.filePaths]);
  }

  /** Whether the state, the files noted under `key` and the folders that contain them are as they were. */
  isUnchanged(key: string, { cacheKey, seal }: StateNow): boolean {
    const noted = this.folders.get(key);
    if (noted === undefined || noted === null) return false;
    if (!areAsSeen(this.workspaceRoot, noted.stamps)) return false;
    if (cacheKey !== undefined && noted.cacheKey === cacheKey) return true;
    if (noted.state !== seal()) return false;
    if (cacheKey !== undefined) this.set(key, { ...noted, cacheKey });
    return true;
  }

  /**
   * The last run of the folder noted under `key`, if it would do and say the same again.
   *
   * @param settings as the run has them
   */
  currentRun(key: string, settings: string): NotedRun | undefined {
    const noted = this.folders.get(key);
    if (noted?.run === undefined || noted.run.settings !== settings) return undefined;
    const lines = [noted.run.stamps, noted.stamps];
    return lines.every((each) => areAsSeen(this.workspaceRoot, each)) ? noted.run : undefined;
  }

  /**
   * Notes that a later run made the same state as is noted under `key`.
   *
   * @returns whether a run of that state is noted
   */
  renewRun(key: string, run: Omit<NotedRun, 'steps'>): boolean {
    const noted = this.folders.get(key);
    if (noted?.run === undefined) return false;
    this.set(key, { ...noted, run: { ...noted.run, ...run } });
    return true;
  }

  /**
   * Notes files as they are now. When one of them changed just now, or is not as the state says, all are compared once more.
   *
   * @param nowMs milliseconds since the epoch
   */
  note(key: string, { cacheKey, seal }: StateNow, published: PublishedState, nowMs: number): void {
    const { hasWarnings, run } = published;
    const stamps = this.provenStamps(published, nowMs);
    this.set(
      key,
      stamps === undefined
        ? null
        : {
            state: seal(),
            ...(cacheKey === undefined ? {} : { cacheKey }),
            stamps,
            ...(hasWarnings ? { hasWarnings } : {}),
            ...(run === undefined ? {} : { run }),
          },
    );
  }

  /** The times are taken first, so that a change during the comparison shows in them later. */
  private provenStamps(
    { paths, directories, comparedMs, isAsMade }: PublishedState,
    nowMs: number,
  ): string | undefined {
    const lines: string[] = [];
    let isCompared = comparedMs !== undefined;
    const folders = new Set([...directories, ...paths.map((each) => dirname(each))]);
    for (const path of [...paths, ...folders]) {
      const sight = sightOf(`${this.workspaceRoot}/${path}`);
      if (sight === undefined || (sight === 'absent' ? !folders.has(path) : !isSettled(sight, nowMs))) return undefined;
      isCompared &&= sight === 'absent' || isSettled(sight, comparedMs!);
      lines.push(sightLine(sight, path));
    }
    return isCompared || isAsMade() ? lines.join('\n') : undefined;
  }

  /** Whether the steps of the state that is noted under `key` warned of anything. */
  hasWarnings(key: string): boolean {
    return this.folders.get(key)?.hasWarnings === true;
  }

  private set(key: string, noted: FolderRecord | null): void {
    this.folders.set(key, noted);
    this.isChanged = true;
  }

  /** Forgets what was noted of a target for any other folder. */
  retain(target: string, folders: ReadonlySet<string>): void {
    const prefix = `${target}/`;
    for (const key of this.folders.keys()) {
      if (!key.startsWith(prefix) || folders.has(key.slice(prefix.length))) continue;
      this.folders.delete(key);
      this.isChanged = true;
    }
  }

  save(): void {
    if (this.isChanged) {
      const content = { format: RECORD_FORMAT, folders: Object.fromEntries(this.folders) };
      writeCacheFile(dirname(this.path), this.path, sealJson(content));
      this.isChanged = false;
    }
    // Every process that ends its work here comes by: what killed ones left of the other records is swept, too.
    sweepTemporaryFiles(dirname(this.path), () => true, undefined, STATE_DIRECTORY);
  }
}

function readFolders(path: string): z.infer<typeof recordSchema>['folders'] {
  const file = readSealedFile(path);
  return (file.status === 'sound' ? recordSchema.safeParse(file.content).data?.folders : undefined) ?? {};
}
