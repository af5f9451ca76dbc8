import { basename, dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  readSealedFile,
  sealCompressedJson,
  shownInCache,
  sweepTemporaryFiles,
  writeCacheFile,
} from '@topicmill/base/files';
import { STATE_DIRECTORY } from './build-record.js';

const MEMO_FORMAT = 3;

/** What a memo's file contains; its seal proves that it was written here, so only what may differ between releases is looked at. */
interface MemoFile {
  readonly format: number;
  readonly name: string;
  readonly engine: string;
  readonly values: Readonly<Record<string, string>>;
}

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
    const content: MemoFile = { format: MEMO_FORMAT, name, engine, values: used };
    writeCacheFile(join(workspaceRoot, STATE_DIRECTORY), path, sealCompressedJson(content, true));
    sweepTemporaryFiles(
      dirname(path),
      (target) => target === basename(path),
      undefined,
      shownInCache(join(workspaceRoot, STATE_DIRECTORY), dirname(path)),
    );
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

function memoPath(workspaceRoot: string, name: string): string {
  return join(workspaceRoot, STATE_DIRECTORY, 'memo', `${name}.br`);
}

function isSame(known: MemoFile['values'], used: Record<string, string>): boolean {
  const keys = Object.keys(used);
  return keys.length === Object.keys(known).length && keys.every((key) => used[key] === known[key]);
}

/** Whether the content of a sealed file is a memo of this format, whatever release made it. */
export function isMemo(content: unknown): content is MemoFile {
  return (content as Partial<MemoFile> | undefined)?.format === MEMO_FORMAT;
}

function readValues(path: string, name: string, engine: string): MemoFile['values'] {
  const file = readSealedFile(path);
  if (file.status !== 'sound' || !isMemo(file.content)) return {};
  const memo = file.content;
  return memo.name === name && memo.engine === engine ? memo.values : {};
}
