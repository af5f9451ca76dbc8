import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startDocsServer } from '../../src/docs-server/index.js';

const REQUEST_COUNT = 300;
/** Fewer than the server opens a file again for one request, however long each time takes. */
const REPLACED_PER_REQUEST = 5;

it('a file that a build replaces again and again is there for every request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replaced-files-'));
  const path = join(folder, 'index.json');
  writeFileSync(path, '{}');
  const server = await startDocsServer({ docsRoot: folder, viewerRoot: folder });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const missing: number[] = [];
  for (let number = 0; number < REQUEST_COUNT; number++) {
    const answer = fetch(`${server.url}index.json`);
    for (let count = 0; count < REPLACED_PER_REQUEST; count++) {
      // At another moment of each answer.
      await delay(number % 3);
      writeFileSync(`${path}.new`, '{}');
      renameSync(`${path}.new`, path);
    }
    if ((await answer).status !== 200) missing.push(number);
  }
  expect(missing).toEqual([]);
});
