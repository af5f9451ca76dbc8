import { type MeanInterval, mean, meanInterval } from '../statistics.js';
import { percent, type Row, type Table } from '../table-command.js';
import {
  type ContextCell,
  type ContextScore,
  isBetter,
  isWorse,
  MEASURES,
  type MeasuredSet,
  numbers,
} from './context-cells.js';

/**
 * A row for each cell: ours, the best of the others and the difference with its interval, and how many of the others it
 * is better and worse than beyond the interval of the difference to each.
 */
export function differenceTable(cells: readonly ContextCell[]): Table {
  return {
    title: 'Context within a budget',
    notes: [
      'Words of the answers, and passages that are there whole, and tokens of ours of those allowed, in %. The best of the others is chosen for each line, after the fact;',
      'the last three columns count single ones of them, compared by the 95 % interval of the differences question by question.',
    ],
    columns: [
      'questions',
      'budget used',
      'topicmill context',
      'best of the others',
      'difference',
      '95 %',
      'better than',
      'level with',
      'worse than',
    ],
    rows: cells.map(differenceRow),
  };
}

/** A row for each of the others that is better than ours beyond the interval, in each cell. */
export function worseTable(cells: readonly ContextCell[]): Table {
  const comparisons = cells.flatMap(({ others }) => others);
  const count = (is: typeof isBetter): number => comparisons.filter(is).length;
  const rows = cells.flatMap((cell) =>
    cell.others.filter(isWorse).map((other) => ({
      name: `${cell.name}: ${other.name}`,
      values: [percent(cell.mean), percent(other.mean), points(other.difference.mean), interval(other.difference)],
    })),
  );
  return {
    title: 'Single others that are better beyond the interval',
    notes: [
      `In %. Of ${comparisons.length} comparisons with single others, ours is better beyond the interval in ${count(isBetter)}, worse beyond it in ${count(isWorse)}.`,
    ],
    columns: ['topicmill context', 'the other', 'difference', '95 %'],
    rows,
  };
}

/**
 * The mean of all sets and budgets by way and measure, and the difference to ours over all questions, each with the mean
 * of its budgets.
 */
export function meanTable(sets: readonly MeasuredSet[]): Table {
  const names = sets[0]!.ways.map(({ name }) => name);
  return {
    title: 'Context, means over docs and budgets',
    notes: [
      'In %. Each set of docs counts as much as another in the means, and each question in the differences; a question counts once, by the mean of its budgets.',
    ],
    columns: MEASURES.flatMap(({ name }) => [name, `ours ahead in ${name}`, '95 %']),
    rows: names.map((name, way) => ({ name, values: MEASURES.flatMap(({ of }) => meanCells(sets, way, of)) })),
  };
}

type Measure = (score: ContextScore) => number | undefined;

function meanCells(sets: readonly MeasuredSet[], way: number, of: Measure): (string | undefined)[] {
  const means = sets
    .flatMap(({ ways }) => ways[way]!.scores.map((scores) => numbers(scores.map(of))))
    .flatMap((values) => (values.length === 0 ? [] : [mean(values)]));
  if (means.length === 0) return ['–', undefined, undefined];
  if (way === 0) return [percent(mean(means)), undefined, undefined];
  const difference = meanInterval(sets.flatMap((set) => differencesOf(set, way, of)));
  return [percent(mean(means)), points(difference.mean), interval(difference)];
}

/** Ours minus another way, by question, over all budgets. */
function differencesOf({ ways }: MeasuredSet, way: number, of: Measure): number[] {
  const [ours, other] = [ways[0]!, ways[way]!].map(({ scores }) => scores.map((row) => numbers(row.map(of))));
  return ours![0]!.map((_, question) => mean(ours!.map((row, b) => row[question]! - other![b]![question]!)));
}

function differenceRow({ name, questions, used, mean: ours, others }: ContextCell): Row {
  if (others.length === 0)
    return { name, values: [questions, percent(used), percent(ours), ...Array(6).fill(undefined)] };
  const best = others.reduce((a, b) => (b.mean > a.mean ? b : a));
  const better = others.filter(isBetter).length;
  const worse = others.filter(isWorse).length;
  return {
    name,
    values: [
      questions,
      percent(used),
      percent(ours),
      `${percent(best.mean)} ${best.name}`,
      points(best.difference.mean),
      interval(best.difference),
      better,
      others.length - better - worse,
      worse,
    ],
  };
}

function interval({ low, high }: MeanInterval): string {
  return `${points(low)} to ${points(high)}`;
}

function points(share: number): string {
  const written = percent(share);
  return share > 0 ? `+${written}` : written.replace('-', '−');
}
