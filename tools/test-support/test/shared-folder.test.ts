import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers } from '../src/shared-folder.js';

it('removes what killed runs left, and nothing of those that run', () => {
  const parent = mkdtempSync(join(tmpdir(), 'leftovers-'));
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const folders = [
    `topicmill-tests-${ended}-aB3xY9`,
    `topicmill-tests-${process.pid}-aB3xY9`,
    'topicmill-tests-aB3xY9',
  ];
  try {
    for (const folder of folders) mkdirSync(join(parent, folder, 'inner'), { recursive: true });
    removeLeftovers(parent);
    expect(folders.map((folder) => existsSync(join(parent, folder)))).toEqual([false, true, true]);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
