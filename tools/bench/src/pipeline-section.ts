import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median } from './compare-rates.js';
import { type DocsWorkspace, makeDocsWorkspace } from './docs-workspace.js';
import { installPackages } from './install-packages.js';
import { type NxRun, runNx } from './run-nx.js';
import type { Row, Table } from './table.js';

/** Repositories above this size are built from nothing once only. */
const LARGE_TOPIC_COUNT = 500;
/** What the daemon's watcher gets to notice an edit. */
const WATCHER_DELAY_MS = 500;

export interface PipelineOptions {
  readonly topicCounts: readonly number[];
  readonly roundCount: number;
  readonly useDaemon: boolean;
}

/**
 * What is measured, in the order in which it is done to a workspace. The last leaves the folders above the topic to be
 * built, which the next edit makes stale anyway.
 */
const SCENARIOS = ['cold', 'one edit', 'nothing changed', 'one edit, nx run <topic>:index'] as const;
type Scenario = (typeof SCENARIOS)[number];

/** A workspace that Topicmill builds, and one with the same projects and tasks that copy one file each. */
const PLUGINS = ['@topicmill/nx', '@topicmill/bench'] as const;
type Plugin = (typeof PLUGINS)[number];
type Runs = Map<Scenario, NxRun[]>;

/**
 * How long Nx takes to build docs repositories of some sizes, beside the same repositories with tasks that only copy.
 *
 * @param log told what is going on, since this takes minutes
 */
export async function pipelineSection(options: PipelineOptions, log: (message: string) => void): Promise<Table> {
  const { topicCounts, roundCount, useDaemon } = options;
  const rows: Row[] = [];
  const coldPeaks: number[] = [];
  const packages = installPackages();
  // Removed at the end: a file system that has just lost a large tree makes files several times as slowly for a while.
  const workspaces: DocsWorkspace[] = [];
  try {
    for (const topicCount of topicCounts) {
      const make = (plugin: Plugin): DocsWorkspace => {
        const workspace = makeDocsWorkspace(topicCount, plugin, packages.nodeModules);
        workspaces.push(workspace);
        return workspace;
      };
      const [ours, copying] = await measureSize(topicCount, options, make, log);
      for (const scenario of SCENARIOS) {
        rows.push(rowOf(topicCount, scenario, ours!.get(scenario)!, copying!.get(scenario)!));
      }
      coldPeaks.push(medianOf(ours!.get('cold')!, ({ batchPeakBytes }) => batchPeakBytes) ?? 0);
    }
  } finally {
    for (const workspace of workspaces) workspace.remove();
    packages.remove();
  }
  return {
    title: 'Pipeline under Nx',
    notes: [
      `Generated topics; medians of ${roundCount} (cold builds of over ${LARGE_TOPIC_COUNT} topics: one); wall time.`,
      `Daemon ${useDaemon ? 'on' : 'off'}. Copy: the same projects, tasks, inputs and outputs, each task copying one file.`,
      ...memoryNotes(topicCounts, coldPeaks),
    ],
    columns: ['s', 's (copy)', '× copy', 'ms a topic', 'tasks run', 'batch MB', 'batch MB (copy)'],
    rows,
  };
}

async function measureSize(
  topicCount: number,
  { roundCount, useDaemon }: PipelineOptions,
  make: (plugin: Plugin) => DocsWorkspace,
  log: (message: string) => void,
): Promise<Runs[]> {
  const coldCount = topicCount > LARGE_TOPIC_COUNT ? 1 : roundCount;
  const runs = PLUGINS.map((): Runs => new Map(SCENARIOS.map((scenario) => [scenario, []])));
  for (let round = 1; round <= coldCount; round++) {
    const workspaces = PLUGINS.map(make);
    try {
      const warmRounds = round === coldCount ? roundCount : 0;
      log(`${topicCount} topics, build ${round} of ${coldCount}\n`);
      await measureWorkspaces(workspaces, runs, warmRounds, useDaemon);
    } finally {
      for (const workspace of workspaces) {
        if (useDaemon) await runNx(workspace.directory, ['daemon', '--stop'], true);
      }
    }
  }
  return runs;
}

async function measureWorkspaces(
  workspaces: readonly DocsWorkspace[],
  runs: readonly Runs[],
  warmRounds: number,
  useDaemon: boolean,
): Promise<void> {
  const measure = async (scenario: Scenario, edit?: string) => {
    for (const [index, workspace] of workspaces.entries()) {
      if (edit !== undefined) {
        appendFileSync(join(workspace.directory, 'docs', workspace.topicId, 'golden-reference.md'), `\n${edit}\n`);
        if (useDaemon) await setTimeout(WATCHER_DELAY_MS);
      }
      runs[index]!.get(scenario)!.push(await runNx(workspace.directory, argumentsOf(scenario, workspace), useDaemon));
    }
  };
  await measure('cold');
  for (let round = 1; round <= warmRounds; round++) {
    await measure('one edit', `Edit ${round} of the file that a queue reads.`);
    await measure('nothing changed');
    await measure('one edit, nx run <topic>:index', `Edit ${round} of the table that a server keeps.`);
  }
}

function argumentsOf(scenario: Scenario, { topicId }: DocsWorkspace): string[] {
  return scenario === 'one edit, nx run <topic>:index' ? ['run', `${topicId}:index`] : ['run-many', '-t', 'index'];
}

function rowOf(topicCount: number, scenario: Scenario, ours: readonly NxRun[], copying: readonly NxRun[]): Row {
  const seconds = medianOf(ours, (run) => run.seconds)!;
  const copySeconds = medianOf(copying, (run) => run.seconds)!;
  return {
    name: `${topicCount} topics: ${scenario}`,
    values: [
      seconds,
      copySeconds,
      seconds / copySeconds,
      (seconds * 1000) / topicCount,
      medianOf(ours, (run) => run.ranTaskCount),
      inMegabytes(medianOf(ours, (run) => run.batchPeakBytes)),
      inMegabytes(medianOf(copying, (run) => run.batchPeakBytes)),
    ],
  };
}

function medianOf(runs: readonly NxRun[], measureOf: (run: NxRun) => number | undefined): number | undefined {
  const values = runs.map(measureOf).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : median(values);
}

function inMegabytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1e6;
}

function memoryNotes(topicCounts: readonly number[], coldPeaks: readonly number[]): string[] {
  const [fewest, most] = [topicCounts[0]!, topicCounts.at(-1)!];
  const [first, last] = [coldPeaks[0]!, coldPeaks.at(-1)!];
  if (most === fewest || first === 0) return [];
  const kilobytes = (last - first) / 1e3 / (most - fewest);
  return [`Memory of the batch process grows by ${kilobytes.toFixed(0)} kB a topic from ${fewest} to ${most} topics.`];
}
