import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'TOPICMILL_TEST_FOLDER';

/**
 * A new folder for what a process of tests makes once and copies for each test. `makeSharedFolders` removes it: a process
 * of tests is ended without a chance to do so itself.
 */
export function sharedFolder(name: string): string {
  return mkdtempSync(join(process.env[VARIABLE] ?? tmpdir(), `topicmill-${name}-`));
}

/** The folder of this name that all processes of a run of tests have; what is in it has to be the same for all of them. */
export function folderOfRun(name: string): string {
  const folder = join(process.env[VARIABLE] ?? tmpdir(), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A file system in memory that most Linux systems have. */
const IN_MEMORY = '/dev/shm';
const PREFIX = 'topicmill-tests-';
const LEFTOVER = /^topicmill-tests-(\d+)-\w{6}$/;
/** Several times what the tests have at once. Containers often give `/dev/shm` 64 MB. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Names the place of shared folders to processes that are started later. Where there is room in memory, it is there, and
 * so are all other temporary files: tests write and remove many small ones, which takes a disk longer. Returns what
 * removes them all.
 */
export function makeSharedFolders(): () => void {
  const isInMemory = hasRoomInMemory();
  const parent = isInMemory ? IN_MEMORY : tmpdir();
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // Some tests run as other users.
  chmodSync(folder, 0o1777);
  process.env[VARIABLE] = folder;
  if (isInMemory) process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Removes folders of runs that were killed: the folder of a run names its process. */
export function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = LEFTOVER.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user cannot be asked, but is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}
