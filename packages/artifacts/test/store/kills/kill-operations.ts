import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '@topicmill/test-support/generate';
import { checkStore } from './check-store.js';
import { type KillPoint, runWorker, type WorkerCommand } from './run-worker.js';
import { OPERATIONS, type Operation } from './test-store.js';

/** Operations in a row that may end before they are killed. */
const MAX_MISSES = 30;
/** Maximum delay between the event and the kill, long enough to reach into the commit and beyond it. */
const LONGEST_DELAY_MS = 60;

/** One kill that landed inside the work. */
export interface Kill {
  readonly operation: Operation;
  /** The last event before the end: where the work was. */
  readonly phase: string;
  readonly eventCount: number;
  /** Whether the store contains the result of the operation. */
  readonly isDone: boolean;
  /** What is wrong; empty when all is well. */
  readonly faults: readonly string[];
}

export interface KillSettings {
  readonly directory: string;
  readonly command: WorkerCommand;
  readonly killCount: number;
  readonly random: Random;
}

/** Kills operations by turns, each on a copy of the same store; a kill that came too late is not counted. */
export async function* killOperations({ directory, command, killCount, random }: KillSettings): AsyncGenerator<Kill> {
  const prepared = join(directory, 'prepared');
  mkdirSync(prepared);
  await expectEnd(command, prepared, 'prepare');
  const places = new Map<Operation, readonly KillPlaces[]>();
  for (const operation of OPERATIONS) {
    const whole = copyOf(prepared, join(directory, `whole-${operation}`));
    places.set(operation, placesByPhase(await expectEnd(command, whole, operation)));
  }
  let missCount = 0;
  for (let count = 0; count < killCount; ) {
    const operation = OPERATIONS[count % OPERATIONS.length]!;
    const folder = copyOf(prepared, join(directory, 'killed'));
    const killPoint: KillPoint = {
      afterEventCount: random.pick(random.pick(places.get(operation)!)),
      delayMs: random.chance(0.5) ? 0 : random.next() * LONGEST_DELAY_MS,
    };
    const { events, signal } = await runWorker(command, join(folder, 'store.sqlite'), operation, killPoint);
    if (signal === 'SIGKILL' && events.at(-1) !== 'end') {
      const checked = await checkStore(join(folder, 'store.sqlite'), operation);
      yield { operation, phase: events.at(-1)!, eventCount: events.length, ...checked };
      count++;
      missCount = 0;
    } else if (++missCount > MAX_MISSES) throw new Error(`${MAX_MISSES} operations ended before they were killed.`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function copyOf(prepared: string, folder: string): string {
  cpSync(prepared, folder, { recursive: true });
  return folder;
}

/** Numbers of events after which a worker may be killed. */
type KillPlaces = readonly number[];

/** Places of each phase by themselves, so that a short phase is met as often as one of many events. */
function placesByPhase(events: readonly string[]): KillPlaces[] {
  const phases = new Map<string, number[]>();
  for (const [at, phase] of events.slice(0, -1).entries()) {
    const places = phases.get(phase);
    if (places === undefined) phases.set(phase, [at + 1]);
    else places.push(at + 1);
  }
  return [...phases.values()];
}

/** Events of a worker that nobody kills. */
async function expectEnd(
  command: WorkerCommand,
  folder: string,
  operation: Operation | 'prepare',
): Promise<readonly string[]> {
  const { status, output, events } = await runWorker(command, join(folder, 'store.sqlite'), operation);
  if (status !== 0) throw new Error(`A worker that nobody killed ended with ${status}:\n${output.slice(-4000)}`);
  return events;
}
