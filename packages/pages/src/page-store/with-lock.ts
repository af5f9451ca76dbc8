import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, listDirectory, sleepMs } from '@topicmill/base/files';

const MAX_WAIT_MS = 10_000;
const MIN_PAUSE_MS = 5;
const PAUSE_RANGE_MS = 40;

/** Files of locks of this process that could not be removed when they were released. */
const unreleased = new Set<string>();

/**
 * Runs the work while no other process runs work under the same lock. Files left by processes of this machine that have
 * ended are ignored and removed.
 *
 * Each process announces itself with a file of its own name, then looks for the files of others and withdraws if there
 * is one. No file is ever taken over, so the lock of a dead process can be removed without the risk of removing one
 * that another process took in the meantime: a lock with a single name, as `proper-lockfile` has it, loses that race.
 *
 * @param path the lock's files are named `{path}.{host}.{process}.{random}`
 * @param displayPath the same path as errors show it
 * @throws TopicmillError `LOCK_HELD` when another process holds the lock for ten seconds, `FILE_UNWRITABLE`; whatever `work` throws
 */
export function withLock<T>(path: string, work: () => T, displayPath: string = path): T {
  const own = `${path}.${hostName()}.${process.pid}.${randomBytes(6).toString('hex')}`;
  for (let waitedMs = 0; !acquire(path, own, displayPath); ) {
    if (waitedMs >= MAX_WAIT_MS) {
      throw new TopicmillError('LOCK_HELD', 'Another process has held this lock for ten seconds.', {
        file: describeHolder(otherHolder(path, own, displayPath) ?? path, displayPath),
        remedy: 'Wait for it to end, or remove the file if there is no such process.',
      });
    }
    // Two processes that saw each other try again at different times.
    const pauseMs = MIN_PAUSE_MS + Math.random() * PAUSE_RANGE_MS;
    sleepMs(pauseMs);
    waitedMs += pauseMs;
  }
  try {
    return work();
  } finally {
    release(own);
  }
}

function acquire(path: string, own: string, displayPath: string): boolean {
  try {
    writeFileSync(own, '', { flag: 'wx' });
    if (otherHolder(path, own, displayPath) === undefined) return true;
    release(own);
    return false;
  } catch (cause) {
    release(own);
    if (cause instanceof TopicmillError) throw cause;
    throw new TopicmillError('FILE_UNWRITABLE', `The lock cannot be taken (${errorCode(cause)}).`, {
      file: displayPath,
      remedy: 'Check that you may write to its folder and that the disk is not full.',
      cause,
    });
  }
}

/** Nothing is thrown: the work is done, or a failure that came before says more. */
function release(own: string): void {
  try {
    rmSync(own, { force: true });
  } catch {
    unreleased.add(own);
  }
}

function describeHolder(holder: string, displayPath: string): string {
  return join(dirname(displayPath), basename(holder));
}

/** The file of another process that holds the lock or is about to take it. */
function otherHolder(path: string, own: string, displayPath: string): string | undefined {
  const prefix = `${basename(path)}.`;
  for (const name of listDirectory(dirname(path), dirname(displayPath))) {
    const file = join(dirname(path), name);
    if (!name.startsWith(prefix) || file === own) continue;
    const [processId, host] = name.slice(prefix.length).split('.').reverse().slice(1);
    if (!unreleased.has(file) && (host !== hostName() || isRunning(Number(processId)))) return file;
    rmSync(file, { force: true });
    unreleased.delete(file);
  }
  return undefined;
}

/** The machine's name as part of a file name, without a dot. */
function hostName(): string {
  return hostname().replace(/[^A-Za-z0-9-]/g, '_');
}

/** True when it cannot be determined. */
function isRunning(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return true;
  try {
    process.kill(processId, 0);
    return true;
  } catch (cause) {
    return errorCode(cause) !== 'ESRCH';
  }
}
