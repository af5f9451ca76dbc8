import { meanInterval } from '../statistics.js';
import type { Table } from '../table.js';
import { addTopicsOption, tableCommand } from '../table-command.js';
import { f1At } from './f1-at.js';
import { keywordsOfLists, METHODS } from './methods.js';
import { readExpectedTopics } from './read-expected-topics.js';

const LIMIT = 10;

/** Runs `keywords`; see `--help`. */
export const keywords = tableCommand<{ readonly topics: string }>(
  {
    name: 'npm run eval:keywords --',
    description: 'Measures how far the ten best keywords of each topic are those of its `expected/words.md`.',
    examples: [['npm run eval:keywords -- --topics <folder>', 'on the topics at any depth below a folder']],
  },
  addTopicsOption,
  async function* ({ topics: folder }): AsyncGenerator<Table> {
    const topics = readExpectedTopics(folder);
    const texts = topics.map(({ text }) => text);
    const scoresOf = (found: readonly (readonly string[])[]): number[] =>
      found.map((terms, at) => f1At(LIMIT, terms, topics[at]!.expected));
    const results = [
      ...METHODS.map(([name, method]) => ({ name, scores: scoresOf(method(texts)) })),
      { name: 'shares as the lists of the other topics name them', scores: scoresOf(keywordsOfLists(topics)) },
    ];
    const [built] = results;
    yield {
      title: `F1@${LIMIT} of the keywords of ${topics.length} topics`,
      notes: [],
      columns: [built!.name],
      rows: built!.scores.map((score, at) => ({ name: topics[at]!.id, values: [score.toFixed(3)] })),
    };
    yield {
      title: 'Methods',
      notes: ['Mean F1 over the topics; 95 % interval by drawing the topics again.'],
      columns: ['mean', '95 % interval'],
      rows: results.map(({ name, scores }) => {
        const { mean, low, high } = meanInterval(scores);
        return { name, values: [mean.toFixed(3), `${low.toFixed(2)} to ${high.toFixed(2)}`] };
      }),
    };
  },
);
