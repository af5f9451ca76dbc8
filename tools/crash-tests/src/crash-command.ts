import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { Random } from '@topicmill/test-support/generate';

/** A command that kills something again and again and looks at what is left. */
export interface CrashCommand {
  /** As it is called, such as `npm run test:kill --`. */
  readonly name: string;
  readonly description: string;
  readonly defaultKills: number;
  /** Kills as often as asked, in an empty folder; what it yields is printed. */
  run(plan: CrashPlan): AsyncIterable<Crash>;
}

export interface CrashPlan {
  readonly killCount: number;
  readonly seed: number;
  readonly random: Random;
  readonly directory: string;
}

/** One kill that landed inside the work. */
export interface Crash {
  /** Where the work was, and what was found. */
  readonly found: string;
  /** What kills are counted by at the end. */
  readonly kind: string;
  /** What is wrong; empty when all is well. */
  readonly faults: readonly string[];
}

/** @returns the command; it ends with 1 when a kill left something wrong */
export function crashCommand(command: CrashCommand): (args: readonly string[], io: CommandIo) => Promise<ExitCode> {
  const { name, description, defaultKills, run } = command;
  return (args, io) => {
    let exitCode: ExitCode = 0;
    const examples = [
      [`${name} --kills ${defaultKills} --seed 1`, 'so many kills that landed inside the work'],
    ] as const;
    const program = createProgram({ name, version: '0.1.0', description, examples: [...examples] }, io)
      .option('--kills <number>', 'kills that land inside the work', wholeNumber(0), defaultKills)
      .option('--seed <number>', 'another seed kills elsewhere', wholeNumber(0), 1)
      .action(async ({ kills, seed }: { kills: number; seed: number }) => {
        const directory = mkdtempSync(join(tmpdir(), 'topicmill-crash-'));
        try {
          const crashes = run({ killCount: kills, seed, random: new Random(seed), directory });
          exitCode = await report(crashes, io);
        } finally {
          rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
        }
      });
    return runProgram(program, args, io, () => exitCode);
  };
}

async function report(crashes: AsyncIterable<Crash>, { stdout }: CommandIo): Promise<ExitCode> {
  const counts = new Map<string, number>();
  let [number, faultCount] = [0, 0];
  for await (const { found, kind, faults } of crashes) {
    stdout.write(`kill ${++number}: ${found}\n`);
    for (const fault of faults) stdout.write(`  FAULT: ${fault}\n`);
    faultCount += faults.length;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) stdout.write(`${count} × ${kind}\n`);
  stdout.write(faultCount === 0 ? `${number} kills: nothing half-written, nothing lost.\n` : `${faultCount} faults.\n`);
  return faultCount === 0 ? 0 : 1;
}
