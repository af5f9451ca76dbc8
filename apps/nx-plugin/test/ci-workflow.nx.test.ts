import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planInit } from '@topicmill/pipeline/init';
import { loadCl100kBase } from '@topicmill/text/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { NxWorkspace } from './nx-workspace.js';

const PAGE = join(import.meta.dirname, '../../../docs/operations/continuous-integration/golden-reference.md');
const REFERENCE = 'docs/garden/compost/golden-reference.md';

interface Step {
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number>>;
}

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: { readonly index: { readonly steps: readonly Step[] } };
}

const workflow = parse(/```yaml\n(name: docs\n.*?)```/s.exec(readFileSync(PAGE, 'utf8'))![1]!) as Workflow;
const { steps } = workflow.jobs.index;

let repo: NxWorkspace;

beforeAll(async () => {
  repo = NxWorkspace.create();
  const view = {
    readText: (path: string) => (existsSync(repo.path(path)) ? repo.read(path) : undefined),
    list: () => [],
  };
  const { changes } = planInit(view, { counter: await loadCl100kBase(), now: new Date() });
  for (const { path, text } of changes) if (!path.startsWith('docs/')) repo.write(path, text);
  git('init', '-b', 'main');
  expect((await repo.build()).status).toBe(0);
  commit('All');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}, 180_000);

afterAll(() => repo.remove('.'));

function git(...args: readonly string[]): void {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', ['-C', repo.root, ...author, ...args], { stdio: 'ignore' });
}

function commit(message: string): void {
  git('add', '-A');
  git('commit', '-m', message);
}

/** Runs the commands of the workflow for an event as the runner does, but for the installation; ends at the first that fails. */
function runWorkflow(event: 'pull_request' | 'push'): { failedAt: string | undefined; output: string } {
  let output = '';
  for (const { run, env = {}, if: condition } of steps) {
    if (run === undefined || run === 'npm ci') continue;
    if (condition !== undefined && condition !== `github.event_name == '${event}'`) continue;
    const given = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace(/\$\{\{ github\.base_ref \}\}/, 'main')]),
    );
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: repo.root,
      env: {
        ...process.env,
        CI: 'true',
        NX_DAEMON: 'false',
        NX_ISOLATE_PLUGINS: 'false',
        NX_CACHE_DIRECTORY: '.nx/cache',
        ...given,
      },
      encoding: 'utf8',
    });
    output += stdout + stderr;
    if (status !== 0) return { failedAt: run, output };
  }
  return { failedAt: undefined, output };
}

it('asks for no more rights than reading, and keeps the folders that spare work', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
  const cached = steps.find(({ uses }) => uses?.startsWith('actions/cache@'))!.with!['path'] as string;
  expect(cached.trim().split('\n')).toEqual(['.topicmill', '.embedding-cache']);
});

it('passes what was built and committed, and refuses an edit whose outputs are stale', () => {
  repo.edit(REFERENCE, (text) => `${text}\nLeaves of oak rot slowly.\n`);
  commit('Edited, not built');
  const stale = runWorkflow('pull_request');
  expect(stale.failedAt).toContain('git diff --exit-code');
  expect(stale.output).toContain('+Leaves of oak rot slowly.');
  expect(stale.output).not.toMatch(/nx run brewing\/espresso:index\s+\[(?!local)/);
  commit('Built');
  expect(runWorkflow('pull_request')).toMatchObject({ failedAt: undefined });
  expect(runWorkflow('push')).toMatchObject({ failedAt: undefined });
});

it('refuses an output that is missing from the commit', () => {
  git('rm', '--quiet', 'docs/garden/index.json');
  commit('An output was left out');
  const { failedAt, output } = runWorkflow('push');
  expect(failedAt).toContain('git diff --exit-code');
  expect(output).toContain('docs/garden/index.json');
});
