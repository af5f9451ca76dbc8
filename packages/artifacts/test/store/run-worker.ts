import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderOfRun } from '@topicmill/test-support/shared-folder';

const fixtures = join(import.meta.dirname, 'fixtures');
const hooks = pathToFileURL(
  join(import.meta.dirname, '../../../embedding/test/embedding-cache/fixtures/typescript-hooks.mjs'),
).href;

/** Runs a script of the fixtures in a process of its own. */
export function runWorker(script: string, args: readonly string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--conditions=@topicmill/source', '--import', hooks, join(fixtures, script), ...args],
    { env: { ...process.env, TRANSPILED_FOLDER: folderOfRun('transpiled') } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}
