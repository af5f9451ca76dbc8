import { f1At } from './f1-at.js';
import { mean, meanInterval } from './mean-interval.js';
import { keywordsOfLists, METHODS, SHARE_METHODS } from './methods.js';
import type { ExpectedTopic } from './read-topics.js';

const LIMIT = 10;

interface Result {
  readonly name: string;
  /** F1 of each topic. */
  readonly scores: readonly number[];
}

/** How far the ten best keywords of each topic are the expected ones, by method, in markdown. */
export function report(topics: readonly ExpectedTopic[]): string {
  const texts = topics.map(({ text }) => text);
  const resultOf = (name: string, found: readonly (readonly string[])[]): Result => {
    return { name, scores: found.map((terms, i) => f1At(LIMIT, terms, topics[i]!.expected)) };
  };
  const results = METHODS.map(([name, method]) => resultOf(name, method(texts)));
  const built = results[0]!;
  const byShares = SHARE_METHODS.map(([name, method]) => resultOf(name, method(texts)));
  const byLists = resultOf('as the lists of the other topics name them', keywordsOfLists(topics));
  return [
    `F1@${LIMIT} of the keywords of ${topics.length} topics\n`,
    table(
      ['Topic', built.name],
      built.scores.map((score, i) => [topics[i]!.id, score.toFixed(3)]),
    ),
    table(
      ['Method', 'Mean', '95 % interval'],
      results.map(({ name, scores }) => [name, ...interval(scores)]),
    ),
    shareTable(built, [...byShares, byLists]),
    `${chosenOnTheOthers([built, ...byShares])}\n`,
  ].join('\n');
}

/** What each way to estimate shares changes, and on how many topics it is better and worse. */
function shareTable(built: Result, results: readonly Result[]): string {
  const rows = results.map(({ name, scores }) => {
    const gains = scores.map((score, i) => score - built.scores[i]!);
    const [gain, range] = interval(gains, '+');
    const better = gains.filter((value) => value > 0).length;
    const worse = gains.filter((value) => value < 0).length;
    return [name, mean(scores).toFixed(3), gain!, range!, `${better} / ${worse}`];
  });
  return table(['Shares', 'Mean', 'Gain', '95 % interval of the gain', 'Topics better / worse'], rows);
}

/** The mean over the topics when the best way is chosen by all topics but the one that it is then scored on. */
function chosenOnTheOthers(results: readonly Result[]): string {
  const scores = results[0]!.scores.map((_, left) => {
    const meanOfOthers = ({ scores }: Result) => mean(scores.filter((_, i) => i !== left));
    const best = results.reduce((a, b) => (meanOfOthers(b) > meanOfOthers(a) ? b : a));
    return best.scores[left]!;
  });
  return `Shares chosen by the other topics, each topic left out once: ${mean(scores).toFixed(3)}`;
}

function interval(values: readonly number[], plus = ''): string[] {
  const { mean, low, high } = meanInterval(values);
  const signed = (value: number, digits: number) => `${value > 0 ? plus : ''}${value.toFixed(digits)}`;
  return [signed(mean, 3), `${signed(low, 2)} to ${signed(high, 2)}`];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ['---', ...header.slice(1).map(() => '---:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
