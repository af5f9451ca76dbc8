import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { afterAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../test/publishable-packages.js';

/** Commands that are not run as they are written, and why; with another form, that is run. */
const OTHERWISE: Readonly<Record<string, { readonly why: string; readonly run?: string }>> = {
  'npm ci': { why: 'the tests run in a checkout that is installed' },
  'git clone --depth 1 https://github.com/astral-sh/uv ../uv': { why: 'network: a small MkDocs site is there instead' },
  'npm run index': { why: 'minutes; .ci/run calls it by itself' },
  'npx vitest run packages/text': { why: 'minutes', run: 'npx vitest run packages/text/test/white-space' },
  'npm run lint': { why: 'minutes; .ci/run calls it by itself', run: 'node tools/lint/lint.mjs' },
  'npx nx run queues/retries:index': { why: 'its topic is an example of text; test:packed builds topics in folders' },
  'npx topicmill query "how are chunks cut"': {
    why: 'in the checkout',
    run: 'node apps/topicmill/bin/topicmill.js query "how are chunks cut"',
  },
  'npx topicmill init': { why: 'it asks, and nobody answers', run: 'npx topicmill init --yes' },
  'npx topicmill init --no-nx': { why: 'it asks, and nobody answers', run: 'npx topicmill init --no-nx --yes' },
};
/** Commands that serve until somebody stops them, which is done once they say where. */
const SERVES = /^npx topicmill (?:serve|watch --serve)$/;

const PAGE = '# Versions\n\nHow to pin a Python version for a project, and how often a message is retried.\n';

/** What the pages have next to the checkout: `../uv` and `../my-docs`. */
const scratch = mkdtempSync(join(tmpdir(), 'documented-'));
new FileFolder(scratch, {
  'uv/mkdocs.yml': 'site_name: uv\nsite_url: https://docs.astral.sh/uv/\n',
  'uv/docs/index.md': PAGE,
  'my-docs/package.json': '{ "private": true }\n',
  'my-docs/docs/index.md': PAGE,
});
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

describe.each(['README.md', 'CONTRIBUTING.md', 'docs/start/quick-start/golden-reference.md'])('%s', (page) => {
  let cwd = REPOSITORY;

  it.each(fencedCommands(page))('line $line', async ({ commands }) => {
    for (const written of commands) {
      const { run } = OTHERWISE[written] ?? { run: written };
      if (run === undefined) continue;
      const command = run.replaceAll('../', `${scratch}/`);
      if (command.startsWith('cd ')) cwd = command.slice('cd '.length);
      else if (SERVES.test(command)) await servedOnce(command, cwd);
      // Blocks begin in the checkout, or where the one before has led.
      else await ended(command, /^(?:npm run|node) /.test(command) ? REPOSITORY : cwd);
    }
  });
});

/** The lines of blocks marked as `sh`, without comments. */
function fencedCommands(page: string): { readonly line: number; readonly commands: readonly string[] }[] {
  const text = readFileSync(join(REPOSITORY, page), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((block) => ({
    line: text.slice(0, block.index).split('\n').length,
    commands: block[1]!
      .split('\n')
      .map((command) => command.replace(/\s+#.*$/, '').trim())
      .filter((command) => command !== ''),
  }));
}

function start(command: string, cwd: string): ChildProcess {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|NX_|VITEST|INIT_CWD$)/i.test(name)),
  );
  const more = { NX_DAEMON: 'false', CI: 'true', NO_COLOR: '1', npm_config_prefer_offline: 'true' };
  return spawn(command, {
    cwd,
    shell: true,
    detached: true,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(command: string, cwd: string): Promise<void> {
  const child = start(command, cwd);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes: Buffer) => (output += bytes));
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect(status, `${command} in ${cwd}\n${output.slice(-3000)}`).toBe(0);
}

async function servedOnce(command: string, cwd: string): Promise<void> {
  const child = start(command, cwd);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.on('close', () => reject(new Error(`${command} in ${cwd} ended\n${output}`)));
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (bytes: Buffer) => {
        output += bytes;
        if (/http:\/\/\S+:\d+/.test(output)) resolve();
      });
    }
  });
  process.kill(-child.pid!, 'SIGTERM');
}
