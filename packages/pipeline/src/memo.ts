import { join } from 'node:path';
import { readTextIfExists, writeFileIfChanged } from '@topicmill/files';
import * as z from 'zod';
import { STATE_DIRECTORY } from './folder-state.js';

const memoSchema = z.strictObject({
  format: z.literal(1),
  engine: z.string(),
  values: z.record(z.string(), z.string()),
});

/** Results that cost more to compute than to keep, by a key that holds all they hang on. */
export interface Memo {
  /** What was kept under a key. */
  recall(key: string): string | undefined;
  keep(key: string, value: string): void;
  /** Writes what was recalled or kept since the memo was opened, and forgets the rest. */
  save(): void;
}

/**
 * A memo in a file of the workspace's states. A file that is missing, damaged or of another release is an empty memo.
 *
 * @param engine names the release of the code that computes
 */
export function openMemo(workspaceRoot: string, name: string, engine: string): Memo {
  const path = join(workspaceRoot, STATE_DIRECTORY, 'memo', `${name}.json`);
  const known = readValues(path, engine);
  const used: Record<string, string> = {};
  return {
    recall(key) {
      const value = known[key];
      if (value !== undefined) used[key] = value;
      return value;
    },
    keep(key, value) {
      used[key] = value;
    },
    save: () => {
      writeFileIfChanged(path, `${JSON.stringify({ format: 1, engine, values: used })}\n`);
    },
  };
}

function readValues(path: string, engine: string): Record<string, string> {
  try {
    const memo = memoSchema.parse(JSON.parse(readTextIfExists(path) ?? ''));
    return memo.engine === engine ? memo.values : {};
  } catch {
    return {};
  }
}
