import { mean, meanInterval } from '../statistics.js';
import { percent, type Row, type Table } from '../table.js';
import type { ContextScore } from './score-context.js';

/** How one way to collect did on one set of docs. */
export interface MeasuredWay {
  readonly name: string;
  /** By budget, then by question. */
  readonly scores: readonly (readonly ContextScore[])[];
}

/** What was measured on one set of docs, ours first. */
export interface MeasuredSet {
  readonly name: string;
  readonly ways: readonly MeasuredWay[];
}

const MEASURES = [
  { name: 'words', of: ({ words }: ContextScore) => words },
  { name: 'passages', of: ({ passages }: ContextScore) => passages },
] as const;

/** A row for each set, measure and budget: ours, the best of the others and the difference with its interval. */
export function differenceTable(sets: readonly MeasuredSet[], budgets: readonly number[]): Table {
  const rows = sets.flatMap(({ name, ways }) =>
    MEASURES.flatMap(({ name: measure, of }) =>
      budgets.flatMap((budget, b) => {
        const [ours, ...others] = ways.map((way) => ({ name: way.name, values: numbers(way.scores[b]!.map(of)) }));
        return ours!.values.length === 0 ? [] : [differenceRow(`${name}, ${measure}, ${budget}`, ours!, others)];
      }),
    ),
  );
  return {
    title: 'Context within a budget',
    notes: [
      'Words of the answers, and passages that are there whole, in %. The best of the others is chosen for each line, after the fact.',
    ],
    columns: ['questions', 'topicmill context', 'best of the others', 'difference', '95 %'],
    rows,
  };
}

/** The mean of all sets, measures and budgets, and of each measure, by way. */
export function meanTable(sets: readonly MeasuredSet[]): Table {
  const names = sets[0]!.ways.map(({ name }) => name);
  const meanOf = (way: number, of: (score: ContextScore) => number | undefined): number | undefined => {
    const means = sets
      .flatMap(({ ways }) => ways[way]!.scores.map((scores) => numbers(scores.map(of))))
      .flatMap((values) => (values.length === 0 ? [] : [mean(values)]));
    return means.length === 0 ? undefined : mean(means);
  };
  return {
    title: 'Context, means over docs and budgets',
    notes: ['In %.'],
    columns: MEASURES.map(({ name }) => name),
    rows: names.map((name, way) => ({ name, values: MEASURES.map(({ of }) => percent(meanOf(way, of))) })),
  };
}

interface Named {
  readonly name: string;
  readonly values: readonly number[];
}

function differenceRow(name: string, ours: Named, others: readonly Named[]): Row {
  if (others.length === 0)
    return { name, values: [ours.values.length, percent(mean(ours.values)), undefined, undefined, undefined] };
  const best = others.reduce((a, b) => (mean(b.values) > mean(a.values) ? b : a));
  const { mean: difference, low, high } = meanInterval(ours.values.map((value, at) => value - best.values[at]!));
  return {
    name,
    values: [
      ours.values.length,
      percent(mean(ours.values)),
      `${percent(mean(best.values))} ${best.name}`,
      points(difference),
      `${points(low)} to ${points(high)}`,
    ],
  };
}

function numbers(values: readonly (number | undefined)[]): number[] {
  return values.filter((value): value is number => value !== undefined);
}

function points(share: number): string {
  const written = percent(share);
  return share > 0 ? `+${written}` : written.replace('-', '−');
}
