import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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

/** Starts a build in a process group of its own. */
export function runBuild(mode: BuildMode, root: string): RunningBuild {
  const child = spawn(process.execPath, commandOf(mode, root), {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', NX_CACHE_DIRECTORY: '.nx/cache' },
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
    finished: new Promise((resolve) => child.on('close', (status) => resolve({ status, output }))),
    kill() {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // It had ended already.
      }
    },
  };
}

function commandOf(mode: BuildMode, root: string): string[] {
  if (mode === 'in-process') return [join(import.meta.dirname, 'build-in-process.js')];
  return [createRequire(join(root, 'package.json')).resolve('nx/bin/nx.js'), 'run-many', '-t', 'index'];
}
