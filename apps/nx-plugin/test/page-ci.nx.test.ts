import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { NxWorkspace } from './nx-workspace.js';
import { RemoteCache } from './remote-cache.js';
import { KNOWN_BY_GIT, THREE_PAGES } from './three-pages.js';

const PAGE = join(import.meta.dirname, '../../../docs/operations/continuous-integration/golden-reference.md');
const FILES = { ...THREE_PAGES, ...KNOWN_BY_GIT };

interface Step {
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** The steps of the recipe for results that git ignores. */
const recipe = parse(
  /^## If results are not committed\n.*?```yaml\n(.*?)```/ms.exec(readFileSync(PAGE, 'utf8'))![1]!,
) as readonly Step[];

let author: NxWorkspace;

beforeAll(async () => {
  author = NxWorkspace.create();
  author.remove('docs');
  for (const [path, text] of Object.entries(FILES)) author.write(path, text);
  git(author, 'init', '-b', 'main');
  commit(author, 'All');
  expect((await author.build()).status).toBe(0);
}, 180_000);

afterAll(() => author.remove('.'));

function git({ root }: NxWorkspace, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', ['-C', root, ...identity, ...args], { stdio: 'ignore' });
}

function commit(workspace: NxWorkspace, message: string): void {
  git(workspace, 'add', '-A');
  git(workspace, 'commit', '-m', message);
}

/** What a runner has after its checkout: nothing that git ignores. */
function freshRunner(): NxWorkspace {
  const runner = author.copy();
  git(runner, 'clean', '-ffdx', '-e', 'node_modules');
  expect(['topics', '.nx', '.topicmill'].filter((path) => runner.has(path))).toEqual([]);
  return runner;
}

it('the recipe keeps the states: the job ends with all results, and only what is new is embedded', async () => {
  const runner = freshRunner();
  const [cache, build] = recipe;
  const kept = cache!.with!['path']!.trim().split('\n');
  for (const path of kept) cpSync(author.path(path), runner.path(path), { recursive: true });
  const elsewhere = author.copy();
  for (const workspace of [runner, elsewhere]) {
    workspace.edit('docs/guide/fire.md', (text) => `${text}\nThen faster.\n`);
  }
  const run = await runner.nx(build!.run!.replace(/^npx nx /, '').split(' '));
  expect({ status: run.status, output: run.output }).toEqual({
    status: 0,
    output: expect.stringMatching(/3 topics \(.*, 1 texts? embedded/),
  });
  expect((await elsewhere.build()).status).toBe(0);
  expect(runner.filesBelow('topics')).toEqual(elsewhere.filesBelow('topics'));
}, 120_000);

it('a remote cache answers all tasks of a fresh runner, and the job ends with all results', async () => {
  const remote = new RemoteCache();
  await remote.start();
  onTestFinished(() => remote.stop());
  const env = remote.env('write');
  const first = await freshRunner().build({ env });
  expect([first.status, first.cached]).toEqual([0, []]);
  const runner = freshRunner();
  const second = await runner.build({ env });
  expect([second.status, second.ran, second.cached]).toEqual([0, [], first.ran]);
  expect(runner.filesBelow('topics')).toEqual(author.filesBelow('topics'));
}, 120_000);

it('after a commit that changes no page, nx affected leaves a fresh runner without results', async () => {
  const runner = freshRunner();
  runner.write('README.md', '# Clay\n');
  commit(runner, 'Something else');
  expect((await runner.nx(['affected', '-t', 'index', '--base=HEAD~1', '--head=HEAD'])).status).toBe(0);
  expect(runner.has('topics')).toBe(false);
});
