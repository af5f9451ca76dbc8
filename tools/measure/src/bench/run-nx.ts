import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SAMPLE_INTERVAL_MS = 100;
const BATCH_PROCESS = 'run-batch.js';

/** What one call of Nx took. */
export interface NxRun {
  readonly seconds: number;
  /** Largest resident size of Nx's batch process; `undefined` without one, and where there is no /proc. */
  readonly batchPeakBytes: number | undefined;
  /** Tasks that were not answered from the cache. */
  readonly ranTaskCount: number;
}

/**
 * Runs Nx in a workspace and waits for it.
 *
 * @throws Error with Nx's output when it fails
 */
export async function runNx(directory: string, args: readonly string[], useDaemon: boolean): Promise<NxRun> {
  const before = performance.now();
  const child = spawn(process.execPath, [createRequire(import.meta.url).resolve('nx/bin/nx.js'), ...args], {
    cwd: directory,
    env: { ...process.env, NX_DAEMON: String(useDaemon), NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let batchPeakBytes: number | undefined;
  const sampler = setInterval(() => {
    batchPeakBytes = Math.max(batchPeakBytes ?? 0, batchPeakOf(child.pid!)) || undefined;
  }, SAMPLE_INTERVAL_MS);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(sampler);
  const seconds = (performance.now() - before) / 1000;
  if (status !== 0)
    throw new Error(`nx ${args.join(' ')} in ${directory} ended with ${status}:\n${output.slice(-4000)}`);
  return { seconds, batchPeakBytes, ranTaskCount: ranTaskCountOf(output) };
}

function ranTaskCountOf(output: string): number {
  const [, hits, total] = /(\d+)\/(\d+) hit/.exec(output) ?? [];
  return Number(total ?? 0) - Number(hits ?? 0);
}

/** Peak of the batch process among the descendants of a process, in bytes; 0 when there is none. */
function batchPeakOf(pid: number): number {
  return descendantsOf(pid).reduce((peak, descendant) => Math.max(peak, peakIfBatch(descendant)), 0);
}

function descendantsOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}

function peakIfBatch(pid: number): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(BATCH_PROCESS)) return 0;
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
