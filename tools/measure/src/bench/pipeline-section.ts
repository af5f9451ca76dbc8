import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { setTimeout } from 'node:timers/promises';
import { median } from '../statistics.js';
import type { Row, Table } from '../table.js';
import { type DocsLayout, type DocsWorkspace, makeDocsWorkspace, type NxPluginEntry } from './docs-workspace.js';
import { installPackages } from './install-packages.js';
import { type NxRun, runNx } from './run-nx.js';

/** Repositories above this size are built from nothing once only. */
const LARGE_TOPIC_COUNT = 500;
/** What the daemon's watcher gets to notice an edit. */
const WATCHER_DELAY_MS = 500;

export interface PipelineOptions {
  readonly topicCounts: readonly number[];
  readonly roundCount: number;
  readonly useDaemon: boolean;
  /** Whether the topics are pages of a site; folders without it. */
  readonly usePages: boolean;
  /** Whether the target index is a chain of steps. */
  readonly useStepTasks: boolean;
}

/**
 * What is measured, in the order in which it is done to a workspace. The last leaves the folders above the topic to be
 * built, which the next edit makes stale anyway.
 */
const SCENARIOS = ['cold', 'one edit', 'nothing changed', 'one edit, nx run <topic>:index'] as const;
type Scenario = (typeof SCENARIOS)[number];

type Runs = Map<Scenario, NxRun[]>;

/** A workspace that is compared with others, and what its builds took. */
interface Measured {
  readonly workspace: DocsWorkspace;
  readonly runs: Runs;
  /** Whether its projects are folders of topics. */
  readonly isByFolder: boolean;
}

/**
 * How long Nx takes to build docs repositories of some sizes, compared with the same repositories with tasks that only copy.
 *
 * @param log told what is going on, since this takes minutes
 */
export async function pipelineSection(options: PipelineOptions, log: (message: string) => void): Promise<Table> {
  const { topicCounts, roundCount, useDaemon, usePages, useStepTasks } = options;
  const rows: Row[] = [];
  const coldPeaks: number[] = [];
  const packages = installPackages();
  // Removed at the end: a file system that has just lost a large tree makes files several times as slowly for a while.
  const leftovers: { remove(): void }[] = [packages];
  try {
    for (const topicCount of topicCounts) {
      const layout: DocsLayout = {
        topicCount,
        sources: usePages ? 'pages' : 'folders',
        tasks: useStepTasks ? 'step' : 'folder',
      };
      const make = (plugin: NxPluginEntry): DocsWorkspace => {
        const workspace = makeDocsWorkspace(layout, plugin, packages.nodeModules);
        leftovers.push(workspace);
        return workspace;
      };
      const runs = await measureSize(topicCount, options, make, log);
      for (const scenario of SCENARIOS) rows.push(rowOf(topicCount, scenario, runs));
      coldPeaks.push(medianOf(runs.ours.get('cold')!, ({ batchPeakBytes }) => batchPeakBytes) ?? 0);
    }
  } finally {
    for (const leftover of leftovers.reverse()) leftover.remove();
  }
  return {
    title: 'Pipeline under Nx',
    notes: [
      `Generated topics; medians of ${roundCount} (cold builds of over ${LARGE_TOPIC_COUNT} topics: one). s: wall time; CPU s: user and system time of all processes.`,
      `Daemon ${useDaemon ? 'on' : 'off'}.`,
      `Topics are ${usePages ? 'pages of a site' : 'folders'}; ${useStepTasks ? 'a task for each step' : 'one task for all steps of a folder'}.`,
      'Copying: the same projects, tasks, inputs and outputs, each task copying one file.',
      'By folder: copying too, with one project and task for all topics of a folder.',
      ...memoryNotes(topicCounts, coldPeaks),
    ],
    columns: ['s', '× copying', 'CPU s', 'copying', 'by folder', 'CPU ms a topic', 'tasks run', 'Nx MB', 'batch MB'],
    rows,
  };
}

/** The runs of Topicmill and of the twins whose tasks only copy. */
interface TwinRuns {
  readonly ours: Runs;
  readonly copying: Runs;
  readonly byFolder: Runs;
}

async function measureSize(
  topicCount: number,
  { roundCount, useDaemon, usePages }: PipelineOptions,
  make: (plugin: NxPluginEntry) => DocsWorkspace,
  log: (message: string) => void,
): Promise<TwinRuns> {
  const coldCount = topicCount > LARGE_TOPIC_COUNT ? 1 : roundCount;
  const newRuns = (): Runs => new Map(SCENARIOS.map((scenario) => [scenario, []]));
  const twins: TwinRuns = { ours: newRuns(), copying: newRuns(), byFolder: newRuns() };
  for (let round = 1; round <= coldCount; round++) {
    log(`${topicCount} topics, build ${round} of ${coldCount}\n`);
    const measured: Measured[] = [
      { workspace: make('@topicmill/nx'), runs: twins.ours, isByFolder: usePages },
      { workspace: make('@topicmill/measure'), runs: twins.copying, isByFolder: usePages },
      {
        workspace: make({ plugin: '@topicmill/measure', options: { projects: 'folder' } }),
        runs: twins.byFolder,
        isByFolder: true,
      },
    ];
    try {
      await runOnce(measured, 'cold', useDaemon);
      if (round === coldCount) await measureWarm(measured, roundCount, useDaemon);
    } finally {
      for (const { workspace } of measured) {
        if (useDaemon) await runNx(workspace.directory, ['daemon', '--stop'], true);
      }
    }
  }
  return twins;
}

async function measureWarm(measured: readonly Measured[], roundCount: number, useDaemon: boolean): Promise<void> {
  for (let round = 1; round <= roundCount; round++) {
    await runOnce(measured, 'one edit', useDaemon, `Edit ${round} of the file that a queue reads.`);
    await runOnce(measured, 'nothing changed', useDaemon);
    await runOnce(
      measured,
      'one edit, nx run <topic>:index',
      useDaemon,
      `Edit ${round} of the table that a server keeps.`,
    );
  }
}

/** Runs one scenario in each workspace, alternating between them. */
async function runOnce(
  measured: readonly Measured[],
  scenario: Scenario,
  useDaemon: boolean,
  edit?: string,
): Promise<void> {
  for (const { workspace, runs, isByFolder } of measured) {
    if (edit !== undefined) {
      appendFileSync(join(workspace.directory, workspace.documentPath), `\n${edit}\n`);
      if (useDaemon) await setTimeout(WATCHER_DELAY_MS);
    }
    runs.get(scenario)!.push(await runNx(workspace.directory, argumentsOf(scenario, workspace, isByFolder), useDaemon));
  }
}

function argumentsOf(scenario: Scenario, { topicId }: DocsWorkspace, isByFolder: boolean): string[] {
  const project = isByFolder ? dirname(topicId) : topicId;
  return scenario === 'one edit, nx run <topic>:index' ? ['run', `${project}:index`] : ['run-many', '-t', 'index'];
}

function rowOf(topicCount: number, scenario: Scenario, { ours, copying, byFolder }: TwinRuns): Row {
  const own = ours.get(scenario)!;
  const seconds = medianOf(own, (run) => run.seconds)!;
  const cpuSeconds = medianOf(own, cpuSecondsOf)!;
  return {
    name: `${topicCount} topics: ${scenario}`,
    values: [
      seconds,
      seconds / medianOf(copying.get(scenario)!, (run) => run.seconds)!,
      cpuSeconds,
      medianOf(copying.get(scenario)!, cpuSecondsOf),
      medianOf(byFolder.get(scenario)!, cpuSecondsOf),
      (cpuSeconds * 1000) / topicCount,
      medianOf(own, (run) => run.ranTaskCount),
      inMegabytes(medianOf(own, (run) => run.nxPeakBytes)),
      inMegabytes(medianOf(own, (run) => run.batchPeakBytes)),
    ],
  };
}

function cpuSecondsOf({ cpuSeconds }: NxRun): number {
  return cpuSeconds;
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
