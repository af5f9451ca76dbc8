import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { PageStore } from '../../src/page-store/index.js';
import { withLock } from '../../src/page-store/with-lock.js';
import { temporaryFolder } from './temporary-folder.js';

const root = join(import.meta.dirname, '../../../..');
const SETS = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)] as const;

// The process that rolls back runs what is compiled.
beforeAll(() => {
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  expect(spawnSync(process.execPath, [tsc, '-b', join(root, 'packages', 'pages')]).status).toBe(0);
}, 120_000);

function publish(link: string, sets: readonly string[]): void {
  for (const set of sets) new PageStore(link).publish(set, new Map([['page.md', set]]));
}

test('a rollback that waits for a publisher goes back from what that one has published', async () => {
  const [link, later] = [join(temporaryFolder(), 'pages'), join(temporaryFolder(), 'pages')];
  publish(link, SETS.slice(0, 2));
  publish(later, SETS);
  const rollingBack = withLock(join(`${link}.d`, '.lock'), () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'rolls-back.mjs'), link], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const isWaiting = (): boolean => readdirSync(`${link}.d`).some((name) => name.includes(`.${child.pid}.`));
    while (!isWaiting()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    // What the publisher of the third set does before it lets go.
    const own = readdirSync(`${link}.d`).filter((name) => !name.startsWith('.lock'));
    for (const name of own) rmSync(join(`${link}.d`, name), { recursive: true });
    cpSync(`${later}.d`, `${link}.d`, { recursive: true });
    rmSync(link);
    symlinkSync(readlinkSync(later), link, 'junction');
    return child;
  });
  expect((await once(rollingBack, 'exit'))[0]).toBe(0);
  expect(readFileSync(join(link, 'page.md'), 'utf8')).toBe(SETS[1]);
});
