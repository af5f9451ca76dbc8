import { createProgram, processIo, runProgram, wholeNumber } from '@topicmill/base/cli';
import { measureSpeed } from './measure-speed.js';
import { scoreTestSet } from './score-test-set.js';

const io = processIo();
const program = createProgram(
  {
    name: 'bench-pages',
    version: '0.1.0',
    description: 'How fast documents become pages, and how well a reader finds its way in them.',
    examples: [
      ['npm run bench:pages', 'both, with the whole test set'],
      ['npm run bench:pages -- speed', 'megabytes a second by the length of documents'],
      ['npm run bench:pages -- scores --documents 20 --seed 2', 'the four metrics on a smaller test set'],
    ],
  },
  io,
)
  .argument('[what]', 'speed or scores; both when left out')
  .option('--documents <number>', 'documents of the test set', wholeNumber(0), 100)
  .option('--seed <number>', 'seed of the test set', wholeNumber(0), 1)
  .action(async (what: string | undefined, { documents, seed }: { documents: number; seed: number }) => {
    if (what !== 'scores') await measureSpeed();
    if (what === undefined) io.stdout.write('\n');
    if (what !== 'speed') await scoreTestSet({ documentCount: documents, seed });
  });
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);
