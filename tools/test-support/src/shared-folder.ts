import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'TOPICMILL_TEST_FOLDER';

/**
 * A new folder for what a process of tests makes once and copies for each test. `makeSharedFolders` removes it: a process
 * of tests is ended without a chance to do so itself.
 */
export function sharedFolder(name: string): string {
  return mkdtempSync(join(process.env[VARIABLE] ?? tmpdir(), `topicmill-${name}-`));
}

/** The folder of this name that all processes of a run of tests have; what is in it has to be the same for all of them. */
export function folderOfRun(name: string): string {
  const folder = join(process.env[VARIABLE] ?? tmpdir(), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Names the place of shared folders to processes that are started later. Returns what removes them all. */
export function makeSharedFolders(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-tests-'));
  // Some tests run as other users.
  chmodSync(folder, 0o755);
  process.env[VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
