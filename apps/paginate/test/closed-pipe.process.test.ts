import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { main } from '../src/main.js';
import { temporaryFolder } from './temporary-folder.js';

const root = join(import.meta.dirname, '..', '..', '..');

// The command runs as it is installed.
beforeAll(() => {
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  expect(spawnSync(process.execPath, [tsc, '-b', join(root, 'apps', 'paginate')]).status).toBe(0);
}, 120_000);

/** Exit code of `paginate verify` whose output nobody reads. */
async function unreadExitCode(cwd: string, ...closed: ('stdout' | 'stderr')[]): Promise<number> {
  const bin = join(root, 'apps', 'paginate', 'bin', 'paginate.js');
  const command = spawn(process.execPath, [bin, 'verify', 'pages'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const name of ['stdout', 'stderr'] as const) {
    if (closed.includes(name)) command[name].destroy();
    else command[name].resume();
  }
  return (await once(command, 'exit'))[0] as number;
}

test('a reader that goes away does not change the exit code', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'guide.md'), `# Guide\n\n${'Some words. '.repeat(200)}\n\n${'More words. '.repeat(200)}\n`);
  const io = { cwd, env: {}, stdout: { write() {} }, stderr: { write() {} } };
  const split = ['guide.md', '--out', 'pages', '--base-url', 'https://example.com', '--context', '1400'];
  expect(await main(split, io)).toBe(0);
  expect(await unreadExitCode(cwd, 'stdout')).toBe(0);
  const manifest = join(cwd, 'pages', 'chunks.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"next": "chunk-002"', '"next": "chunk-009"'));
  expect(await unreadExitCode(cwd, 'stderr')).toBe(13);
  expect(await unreadExitCode(cwd, 'stdout', 'stderr')).toBe(13);
});
