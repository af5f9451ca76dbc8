import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { pauseSometimes } from './pause-sometimes.js';

/** Preloaded into a process: it pauses before and after calls for files of one name, as on a machine with too much to do. */
const CALLS = ['closeSync', 'fstatSync', 'linkSync', 'openSync', 'readSync', 'renameSync', 'statSync', 'writeFileSync'];
const SHARE = 0.03;
const { TOPICMILL_TEST_PAUSE_MS = '0', TOPICMILL_TEST_PAUSE_NAME = '' } = process.env;
const maxMs = Number(TOPICMILL_TEST_PAUSE_MS);

const table = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
for (const name of CALLS) {
  const original = table[name]!;
  table[name] = (...args) => {
    const isMeant = typeof args[0] === 'number' || String(args[0]).includes(TOPICMILL_TEST_PAUSE_NAME);
    if (isMeant) pauseSometimes(SHARE, maxMs);
    const result = original(...args);
    if (isMeant) pauseSometimes(SHARE, maxMs);
    return result;
  };
}
syncBuiltinESMExports();
