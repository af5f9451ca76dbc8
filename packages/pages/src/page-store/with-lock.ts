import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';

const WAIT_MS = 20;
const MAX_WAIT_MS = 10_000;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Runs the work while a file of that path says that this process holds it. A file that a process left which is no
 * longer there counts for nothing.
 *
 * @throws TopicmillError `LOCK_HELD` when another process does not end for ten seconds
 */
export function withLock<T>(path: string, work: () => T): T {
  for (let waitedMs = 0; !take(path); waitedMs += WAIT_MS) {
    if (waitedMs >= MAX_WAIT_MS) {
      throw new TopicmillError('LOCK_HELD', 'Another process has been working here for ten seconds.', {
        file: path,
        remedy: 'Wait for it, or remove the file if there is no such process.',
      });
    }
    Atomics.wait(sleeper, 0, 0, WAIT_MS);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** The file is there with its content or not at all: it is written under another name and linked to its own. */
function take(path: string): boolean {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST') throw cause;
    if (!isRunning(ownerOf(path))) discard(path);
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function ownerOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

/** True when it cannot be told. */
function isRunning(processId: number | undefined): boolean {
  if (processId === undefined || !Number.isInteger(processId) || processId <= 0) return true;
  try {
    process.kill(processId, 0);
    return true;
  } catch (cause) {
    return errorCode(cause) !== 'ESRCH';
  }
}

/** Moves the file away, and back when another process took the lock meanwhile. */
function discard(path: string): void {
  const away = `${path}.${process.pid}.away`;
  try {
    renameSync(path, away);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return;
    throw cause;
  }
  if (isRunning(ownerOf(away))) renameSync(away, path);
  else rmSync(away, { force: true });
}
