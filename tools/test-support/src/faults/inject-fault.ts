import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Calls that can fail; each takes a path, or a file handle, first. */
const CALLS = [
  'closeSync',
  'linkSync',
  'lstatSync',
  'mkdirSync',
  'openSync',
  'readFileSync',
  'readSync',
  'readdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'statSync',
  'writeFileSync',
  'writeSync',
] as const;

export const FAULT_CODES = ['EACCES', 'EIO', 'EMFILE', 'ENOSPC'] as const;
export const FAULT_KINDS = [...FAULT_CODES, 'half a write', 'kill'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The call that fails, counted from 0 among those for paths below some folders; `undefined` only counts. */
export interface Fault {
  readonly below: readonly string[];
  readonly at: number | undefined;
  /** Whether all calls after it fail, too. */
  readonly lasts?: true;
  /** A code, half a write before `ENOSPC`, which only writes are counted for, or the end of the process. */
  readonly kind: FaultKind;
}

/** What happened meanwhile. */
export interface FaultRun<T> {
  readonly result: T;
  readonly callCount: number;
  /** The call that failed, for messages. */
  readonly failedCall: string | undefined;
}

/** A fault that waits for its call. */
export interface InjectedFault {
  readonly callCount: number;
  readonly failedCall: string | undefined;
  /** Makes the calls what they were. */
  remove(): void;
}

type Call = (...args: unknown[]) => unknown;

/**
 * Lets one call to the file system fail, in this thread.
 *
 * @param onFailed called just before, while calls do not fail
 */
export function injectFault(fault: Fault, onFailed?: (call: string) => void): InjectedFault {
  const table = fs as unknown as Record<string, Call>;
  const originals = new Map(CALLS.map((name) => [name, table[name]!]));
  const pathsByHandle = new Map<unknown, string>();
  const { below, at, lasts, kind } = fault;
  let callCount = 0;
  let failedCall: string | undefined;
  const isReached = (call: number): boolean => call === at || (lasts === true && at !== undefined && call > at);
  const isMeant = (name: string, path: string): boolean =>
    below.some((folder) => path.startsWith(folder)) && (kind !== 'half a write' || name.startsWith('write'));
  for (const [name, original] of originals) {
    table[name] = (...args) => {
      const path = pathsByHandle.get(args[0]) ?? String(args[0]);
      if (name === 'closeSync') pathsByHandle.delete(args[0]);
      if (isMeant(name, path) && isReached(callCount++)) {
        failedCall = `${name} ${path} (${kind})`;
        onFailed?.(failedCall);
        failNow(kind, { call: failedCall, syscall: name.replace(/(?:File)?Sync$/, ''), path }, () =>
          name === 'closeSync' ? original(...args) : writeHalf(original, args),
        );
      }
      const result = original(...args);
      if (name === 'openSync') pathsByHandle.set(result, path);
      return result;
    };
  }
  syncBuiltinESMExports();
  return {
    get callCount() {
      return callCount;
    },
    get failedCall() {
      return failedCall;
    },
    remove() {
      for (const [name, original] of originals) table[name] = original;
      syncBuiltinESMExports();
    },
  };
}

/** Does some work while one call to the file system fails. What the work throws is thrown. */
export async function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<FaultRun<T>> {
  const injected = injectFault(fault);
  try {
    const result = await work();
    return { result, callCount: injected.callCount, failedCall: injected.failedCall };
  } finally {
    injected.remove();
  }
}

/** A call as an error of the system names it. */
interface FailedCall {
  readonly call: string;
  readonly syscall: string;
  readonly path: string;
}

/** @param doInPart does what is done of the call before it fails */
function failNow(kind: FaultKind, { call, syscall, path }: FailedCall, doInPart: () => unknown): never {
  if (kind === 'kill') process.kill(process.pid, 'SIGKILL');
  if (kind === 'half a write' || syscall === 'close') doInPart();
  const code = kind === 'half a write' ? 'ENOSPC' : kind;
  throw Object.assign(new Error(`${code}: injected, ${call}`), { code, errno: -1, syscall, path });
}

function writeHalf(original: Call, [target, data, ...rest]: unknown[]): void {
  if (typeof data === 'string') original(target, data.slice(0, data.length >> 1), ...rest);
  else if (data instanceof Uint8Array) original(target, data.subarray(0, data.length >> 1));
}
