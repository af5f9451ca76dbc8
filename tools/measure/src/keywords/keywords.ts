import { meanInterval } from '../statistics.js';
import { addTopicsOption, type Table, tableCommand } from '../table-command.js';
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

/**
 * How far the best `limit` terms of two lists are the same: 2 × common / (found + expected), from 0 to 1; 1 for two
 * empty lists. Terms are compared as they are written.
 */
export function f1At(limit: number, found: readonly string[], expected: readonly string[]): number {
  const wanted = new Set(expected.slice(0, limit));
  const best = new Set(found.slice(0, limit));
  if (wanted.size + best.size === 0) return 1;
  let common = 0;
  for (const term of best) if (wanted.has(term)) common++;
  return (2 * common) / (best.size + wanted.size);
}
