import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { type Table, tableCommand } from '@topicmill/measure/tables';
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
  /** What was measured before it. */
  readonly figures?: Readonly<Record<string, number>> | undefined;
}

/** @returns the command; it fails when a kill left something wrong */
export function crashCommand(command: CrashCommand): ReturnType<typeof tableCommand> {
  const { name, description, defaultKills, run } = command;
  const examples = [[`${name} --kills ${defaultKills} --seed 1`, 'so many kills that landed inside the work']] as const;
  return tableCommand<{ readonly kills: number; readonly seed: number }>(
    { name, description, examples: [...examples] },
    (program) =>
      program
        .option('--kills <number>', 'kills that land inside the work', wholeNumber(0), defaultKills)
        .option('--seed <number>', 'another seed kills elsewhere', wholeNumber(0), 1),
    async function* measure({ kills, seed }, { log }) {
      const directory = mkdtempSync(join(tmpdir(), 'topicmill-crash-'));
      try {
        const crashes: Crash[] = [];
        for await (const crash of run({ killCount: kills, seed, random: new Random(seed), directory })) {
          crashes.push(crash);
          log(`kill ${crashes.length}: ${crash.found}\n`);
          for (const fault of crash.faults) log(`  FAULT: ${fault}\n`);
        }
        const counts = countCrashes(crashes);
        yield counts;
        const measured = crashes.flatMap(({ figures }) => (figures === undefined ? [] : [figures]));
        if (measured.length > 0) yield figuresTable(measured);
        if (counts.rows.some(({ values }) => values[1] !== 0)) {
          throw new TopicmillError('OUTPUT_OUTDATED', 'A kill left something half-written, or lost something.', {
            remedy: 'Run it again with the same seed; each fault is named above.',
          });
        }
      } finally {
        rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );
}

function countCrashes(crashes: readonly Crash[]): Table {
  const counts = new Map<string, [kills: number, faults: number]>();
  for (const { kind, faults } of crashes) {
    const [killCount, faultCount] = counts.get(kind) ?? [0, 0];
    counts.set(kind, [killCount + 1, faultCount + faults.length]);
  }
  const rows = [...counts].sort(([a], [b]) => compareCodeUnits(a, b)).map(([name, values]) => ({ name, values }));
  return { title: 'Kills', notes: ['Kills that landed inside the work.'], columns: ['kills', 'faults'], rows };
}

function figuresTable(measured: readonly Readonly<Record<string, number>>[]): Table {
  const columns = Object.keys(measured[0]!);
  const rows = measured.map((figures, at) => ({
    name: `kill ${at + 1}`,
    values: columns.map((name) => figures[name]),
  }));
  return { title: 'Before each kill', notes: [], columns, rows };
}
