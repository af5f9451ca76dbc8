import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Random } from '@topicmill/test-support/generate';
import { folderOfRun } from '@topicmill/test-support/shared-folder';
import { expect, it, onTestFinished } from 'vitest';
import { type Kill, killOperations } from '../src/artifacts/kill-operations.js';

const root = join(import.meta.dirname, '../../..');
const hooks = pathToFileURL(join(root, 'packages/embedding/test/embedding-cache/fixtures/typescript-hooks.mjs')).href;

it('leaves a whole store wherever the work is killed', { timeout: 300_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-kill-artifacts-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  process.env['TRANSPILED_FOLDER'] = folderOfRun('transpiled');
  const worker = join(root, 'tools/crash-tests/src/artifacts/worker.ts');
  const command = ['--conditions=@topicmill/source', '--import', hooks, worker];
  const kills: Kill[] = [];
  for await (const kill of killOperations({ directory, command, killCount: 3, random: new Random(7) }))
    kills.push(kill);
  expect(kills.map(({ operation }) => operation)).toEqual(['ingest', 'replace', 'reindex']);
  expect(kills.flatMap(({ faults }) => faults)).toEqual([]);
});
