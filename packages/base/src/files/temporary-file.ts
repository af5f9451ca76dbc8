import { randomInt } from 'node:crypto';
import { statSync, unlinkSync } from 'node:fs';
import { errorCode } from './read-document.js';

/** Unusual enough that no file of a person has such a name: whatever has it may be swept. */
const NAME = /^(.+)\.(?:(\d{1,10})-)?\d{10}\.topicmill-tmp$/;
/** What people wrote may be in it: it is never swept. */
const ASIDE_NAME = /^(.+)\.(\d{1,10})-\d{10}\.topicmill-aside$/;

/** No write takes longer: after that time the process with the recorded id is another one. */
const MAX_WRITE_MS = 60 * 60 * 1000;

/** What the name of a temporary file says. */
interface TemporaryName {
  /** Name of the file that it was to become. */
  readonly target: string;
  /** Id of the process that wrote it; `undefined` in names of earlier releases. */
  readonly processId: number | undefined;
}

/** A new name next to `path`, for a file that is renamed to it: `<path>.<process id>-<ten digits>.topicmill-tmp`. */
export function temporaryPath(path: string): string {
  return `${path}.${process.pid}-${randomInt(1e9, 1e10)}.topicmill-tmp`;
}

/** A new name next to `path`, for the existing file: `<path>.<process id>-<ten digits>.topicmill-aside`. */
export function asidePath(path: string): string {
  return `${path}.${process.pid}-${randomInt(1e9, 1e10)}.topicmill-aside`;
}

/** Whether a name is that of a file which a writer made or set aside, and removes when it is done. */
export function isWritersName(name: string): boolean {
  return NAME.test(name) || ASIDE_NAME.test(name);
}

/** `undefined` for a name that is not that of a file set aside. */
export function parseAsideName(name: string): TemporaryName | undefined {
  const [, target, processId] = ASIDE_NAME.exec(name) ?? [];
  return target === undefined ? undefined : { target, processId: Number(processId) };
}

/** `undefined` for a name that is not that of a temporary file. */
export function parseTemporaryName(name: string): TemporaryName | undefined {
  const [, target, processId] = NAME.exec(name) ?? [];
  if (target === undefined) return undefined;
  return { target, processId: processId === undefined ? undefined : Number(processId) };
}

/** Whether the process that writes a temporary file may still be writing it. */
export function isBeingWritten(path: string, { processId }: TemporaryName): boolean {
  return isWriterActive(processId, () => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

/**
 * Whether a process may still be doing what it began.
 *
 * @param sinceMs when it began
 */
export function isWriterActive(processId: number | undefined, sinceMs: () => number): boolean {
  return processId !== undefined && isRunning(processId) && Date.now() - sinceMs() < MAX_WRITE_MS;
}

/** Nothing is thrown: the failed write that it follows says more than that a file cannot be removed. */
export function removeLeftover(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (thrown) {
    // The process belongs to another user.
    return errorCode(thrown) === 'EPERM';
  }
}
