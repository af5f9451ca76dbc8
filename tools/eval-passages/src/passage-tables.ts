import { BUDGETS, type Measured, type RankerScore } from './measure.js';
import { pairedDifference } from './paired-difference.js';

/** A splitter and how well its chunks are found. */
export interface MeasuredSplitter {
  readonly name: string;
  readonly measured: Measured;
}

/** A markdown table: a row for each splitter, a column for each ranker. */
export function scoreTable(size: number, splitters: readonly MeasuredSplitter[]): string {
  const names = splitters[0]!.measured.rankers.map(({ name }) => name);
  const head = `| at most ${size} tokens | chunks | mean | ${names.join(' | ')} |\n|---|---:|---:|${'---:|'.repeat(names.length)}\n`;
  return head + splitters.map(scoreRow).join('');
}

function scoreRow({ name, measured: { chunkCount, meanTokens, rankers } }: MeasuredSplitter): string {
  const cells = rankers.map(
    ({ recalls, intersectionsOverUnion }) =>
      `${recalls.map((values) => percent(mean(values))).join(' / ')} · ${percent(mean(intersectionsOverUnion))}`,
  );
  return `| ${name} | ${chunkCount} | ${meanTokens.toFixed(0)} | ${cells.join(' | ')} |\n`;
}

/**
 * A markdown table: for each ranker and measure, and for the mean of all recalls, the best of the others and what the
 * splitter has more than it, in points with their interval; see `pairedDifference`.
 */
export function differenceTable(
  size: number,
  { measured }: MeasuredSplitter,
  others: readonly MeasuredSplitter[],
): string {
  const head = `| at most ${size} tokens | here | best of the others | difference | 95 % | p |\n|---|---:|---|---:|---:|---:|\n`;
  const rows = measured.rankers.flatMap((ranker, i) =>
    MEASURES.map(({ name, valuesOf }) =>
      differenceRow(
        `${ranker.name}, ${name}`,
        valuesOf(ranker),
        others.map((other) => ({ name: other.name, values: valuesOf(other.measured.rankers[i]!) })),
      ),
    ),
  );
  const allRecalls = differenceRow(
    'all recalls',
    meanRecalls(measured),
    others.map((other) => ({ name: other.name, values: meanRecalls(other.measured) })),
  );
  return head + rows.join('') + allRecalls;
}

function differenceRow(title: string, ours: readonly number[], others: readonly Named[]): string {
  const best = bestOf(others);
  const { mean: difference, low, high, p } = pairedDifference(ours, best.values);
  const interval = `${points(low)} to ${points(high)}`;
  const chance = p < 0.001 ? '< 0.001' : p.toFixed(3);
  return `| ${title} | ${percent(mean(ours))} | ${percent(mean(best.values))} ${best.name} | ${points(difference)} | ${interval} | ${chance} |\n`;
}

/** For each question the mean of its recalls over rankers and budgets. */
function meanRecalls({ rankers }: Measured): number[] {
  const columns = rankers.flatMap(({ recalls }) => recalls);
  return columns[0]!.map((_, question) => mean(columns.map((values) => values[question]!)));
}

const MEASURES: readonly { readonly name: string; readonly valuesOf: (score: RankerScore) => readonly number[] }[] = [
  ...BUDGETS.map((budget, i) => ({ name: `${budget}`, valuesOf: ({ recalls }: RankerScore) => recalls[i]! })),
  { name: 'IoU', valuesOf: ({ intersectionsOverUnion }) => intersectionsOverUnion },
];

interface Named {
  readonly name: string;
  readonly values: readonly number[];
}

function bestOf(others: readonly Named[]): Named {
  return others.reduce((best, other) => (mean(other.values) > mean(best.values) ? other : best));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function points(share: number): string {
  const written = percent(share);
  if (Number(written) === 0) return '0.0';
  return share > 0 ? `+${written}` : written.replace('-', '−');
}
