import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '@topicmill/test-support/generate';
import { folderOfRun } from '@topicmill/test-support/shared-folder';
import { expect, it, onTestFinished } from 'vitest';
import { type Kill, killOperations } from './kill-operations.js';
import { OPERATIONS } from './test-store.js';

const root = join(import.meta.dirname, '../../../../..');
const hooks = pathToFileURL(join(root, 'packages/embedding/test/embedding-cache/fixtures/typescript-hooks.mjs')).href;

/** `TOPICMILL_KILLS=200` for a night. */
const KILL_COUNT = Number(process.env['TOPICMILL_KILLS'] ?? 3);

it('leaves a whole store wherever the work is killed', { timeout: 300_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-kill-artifacts-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  process.env['TRANSPILED_FOLDER'] = folderOfRun('transpiled');
  const worker = join(import.meta.dirname, 'worker.ts');
  const command = ['--conditions=@topicmill/source', '--import', hooks, worker];
  const kills: Kill[] = [];
  for await (const kill of killOperations({ directory, command, killCount: KILL_COUNT, random: new Random(7) }))
    kills.push(kill);
  expect(new Set(kills.map(({ operation }) => operation))).toEqual(new Set(OPERATIONS));
  expect(kills).toHaveLength(KILL_COUNT);
  expect(kills.flatMap(({ faults }) => faults)).toEqual([]);
});
