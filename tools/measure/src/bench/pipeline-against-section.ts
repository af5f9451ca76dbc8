import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../statistics.js';
import type { Row, Table } from '../table.js';
import { type DocsWorkspace, makeDocsWorkspace } from './docs-workspace.js';
import { installPackages } from './install-packages.js';
import { type NxRun, runNx } from './run-nx.js';

const SCENARIOS = ['cold', 'one edit', 'nothing changed'] as const;
type Scenario = (typeof SCENARIOS)[number];

/** What two checkouts took for the same build, one right after the other. */
interface Pair {
  readonly ours: NxRun;
  readonly theirs: NxRun;
}

type Pairs = Record<Scenario, Pair[]>;

/**
 * What builds of generated docs cost compared with another checkout's: the same folders of topics, the same version of Nx where
 * both depend on it, and CPU time, which a busy machine falsifies least.
 *
 * @param checkout folder of the other one, installed and built
 * @param log told what is going on, since this takes minutes
 */
export async function pipelineAgainstSection(
  checkout: string,
  topicCounts: readonly number[],
  roundCount: number,
  log: (message: string) => void,
): Promise<Table> {
  const rows: Row[] = [];
  const [own, other] = [installPackages(), installPackages(checkout)];
  const leftovers: { remove(): void }[] = [own, other];
  try {
    for (const topicCount of topicCounts) {
      const pairs: Pairs = { cold: [], 'one edit': [], 'nothing changed': [] };
      for (let round = 1; round <= roundCount; round++) {
        log(`${topicCount} topics, round ${round} of ${roundCount}\n`);
        const [ours, theirs] = [own, other].map(({ nodeModules }) => {
          const layout = { topicCount, sources: 'folders', tasks: 'folder' } as const;
          const workspace = makeDocsWorkspace(layout, '@topicmill/nx', nodeModules);
          leftovers.push(workspace);
          return workspace;
        });
        for (const scenario of SCENARIOS) {
          pairs[scenario].push(await runPair(ours!, theirs!, scenario, round));
        }
      }
      for (const scenario of SCENARIOS) rows.push(rowOf(`${topicCount} topics: ${scenario}`, pairs[scenario]));
    }
  } finally {
    for (const leftover of leftovers.reverse()) leftover.remove();
  }
  return {
    title: 'Pipeline under Nx, compared with another checkout',
    notes: [
      `Generated topics in folders, built alternately by this checkout and by the other; medians of ${roundCount}, without the daemon of Nx.`,
      'CPU s: user and system time of all processes. Ratio: ours to theirs, of pairs.',
    ],
    columns: ['CPU s', 'theirs', 'ratio', 'least', 'most', 's', 'theirs s'],
    rows,
  };
}

/** Each is first in every other round. */
async function runPair(ours: DocsWorkspace, theirs: DocsWorkspace, scenario: Scenario, round: number): Promise<Pair> {
  const run = async ({ directory, documentPath }: DocsWorkspace): Promise<NxRun> => {
    if (scenario === 'one edit') appendFileSync(join(directory, documentPath), '\nThe queue reads this file twice.\n');
    return runNx(directory, ['run-many', '-t', 'index'], false);
  };
  if (round % 2 === 1) {
    const first = await run(ours);
    return { ours: first, theirs: await run(theirs) };
  }
  const first = await run(theirs);
  return { ours: await run(ours), theirs: first };
}

function rowOf(name: string, pairs: readonly Pair[]): Row {
  const ratios = pairs.map(({ ours, theirs }) => ours.cpuSeconds / theirs.cpuSeconds);
  const medianOf = (measureOf: (pair: Pair) => number): number => median(pairs.map(measureOf));
  return {
    name,
    values: [
      medianOf(({ ours }) => ours.cpuSeconds),
      medianOf(({ theirs }) => theirs.cpuSeconds),
      median(ratios),
      Math.min(...ratios),
      Math.max(...ratios),
      medianOf(({ ours }) => ours.seconds),
      medianOf(({ theirs }) => theirs.seconds),
    ],
  };
}
