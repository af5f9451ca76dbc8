import { createProgram, existingFolder, processIo, runProgram } from '@topicmill/base/cli';
import { readExpectedTopics } from './read-topics.js';
import { report } from './report.js';

const io = processIo();
const program = createProgram(
  {
    name: 'npm run eval:keywords --',
    version: '0.1.0',
    description: 'Measures how far the ten best keywords of each topic are those of its `expected/words.md`.',
    examples: [['npm run eval:keywords -- --topics <folder>', 'on the topics at any depth below a folder']],
  },
  io,
)
  .requiredOption(
    '--topics <folder>',
    'folder of topics with `golden-reference.md` and `expected/words.md`',
    existingFolder,
  )
  .action(({ topics }: { topics: string }) => {
    io.stdout.write(report(readExpectedTopics(topics)));
  });
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);
