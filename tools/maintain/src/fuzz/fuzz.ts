import { type CommandIo, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { propertyTests } from './property-tests.js';
import { type FailedTest, runSeed } from './run-seed.js';

interface FuzzOptions {
  readonly seeds: number;
  readonly from: number;
  readonly workers: number;
}

/** Runs `fuzz`; see `--help`. Returns the exit code. */
export function fuzz(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'fuzz',
      version: '0.1.0',
      description: 'Runs the tests that use fast-check again and again, each time with another seed.',
      examples: [
        ['npm run fuzz -- --seeds 50 --from 1', 'all property tests with the seeds 1 to 50'],
        ['npm run fuzz -- packages/chunking', 'those of one package with ten seeds'],
        ['TOPICMILL_CHUNKING_RUNS=1500 npm run fuzz -- packages/chunking', 'with more values a seed, where a test can'],
      ],
    },
    io,
  )
    .argument('[paths...]', 'starts of the paths of test files; all of them without any')
    .option('--seeds <number>', 'how many seeds are tried', wholeNumber(1), 10)
    .option('--from <number>', 'the first seed; the others follow it', wholeNumber(1), 1)
    .option('--workers <number>', 'test files that run at a time', wholeNumber(1), 1)
    .action(async (paths: string[], options: FuzzOptions) => {
      exitCode = await trySeeds(propertyTests(io.cwd, paths), options, io);
    });
  return runProgram(program, args, io, () => exitCode);
}

async function trySeeds(
  files: readonly string[],
  { seeds, from, workers }: FuzzOptions,
  io: CommandIo,
): Promise<ExitCode> {
  if (files.length === 0) {
    io.stderr.write('No test file with these paths uses fast-check.\n');
    return 2;
  }
  let failedCount = 0;
  for (let seed = from; seed < from + seeds; seed++) {
    const { testCount, failed } = await runSeed(files, seed, { cwd: io.cwd, env: io.env, workerCount: workers });
    io.stdout.write(`seed ${seed}: ${files.length} files, ${testCount} tests, ${failed.length} failed\n`);
    for (const test of failed) io.stdout.write(described(test, seed, io.env));
    failedCount += failed.length === 0 ? 0 : 1;
  }
  io.stdout.write(`${seeds} seeds, ${failedCount} of them with failures\n`);
  return failedCount === 0 ? 0 : 1;
}

function described({ file, name, message }: FailedTest, seed: number, env: CommandIo['env']): string {
  // How many values a seed gives is set by variables of packages; with another number others come.
  const runs = Object.entries(env).filter(([variable]) => /^TOPICMILL_\w+_RUNS$/.test(variable));
  const variables = [...runs, ['TOPICMILL_SEED', seed]].map(([variable, value]) => `${variable}=${value}`).join(' ');
  const again = file === '' ? '' : `  again: ${variables} npx vitest run ${file}\n`;
  const place = file === '' ? name : `${file} > ${name}`;
  return `  ${place}\n${message.replace(/^/gm, '    ')}\n${again}`;
}
