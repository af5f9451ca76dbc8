import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Calls that can fail; each takes a path, or a file handle, first. */
const CALLS = [
  'closeSync',
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
export type FaultCode = (typeof FAULT_CODES)[number];

/** The call that fails, counted from 0 among those for paths below a folder; `undefined` only counts. */
export interface Fault {
  readonly below: string;
  readonly at: number | undefined;
  readonly code: FaultCode;
}

/** What happened meanwhile. */
export interface FaultRun<T> {
  readonly result: T;
  readonly callCount: number;
  /** The call that failed, for messages. */
  readonly failedCall: string | undefined;
}

type Call = (...args: unknown[]) => unknown;

/** Does some work while one call to the file system fails. What the work throws is thrown. */
export async function withFault<T>({ below, at, code }: Fault, work: () => Promise<T>): Promise<FaultRun<T>> {
  const table = fs as unknown as Record<string, Call>;
  const originals = new Map(CALLS.map((name) => [name, table[name]!]));
  let callCount = 0;
  let failedCall: string | undefined;
  for (const [name, original] of originals) {
    table[name] = (...args) => {
      if (!String(args[0]).startsWith(below)) return original(...args);
      if (callCount++ !== at) return original(...args);
      failedCall = `${name} ${String(args[0]).slice(below.length)} (${code})`;
      throw Object.assign(new Error(`${code}: injected, ${failedCall}`), { code });
    };
  }
  syncBuiltinESMExports();
  try {
    const result = await work();
    return { result, callCount, failedCall };
  } finally {
    for (const [name, original] of originals) table[name] = original;
    syncBuiltinESMExports();
  }
}
