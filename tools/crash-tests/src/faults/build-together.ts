import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Random } from '@topicmill/test-support/generate';
import { runBuild } from '../builds/run-build.js';
import { docsFiles, unlikePaths } from '../builds/scenarios.js';
import { buildAgain, type FaultyDocs, lostNotes, referencesOf } from './faulty-docs.js';
import type { PartCount } from './part.js';

const TOPICMILL = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));
const CHECKOUTS = 6;
const MOST_WAIT_MS = 400;

/** Two builds, `watch` and `git checkout` of two branches at once; then one build of the branch that is there. */
export async function buildTogether(docs: FaultyDocs, random: Random, count: PartCount): Promise<void> {
  while (!count.isDone) {
    const root = docs.copy();
    makeBranches(root);
    const watch = spawn(process.execPath, [TOPICMILL, 'watch'], { cwd: root, stdio: 'ignore' });
    const watchEnded = once(watch, 'exit');
    const builds = [runBuild('in-process', root), runBuild('in-process', root)];
    for (let at = 0; at < CHECKOUTS; at++) {
      await delay(random.integer(0, MOST_WAIT_MS));
      git(root, 'checkout', '-q', '-f', at % 2 === 0 ? 'other' : 'first');
    }
    await Promise.all(builds.map(({ finished }) => finished));
    watch.kill('SIGKILL');
    await watchEnded;
    count.add(1);
    const wrong = [...(await buildAgain('in-process', root)), ...lostNotes(root), ...(await unlikeClean(docs, root))];
    if (wrong.length > 0) count.addKept(wrong[0]!);
    docs.discard(root);
  }
}

/** Branches `first` and `other`, whose references differ; the files that builds write are in neither. */
function makeBranches(root: string): void {
  git(root, 'init', '-q', '-b', 'first');
  git(root, 'add', '-f', '--', ...referencesOf(root));
  commit(root);
  git(root, 'checkout', '-q', '-b', 'other');
  for (const [at, path] of referencesOf(root).entries()) appendFileSync(path, `\n## Branch\n\nText of branch ${at}.\n`);
  git(root, 'add', '-f', '--', ...referencesOf(root));
  commit(root);
  git(root, 'checkout', '-q', 'first');
}

function commit(root: string): void {
  git(root, '-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '-q', '-m', 'References');
}

function git(root: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: root, stdio: 'pipe' });
}

/** Files that a build of the same sources without any cache makes otherwise. */
async function unlikeClean(docs: FaultyDocs, root: string): Promise<string[]> {
  const clean = docs.copy();
  git(root, 'checkout', '-q', '-f', 'first');
  const faults = [...(await buildAgain('in-process', root)), ...(await buildAgain('in-process', clean))];
  const wrong = unlikePaths(docsFiles(root), docsFiles(clean));
  docs.discard(clean);
  return [...faults, ...wrong.map((path) => `${path} is not what a clean build makes`)];
}
