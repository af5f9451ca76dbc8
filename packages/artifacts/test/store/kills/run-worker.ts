import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from './test-store.js';

/** How a worker is started: what node gets before the path of the store. */
export type WorkerCommand = readonly string[];

/** Where a worker is killed: after an event, and a little later. */
export interface KillPoint {
  readonly afterEventCount: number;
  readonly delayMs: number;
}

/** What was seen of a worker. */
export interface WorkerEnd {
  /** Lines that it wrote, the last of them perhaps after the kill was sent. */
  readonly events: readonly string[];
  readonly output: string;
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
}

/** Runs a worker to its end, or kills it with SIGKILL. */
export async function runWorker(
  command: WorkerCommand,
  path: string,
  operation: Operation | 'prepare',
  killPoint?: KillPoint,
): Promise<WorkerEnd> {
  const child = spawn(process.execPath, [...command, path, operation], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  let sent = false;
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes.toString();
  });
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    if (killPoint === undefined || sent || linesOf(output).length < killPoint.afterEventCount) return;
    sent = true;
    void delay(killPoint.delayMs).then(() => child.kill('SIGKILL'));
  });
  return new Promise((resolve) => {
    child.on('close', (status, signal) => {
      resolve({ events: linesOf(output), output: output + errors, signal, status });
    });
  });
}

function linesOf(output: string): string[] {
  return output.split('\n').slice(0, -1);
}
