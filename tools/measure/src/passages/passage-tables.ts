import { mean, meanInterval } from '../statistics.js';
import { percent, type Row, type Table } from '../table-command.js';
import { BUDGETS, type Measured, type RankerScore } from './measure.js';

/** A splitter and how well its chunks are found. */
export interface MeasuredSplitter {
  readonly name: string;
  readonly measured: Measured;
}

/** A row for each splitter, a column for each ranker. */
export function scoreTable(size: number, splitters: readonly MeasuredSplitter[]): Table {
  return {
    title: `Passages, chunks of at most ${size} tokens`,
    notes: [`Recall in ${BUDGETS.join(' / ')} tokens · intersection over union of five chunks, in %.`],
    columns: ['chunks', 'tokens, mean', ...splitters[0]!.measured.rankers.map(({ name }) => name)],
    rows: splitters.map(({ name, measured: { chunkCount, meanTokens, rankers } }) => {
      const scores = rankers.map(
        ({ recalls, intersectionsOverUnion }) =>
          `${recalls.map((values) => percent(mean(values))).join(' / ')} · ${percent(mean(intersectionsOverUnion))}`,
      );
      return { name, values: [String(chunkCount), meanTokens.toFixed(0), ...scores] };
    }),
  };
}

/**
 * For each ranker and measure, and for the mean of all recalls, the best of the others and what the splitter has more
 * than it, in points with their interval.
 */
export function differenceTable(
  size: number,
  { measured }: MeasuredSplitter,
  others: readonly MeasuredSplitter[],
): Table {
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
  return {
    title: `Differences, chunks of at most ${size} tokens`,
    notes: ['Points between structural and the best of the others; 95 % interval by drawing the questions again.'],
    columns: ['here', 'best of the others', 'difference', '95 %', 'p'],
    rows: [...rows, allRecalls],
  };
}

/**
 * What the splitter has more than another whose chunks are as large on average, in points of recall: the mean over the
 * budgets for each ranker, and over these for each text.
 *
 * @param texts names and numbers of questions, in the order in which they were asked
 */
export function sameMeanTable(
  { measured }: MeasuredSplitter,
  other: MeasuredSplitter,
  texts: readonly { readonly name: string; readonly questions: readonly unknown[] }[],
): Table {
  const rowOf = (name: string, ours: readonly number[], theirs: readonly number[]) =>
    differenceRow(name, ours, [{ name: '', values: theirs }]);
  const [ours, theirs] = [meanRecalls(measured), meanRecalls(other.measured)];
  let from = 0;
  const byText = texts.map(({ name, questions: { length } }) => {
    const row = rowOf(name, ours.slice(from, from + length), theirs.slice(from, from + length));
    from += length;
    return row;
  });
  const byRanker = measured.rankers.map((ranker, i) =>
    rowOf(ranker.name, budgetMeans(ranker), budgetMeans(other.measured.rankers[i]!)),
  );
  return {
    title: `Structural and ${other.name}`,
    notes: [
      `Chunks of ${measured.meanTokens.toFixed(0)} and ${other.measured.meanTokens.toFixed(0)} tokens on average.`,
      `Mean recall of ${BUDGETS.join(', ')} tokens; 95 % interval by drawing the questions again.`,
    ],
    columns: ['here', 'other', 'difference', '95 %', 'p'],
    rows: [...byRanker, rowOf('all', ours, theirs), ...byText],
  };
}

function budgetMeans({ recalls }: RankerScore): number[] {
  return recalls[0]!.map((_, question) => mean(recalls.map((values) => values[question]!)));
}

function differenceRow(name: string, ours: readonly number[], others: readonly Named[]): Row {
  const best = bestOf(others);
  const { mean: difference, low, high, p } = meanInterval(ours.map((value, i) => value - best.values[i]!));
  const chance = p < 0.001 ? '< 0.001' : p.toFixed(3);
  return {
    name,
    values: [
      percent(mean(ours)),
      `${percent(mean(best.values))} ${best.name}`.trimEnd(),
      points(difference),
      `${points(low)} to ${points(high)}`,
      chance,
    ],
  };
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

/** A difference of shares in points, with its sign. */
export function points(share: number): string {
  const written = percent(share);
  if (Number(written) === 0) return '0.0';
  return share > 0 ? `+${written}` : written.replace('-', '−');
}
