import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, processIo, runProgram, wholeNumber } from '@topicmill/base/cli';
import { Random } from '@topicmill/generate-topics';
import { killBuild } from './kill-build.js';
import type { BuildMode } from './run-build.js';
import { makeScenarios } from './scenarios.js';

/** Builds in a row that may end before they are killed. */
const MAX_MISSES = 20;

interface KillTestOptions {
  readonly kills: number;
  readonly topics: number;
  readonly seed: number;
}

/** Runs `kill-test`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'kill-test',
      version: '0.1.0',
      description: 'Kills builds at random points, by turns of Nx and in one process, and checks what is left.',
      examples: [['kill-test --kills 50 --seed 1', 'fifty kills that landed inside the work']],
    },
    io,
  )
    .option('--kills <number>', 'kills that land inside the work', wholeNumber(0), 50)
    .option('--topics <number>', 'topics of the docs repository', wholeNumber(0), 60)
    .option('--seed <number>', 'another seed kills elsewhere', wholeNumber(0), 1)
    .action(async (options: KillTestOptions) => {
      exitCode = await killManyTimes(options, io);
    });
  return runProgram(program, args, io, () => exitCode);
}

async function killManyTimes({ kills, topics, seed }: KillTestOptions, io: CommandIo): Promise<ExitCode> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-kill-test-'));
  try {
    const scenarios = await makeScenarios(directory, topics, seed);
    io.stdout.write(`${topics} topics, seed ${seed}\n`);
    const random = new Random(seed);
    let faultCount = 0;
    let missCount = 0;
    for (let kill = 1; kill <= kills; ) {
      const scenario = scenarios[kill % 2]!;
      const mode: BuildMode = kill % 4 < 2 ? 'nx' : 'in-process';
      const fileCount = scenario.changed.length;
      const afterChangeCount = 1 + Math.floor(random.next() * (fileCount - 1));
      const result = await killBuild({ mode, afterChangeCount }, scenario, join(directory, 'killed'));
      faultCount += result.faults.length;
      const place = `${scenario.name}, ${mode}, from file ${afterChangeCount} on`;
      if (result.landed) {
        io.stdout.write(`kill ${kill} (${place}): ${result.changedCount} of ${fileCount} files were done\n`);
        kill++;
        missCount = 0;
      } else if (++missCount > MAX_MISSES) throw new Error(`${MAX_MISSES} builds ended before they were killed.`);
      for (const fault of result.faults) io.stdout.write(`  FAULT (${place}): ${fault}\n`);
    }
    io.stdout.write(faultCount === 0 ? 'Nothing half-written, nothing lost.\n' : `${faultCount} faults.\n`);
    return faultCount === 0 ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
