import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name);

// The counting processes run what is compiled.
beforeAll(() => {
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  expect(spawnSync(process.execPath, [tsc, '-b', join(root, 'packages', 'pages')]).status).toBe(0);
}, 120_000);

test('processes that find locks of dead ones at the same time never work at the same time', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'number'), '0');
  const dead = temporaryFolder();
  expect(spawnSync(process.execPath, [fixture('dies-in-lock.mjs'), dead]).signal).toBe('SIGKILL');
  expect(readdirSync(dead)).toEqual([expect.stringMatching(/^\.lock/)]);
  const processes = Array.from({ length: 6 }, () =>
    spawn(process.execPath, [fixture('counter.mjs'), folder, '15', dead], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(processes.map(async (each) => (await once(each, 'exit'))[0]));
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(readFileSync(join(folder, 'number'), 'utf8')).toBe('90');
  expect(readdirSync(folder)).toEqual(['number']);
});
