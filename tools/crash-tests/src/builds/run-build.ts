import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A killed process may finish the system call that it is in; one that nobody reaps stays in its group for good. */
const MAX_GROUP_WAIT_MS = 2000;
const GROUP_POLL_MS = 20;

const NX_SETTINGS = { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', NX_CACHE_DIRECTORY: '.nx/cache' };

/** How a docs repository is built: by `nx run-many -t index`, or by the pipeline in one process. */
export type BuildMode = 'nx' | 'in-process';

/** How a build ended. */
export interface BuildEnd {
  readonly status: number | null;
  readonly output: string;
}

/** A build under way. */
export interface RunningBuild {
  readonly finished: Promise<BuildEnd>;
  /** SIGKILL for the whole process group. */
  kill(): void;
}

/**
 * Starts a build in a process group of its own.
 *
 * @param extra environment variables, in addition to those of this process
 */
export function runBuild(mode: BuildMode, root: string, extra: Readonly<Record<string, string>> = {}): RunningBuild {
  const child = spawn(process.execPath, commandOf(mode, root), {
    cwd: root,
    env: { ...process.env, ...NX_SETTINGS, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    finished: new Promise((resolve) =>
      child.on('close', (status) => void groupEnd(child.pid!).then(() => resolve({ status, output }))),
    ),
    kill() {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // It had ended already.
      }
    },
  };
}

/** Processes that a killed one had started end with it, but not all at once. */
async function groupEnd(groupId: number): Promise<void> {
  for (let waitedMs = 0; isRunning(-groupId) && waitedMs < MAX_GROUP_WAIT_MS; waitedMs += GROUP_POLL_MS) {
    await setTimeout(GROUP_POLL_MS);
  }
}

function isRunning(target: number): boolean {
  try {
    return process.kill(target, 0);
  } catch {
    return false;
  }
}

function commandOf(mode: BuildMode, root: string): string[] {
  if (mode === 'in-process') return [join(import.meta.dirname, 'build-in-process.js')];
  return [createRequire(join(root, 'package.json')).resolve('nx/bin/nx.js'), 'run-many', '-t', 'index'];
}
