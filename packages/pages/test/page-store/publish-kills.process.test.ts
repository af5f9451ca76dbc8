import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { PageStore } from '../../src/page-store/index.js';
import { temporaryFolder } from './temporary-folder.js';

const KILLS = Number(process.env['TOPICMILL_KILLS'] ?? 20);
const root = join(import.meta.dirname, '../../../..');

// The publisher runs what is compiled.
beforeAll(() => {
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  expect(spawnSync(process.execPath, [tsc, '-b', join(root, 'packages', 'pages')]).status).toBe(0);
}, 120_000);

/** The marks of the set that is shown; a whole set has one, on all of its pages. */
function shownMarks(folder: string): { marks: Set<string>; count: number } {
  const names = readdirSync(folder);
  const marks = new Set(names.map((name) => readFileSync(join(folder, name), 'utf8')[0]!));
  return { marks, count: names.length };
}

async function killPublisher(folder: string, afterMs: number): Promise<void> {
  const publisher = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'publisher.mjs'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(publisher.stdout, 'data');
    await delay(afterMs);
  } finally {
    publisher.kill('SIGKILL');
  }
  await once(publisher, 'exit');
}

test(
  `a publisher that is killed leaves a whole set, and the next one goes on (${KILLS} kills)`,
  async () => {
    const folder = join(temporaryFolder(), 'pages');
    for (let kill = 0; kill < KILLS; kill++) {
      await killPublisher(folder, Math.random() * 20);
      const { marks, count } = shownMarks(folder);
      expect([...marks]).toHaveLength(1);
      expect(count).toBe(12);
    }
    const next = new PageStore(folder);
    next.publish('d'.repeat(16), new Map([['chunk-0.md', 'd']]));
    expect([...shownMarks(folder).marks]).toEqual(['d']);
    next.rollback();
    expect(shownMarks(folder).count).toBe(12);
    expect(readdirSync(`${folder}.d`).filter((name) => name.includes('tmp'))).toEqual([]);
  },
  KILLS * 15_000,
);
