import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, processIo, runProgram, wholeNumber } from '@topicmill/base/cli';
import { Random } from '@topicmill/generate-topics';
import { killOperations } from './kill-operations.js';

interface Options {
  readonly kills: number;
  readonly seed: number;
}

/** Runs `kill-artifacts`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'kill-artifacts',
      version: '0.1.0',
      description: 'Kills ingest, replacement and reindex of artifacts at random points, and checks what is left.',
      examples: [['npm run test:kill-artifacts -- --kills 200', 'two hundred kills that landed inside the work']],
    },
    io,
  )
    .option('--kills <number>', 'kills that land inside the work', wholeNumber(0), 200)
    .option('--seed <number>', 'another seed kills elsewhere', wholeNumber(0), 1)
    .action(async (options: Options) => {
      exitCode = await killManyTimes(options, io);
    });
  return runProgram(program, args, io, () => exitCode);
}

async function killManyTimes({ kills, seed }: Options, io: CommandIo): Promise<ExitCode> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-kill-artifacts-'));
  const counts = new Map<string, number>();
  let faultCount = 0;
  let number = 0;
  try {
    const command = [join(import.meta.dirname, 'worker.js')];
    for await (const kill of killOperations({ directory, command, killCount: kills, random: new Random(seed) })) {
      const { operation, phase, eventCount, isDone, faults } = kill;
      const left = isDone ? 'the new' : 'the old';
      io.stdout.write(`kill ${++number} (${operation}): ${phase}, after ${eventCount} events; holds ${left}\n`);
      for (const fault of faults) io.stdout.write(`  FAULT: ${fault}\n`);
      faultCount += faults.length;
      const place = `${operation} while ${phase}, holds ${left}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    for (const [place, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
      io.stdout.write(`${count} × ${place}\n`);
    io.stdout.write(
      faultCount === 0 ? `${number} kills: nothing half-written, nothing lost.\n` : `${faultCount} faults.\n`,
    );
    return faultCount === 0 ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
