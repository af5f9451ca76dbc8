import { lineChart, type Series } from './line-chart.js';
import { ASIDE_SET, REAL_SET, STRANGER_SET } from './matches.js';
import { COUNTS, LIMITS, type Measures, type Part, RADII } from './measure-all.js';
import { REWORDINGS } from './rewordings.js';

const REPORTED: Part = 'reported';
const WRONG_RANGE = 0.1;
const SHOWN_BITS = 50;

/** The plots of the report, by file name. */
export function charts(measures: Measures): ReadonlyMap<string, string> {
  return new Map([
    ['limit.svg', limitChart(measures)],
    ['count.svg', countChart(measures)],
    ['collisions.svg', collisionChart(measures)],
    ['coverage.svg', coverageChart(measures)],
    ['hashes.svg', hashChart(measures)],
  ]);
}

function limitChart({ attachments }: Measures): string {
  const at = LIMITS.map((minSimilarity) => attachments(REPORTED, { minSimilarity, maxPerQuestion: 3 }));
  const line = (name: string, value: (measure: (typeof at)[number]) => number): Series => ({
    name,
    points: at.map((measure) => [measure.minSimilarity, value(measure)]),
  });
  return lineChart(
    [
      line('questions matched', ({ matched }) => matched),
      line('right chunk among them', ({ recall }) => recall),
      line('hashes in a right chunk', ({ precision }) => precision),
    ],
    {
      title: 'What a limit on similarity does (3 chunks a question)',
      xLabel: 'least cosine of question and chunk',
      yLabel: 'share',
      xRange: [0, 0.6],
      yRange: [0, 1],
    },
  );
}

function countChart({ attachments }: Measures): string {
  const series = COUNTS.map(
    (maxPerQuestion): Series => ({
      name: maxPerQuestion === Number.POSITIVE_INFINITY ? 'all above the limit' : `${maxPerQuestion} a question`,
      points: LIMITS.map((minSimilarity) => attachments(REPORTED, { minSimilarity, maxPerQuestion })).map(
        ({ recall, precision }) => [recall, precision],
      ),
    }),
  );
  return lineChart(series, {
    title: 'The nearest few, or all above a limit (limits 0 to 0.6 along each line)',
    xLabel: 'questions whose right chunk has their hash',
    yLabel: 'hashes in a right chunk',
    xRange: [0, 1],
    yRange: [0, 1],
    isPercentX: true,
  });
}

function collisionChart({ kinds }: Measures): string {
  const series = kinds.map(
    ({ kind, collisions }): Series => ({
      name: kind.name,
      points: collisions.spread.map((share, bits) => [bits, share]),
    }),
  );
  return lineChart(series, {
    title: 'How far different questions are apart',
    xLabel: 'bits of 64',
    yLabel: 'share of all pairs',
    xRange: [0, SHOWN_BITS],
    yRange: [0, 0.2],
  });
}

function coverageChart({ published }: Measures): string {
  const sets = [REAL_SET, ...REWORDINGS.map(({ name }) => name)];
  const right = sets.map(
    (set): Series => ({
      name: set,
      points: RADII.map((radius) => [radius, published.rates(REPORTED, set, radius).right]),
    }),
  );
  const wrong = [ASIDE_SET, STRANGER_SET].map(
    (set): Series => ({
      name: `wrong: ${set}`,
      points: RADII.map((radius) => [radius, published.rates(REPORTED, set, radius).wrong]),
    }),
  );
  return lineChart([...right, ...wrong], {
    title: 'What the published hash recognises',
    xLabel: 'bits in which query and question may differ',
    yLabel: 'share of queries',
    xRange: [0, 20],
    yRange: [0, 1],
  });
}

function hashChart({ kinds }: Measures): string {
  const sets = REWORDINGS.filter(({ favoursSome }) => !favoursSome).map(({ name }) => name);
  const series = kinds.map(
    ({ kind, rates }): Series => ({
      name: kind.name,
      points: RADII.map((radius) => [
        rates(REPORTED, ASIDE_SET, radius).wrong,
        sets.reduce((sum, set) => sum + rates(REPORTED, set, radius).right, 0) / sets.length,
      ]),
    }),
  );
  return lineChart(series, {
    title: 'Ways to hash: reworded questions recognised against questions mistaken',
    xLabel: 'questions kept aside that match another one',
    yLabel: 'rewordings recognised, mean without keywords',
    xRange: [0, WRONG_RANGE],
    yRange: [0, 1],
    isPercentX: true,
  });
}
