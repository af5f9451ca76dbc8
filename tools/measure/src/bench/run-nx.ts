import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sum } from '@topicmill/base/sums';

const SAMPLE_INTERVAL_MS = 100;
const BATCH_PROCESS = 'run-batch.js';
/** User and system time, then those of children that are gone, in /proc/<pid>/stat after the program's name. */
const FIRST_TIME_FIELD = 11;
const TIME_FIELDS = 4;
/** In /proc on every Linux. */
const TICKS_PER_SECOND = 100;

/** What one call of Nx took. */
export interface NxRun {
  readonly seconds: number;
  /** User and system time of all its processes; 0 where there is no /proc. */
  readonly cpuSeconds: number;
  /** Largest resident size of the process of Nx itself; `undefined` where there is no /proc. */
  readonly nxPeakBytes: number | undefined;
  /** Largest resident size of Nx's batch process; `undefined` without one, and where there is no /proc. */
  readonly batchPeakBytes: number | undefined;
  /** Tasks that were not answered from the cache. */
  readonly ranTaskCount: number;
}

/**
 * Runs the Nx of a workspace and waits for it.
 *
 * @throws Error with Nx's output when it fails
 */
export async function runNx(directory: string, args: readonly string[]): Promise<NxRun> {
  const before = performance.now();
  const child = spawn(
    process.execPath,
    [createRequire(join(directory, 'package.json')).resolve('nx/bin/nx.js'), ...args],
    {
      cwd: directory,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let batchPeakBytes: number | undefined;
  let nxPeakBytes: number | undefined;
  let cpuTicks = 0;
  const ticksBefore = endedTicksOf(process.pid);
  const sampler = setInterval(() => {
    const descendants = descendantsOf(child.pid!);
    batchPeakBytes = Math.max(batchPeakBytes ?? 0, ...descendants.filter(isBatch).map(peakOf)) || undefined;
    nxPeakBytes = Math.max(nxPeakBytes ?? 0, peakOf(child.pid!)) || undefined;
    cpuTicks = Math.max(cpuTicks, sum([child.pid!, ...descendants].map(cpuTicksOf)));
  }, SAMPLE_INTERVAL_MS);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(sampler);
  const seconds = (performance.now() - before) / 1000;
  if (status !== 0)
    throw new Error(`nx ${args.join(' ')} in ${directory} ended with ${status}:\n${output.slice(-4000)}`);
  // The samples lack the last tenth of a second, the times of children those that were not waited for.
  const cpuSeconds = Math.max(cpuTicks, endedTicksOf(process.pid) - ticksBefore) / TICKS_PER_SECOND;
  return { seconds, cpuSeconds, nxPeakBytes, batchPeakBytes, ranTaskCount: ranTaskCountOf(output) };
}

function ranTaskCountOf(output: string): number {
  const [, hits, total] = /(\d+)\/(\d+) hit/.exec(output) ?? [];
  return Number(total ?? 0) - Number(hits ?? 0);
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

function isBatch(pid: number): boolean {
  return procFile(pid, 'cmdline').includes(BATCH_PROCESS);
}

/** Peak of a process in bytes; 0 for one that is gone. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s*(\d+)/.exec(procFile(pid, 'status'))?.[1] ?? 0) * 1024;
}

/** Of a process and of those among its children that are gone. */
function cpuTicksOf(pid: number): number {
  return sum(timesOf(pid));
}

/** Of those among the children of a process that are gone. */
function endedTicksOf(pid: number): number {
  return sum(timesOf(pid).slice(TIME_FIELDS / 2));
}

function timesOf(pid: number): number[] {
  // The name of the program, in brackets, may contain spaces.
  const fields = procFile(pid, 'stat').split(') ').at(-1)!.split(' ');
  return fields.slice(FIRST_TIME_FIELD, FIRST_TIME_FIELD + TIME_FIELDS).map(Number);
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
