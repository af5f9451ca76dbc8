import { wholeNumber } from '@topicmill/base/cli';
import { Argument } from 'commander';
import { tableCommand } from '../table-command.js';
import { pageSpeed } from './page-speed.js';
import { testSetScores } from './test-set-scores.js';

interface Options {
  readonly documents: number;
  readonly seed: number;
}

/** Runs `pages`; see `--help`. */
export const pages = tableCommand<Options>(
  {
    name: 'npm run bench:pages --',
    description: 'How fast documents become pages, and how well a reader finds its way in them.',
    examples: [
      ['npm run bench:pages', 'both, with the whole test set'],
      ['npm run bench:pages -- speed', 'megabytes a second by the length of documents'],
      ['npm run bench:pages -- scores --documents 20 --seed 2', 'the four metrics on a smaller test set'],
    ],
  },
  (program) =>
    program
      .addArgument(new Argument('[what]', 'one of the two').choices(['speed', 'scores']))
      .option('--documents <number>', 'documents of the test set', wholeNumber(0), 100)
      .option('--seed <number>', 'seed of the test set', wholeNumber(0), 1),
  async function* ({ documents, seed }, { log }, [what]) {
    if (what !== 'scores') yield await pageSpeed(log);
    if (what !== 'speed') yield await testSetScores({ documentCount: documents, seed });
  },
);
