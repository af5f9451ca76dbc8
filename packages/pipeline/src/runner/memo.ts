import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readSealedFile, removeCacheFile, sealJson, sweepTemporaryFiles, writeCacheFile } from '@topicmill/base/files';
import * as z from 'zod';
import { STATE_DIRECTORY } from './state-directory.js';

const MEMO_FORMAT = 2;

const memoSchema = z.strictObject({
  format: z.literal(MEMO_FORMAT),
  name: z.string(),
  engine: z.string(),
  values: z.record(z.string(), z.string()),
});

/** Cached results, keyed by everything they depend on. */
export interface Memo {
  /** What was kept under a key. */
  recall(key: string): string | undefined;
  keep(key: string, value: string): void;
  /** Writes what was recalled or kept since the memo was opened, if that differs, and forgets the rest. */
  save(): void;
  /** The same, but a workspace that cannot be written does without. */
  saveIfWritable(): void;
}

/**
 * A memo in a file of the workspace's states. A file that is missing, damaged or of another release is an empty memo.
 *
 * @param engine names the release of the code that computes
 */
export function openMemo(workspaceRoot: string, name: string, engine: string): Memo {
  const path = memoPath(workspaceRoot, name);
  const known = readValues(path, name, engine);
  const used: Record<string, string> = {};
  const save = (): void => {
    if (isSame(known, used)) return;
    const content = { format: MEMO_FORMAT, name, engine, values: used };
    writeCacheFile(join(workspaceRoot, STATE_DIRECTORY), path, sealJson(content));
    sweepTemporaryFiles(dirname(path), (target) => target === basename(path));
  };
  return {
    recall(key) {
      const value = known[key];
      if (value !== undefined) used[key] = value;
      return value;
    },
    keep(key, value) {
      used[key] = value;
    },
    save,
    saveIfWritable() {
      try {
        save();
      } catch (thrown) {
        if (!(thrown instanceof TopicmillError)) throw thrown;
      }
    },
  };
}

/** Removes a memo. */
export function forgetMemo(workspaceRoot: string, name: string): void {
  removeCacheFile(join(workspaceRoot, STATE_DIRECTORY), memoPath(workspaceRoot, name));
}

function memoPath(workspaceRoot: string, name: string): string {
  return join(workspaceRoot, STATE_DIRECTORY, 'memo', `${name}.json`);
}

function isSame(known: Record<string, string>, used: Record<string, string>): boolean {
  const keys = Object.keys(used);
  return keys.length === Object.keys(known).length && keys.every((key) => used[key] === known[key]);
}

function readValues(path: string, name: string, engine: string): Record<string, string> {
  const file = readSealedFile(path);
  const memo = file.status === 'sound' ? memoSchema.safeParse(file.content).data : undefined;
  return memo?.name === name && memo.engine === engine ? memo.values : {};
}
