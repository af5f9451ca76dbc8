import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');

// The counting processes run what is compiled.
beforeAll(() => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(spawnSync(process.execPath, [tsc, '-b', join(root, 'packages', 'pages')]).status).toBe(0);
}, 120_000);

test('processes that find locks of dead ones at the same time never work at the same time', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'number'), '0');
  const { pid: deadProcess } = spawnSync(process.execPath, ['-e', '0']);
  const counter = join(import.meta.dirname, 'fixtures', 'counter.mjs');
  const processes = Array.from({ length: 3 }, () =>
    spawn(process.execPath, [counter, folder, '60', String(deadProcess)], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(processes.map(async (each) => (await once(each, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect(readFileSync(join(folder, 'number'), 'utf8')).toBe('180');
  expect(readdirSync(folder)).toEqual(['number']);
});
