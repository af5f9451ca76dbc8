import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startDocsServer } from '../../src/docs-server/index.js';

const REQUEST_COUNT = 500;
const REPLACED_EVERY_MS = 10;

it('a file that a build replaces again and again is there for every request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replaced-files-'));
  const path = join(folder, 'index.json');
  writeFileSync(path, '{}');
  const server = await startDocsServer({ docsRoot: folder, viewerRoot: folder });
  let isDone = false;
  onTestFinished(async () => {
    isDone = true;
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const replace = (): void => {
    if (isDone) return;
    writeFileSync(`${path}.new`, '{}');
    renameSync(`${path}.new`, path);
    setTimeout(replace, REPLACED_EVERY_MS);
  };
  replace();
  const missing: number[] = [];
  for (let number = 0; number < REQUEST_COUNT; number++) {
    const { status } = await fetch(`${server.url}index.json`);
    if (status !== 200) missing.push(number);
  }
  expect(missing).toEqual([]);
});
