/**
 * Runs the tests next to what was edited: of `packages/text/src/tokens/x.ts` those in `packages/text/test/tokens` that import
 * it, directly or not. A commit as the first argument counts what was committed after it, too; the others are Vitest's, such
 * as `--watch`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @param {readonly string[]} changed paths from the root of the repository, with slashes
 * @param {(path: string) => boolean} exists
 * @returns {string[]} test files, and folders of them, sorted
 */
export function testsNextTo(changed, exists) {
  const tests = changed.flatMap((path) => {
    const [, room, kind, within] = /^((?:packages|apps|tools)\/[^/]+)\/(src|test)\/(.+)$/.exec(path) ?? [];
    if (room === undefined || within === undefined) return [];
    if (kind === 'test') return [path.endsWith('.test.ts') ? path : `${dirname(path)}/`];
    const [idea] = within.split(/[./]/, 1);
    const own = [`${room}/test/${idea}/`, `${room}/test/${idea}.test.ts`].filter(exists);
    return own.length > 0 ? own : [`${room}/test/`];
  });
  return [...new Set(tests)].filter(exists).sort();
}

function changedPaths(since) {
  const list = (...args) => {
    const { stdout, status } = spawnSync('git', args, {
      cwd: REPOSITORY,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 2],
    });
    if (status !== 0) process.exit(1);
    return stdout.split('\0').filter((path) => path !== '');
  };
  return [...list('diff', '--name-only', '-z', since), ...list('ls-files', '-o', '-z', '--exclude-standard')];
}

function main() {
  const [first = 'HEAD', ...rest] = process.argv.slice(2);
  const isCommit = !first.startsWith('-');
  const since = isCommit ? first : 'HEAD';
  const options = isCommit ? rest : [first, ...rest];
  const tests = testsNextTo(changedPaths(since), (path) => existsSync(join(REPOSITORY, path)));
  if (tests.length === 0) {
    console.log(`No source and no test differs from ${since}. All tests: npm test`);
    return;
  }
  console.log(`Tests related to what differs from ${since}, in:\n${tests.join('\n')}`);
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  const mode = options.includes('--watch') ? [] : ['run'];
  const args = [vitest, ...mode, `--changed=${since}`, '--passWithNoTests', ...options, ...tests];
  process.exitCode = spawnSync(process.execPath, args, { cwd: REPOSITORY, stdio: 'inherit' }).status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
