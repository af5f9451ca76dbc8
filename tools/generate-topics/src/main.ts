import { resolve } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, processIo, runProgram, wholeNumber } from '@topicmill/base/cli';
import { writeTopics } from './write-topics.js';

/** Runs `generate-topics`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'generate-topics',
      version: '0.1.0',
      description: 'Makes a docs repository of made-up topics, the same for the same options.',
      examples: [
        ['generate-topics --topics 500 --categories 20 --seed 1 --out /tmp/docs-repo', 'about 6 MB of markdown'],
      ],
    },
    io,
  )
    .option('--topics <number>', 'how many topics', wholeNumber(0), 100)
    .option('--categories <number>', 'folders that the topics are dealt out to', wholeNumber(0), 10)
    .option('--seed <number>', 'another seed gives other text', wholeNumber(0), 1)
    .requiredOption('--out <folder>', 'where the repository is written')
    .action((options: { topics: number; categories: number; seed: number; out: string }) => {
      const { fileCount, byteCount } = writeTopics(resolve(io.cwd, options.out), {
        topicCount: options.topics,
        categoryCount: options.categories,
        seed: options.seed,
      });
      io.stdout.write(`${fileCount} files, ${(byteCount / 1e6).toFixed(1)} MB\n`);
    });
  return runProgram(program, args, io, () => 0);
}
