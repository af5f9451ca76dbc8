import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { writeTopics } from '@topicmill/test-support/generate';
import { median } from '../statistics.js';
import type { Row, Table } from '../table-command.js';
import { type NxRun, runNx } from './run-nx.js';

const TOPICS_PER_CATEGORY = 25;
const SEED = 1;

/** How a docs repository is laid out and built. */
interface DocsLayout {
  readonly topicCount: number;
  readonly sources: 'folders' | 'pages';
  readonly tasks: 'folder' | 'step';
}

/** A docs repository in a temporary folder that builds with this checkout's packages. */
interface DocsWorkspace {
  readonly directory: string;
  /** Id of one of its topics. */
  readonly topicId: string;
  /** Its document, below the directory. */
  readonly documentPath: string;
  remove(): void;
}

/**
 * @param nodeModules folder that the workspace finds Nx and our plugin in
 */
function makeDocsWorkspace(layout: DocsLayout, nodeModules: string): DocsWorkspace {
  const { topicCount, sources, tasks } = layout;
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bench-'));
  const categoryCount = Math.ceil(topicCount / TOPICS_PER_CATEGORY);
  writeTopics(directory, { topicCount, categoryCount, seed: SEED, sources });
  if (tasks === 'step') appendFileSync(join(directory, 'topicmill.yaml'), 'nx: { tasks: step }\n');
  symlinkSync(nodeModules, join(directory, 'node_modules'), 'junction');
  writeFileSync(join(directory, 'package.json'), '{ "name": "docs-repo", "private": true }\n');
  writeFileSync(join(directory, 'nx.json'), `${JSON.stringify({ analytics: false, plugins: ['@topicmill/nx'] })}\n`);
  // As `topicmill init` sets it.
  writeFileSync(join(directory, '.env'), 'NX_DEFAULT_OUTPUT_STYLE=static\nNX_ISOLATE_PLUGINS=false\n');
  const results = sources === 'pages' ? 'topics\n' : '';
  writeFileSync(join(directory, '.gitignore'), `node_modules\n.nx\n.topicmill\n.embedding-cache\n${results}`);
  const documentEnd = sources === 'pages' ? '.md' : '/golden-reference.md';
  const topicIds = topicsBelow(join(directory, 'docs'), documentEnd);
  return {
    directory,
    topicId: topicIds[0]!,
    documentPath: `docs/${topicIds[0]!}${documentEnd}`,
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function topicsBelow(docsRoot: string, documentEnd: string): string[] {
  const paths = readdirSync(docsRoot, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  return paths
    .filter((path) => path.endsWith(documentEnd))
    .map((path) => path.slice(0, -documentEnd.length))
    .sort();
}

const SCOPE = '@topicmill';
/** Parts of a package that nobody else needs. */
const LEFT_OUT = ['src', 'test', 'peers'];

/** A `node_modules` folder of its own. */
interface InstalledPackages {
  readonly nodeModules: string;
  remove(): void;
}

/**
 * Lays out a checkout's packages, as they are compiled now, the way an installation from the registry would: a later
 * compilation changes nothing in a build that is being measured. Third-party packages are links.
 *
 * @param checkout folder of another checkout, installed and built; this one without it
 */
function installPackages(checkout?: string): InstalledPackages {
  const from = checkout === undefined ? import.meta.url : join(resolve(checkout), 'package.json');
  const ownNodeModules = dirname(dirname(createRequire(from).resolve('nx/package.json')));
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bench-packages-'));
  const nodeModules = join(directory, 'node_modules');
  mkdirSync(join(nodeModules, SCOPE), { recursive: true });
  for (const name of readdirSync(ownNodeModules)) {
    if (name !== SCOPE && !name.startsWith('.')) {
      symlinkSync(join(ownNodeModules, name), join(nodeModules, name), 'junction');
    }
  }
  for (const name of readdirSync(join(ownNodeModules, SCOPE))) {
    const source = realpathSync(join(ownNodeModules, SCOPE, name));
    const leftOut = new Set(LEFT_OUT.map((part) => join(source, part)));
    cpSync(source, join(nodeModules, SCOPE, name), { recursive: true, filter: (path) => !leftOut.has(path) });
  }
  return { nodeModules, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

interface PipelineOptions {
  readonly topicCounts: readonly number[];
  readonly roundCount: number;
  /** Whether the topics are pages of a site; folders without it. */
  readonly usePages: boolean;
  /** Whether the target index is a chain of steps. */
  readonly useStepTasks: boolean;
  /** Folder of another checkout, installed and built, whose builds alternate with ours. */
  readonly against: string | undefined;
}

/**
 * What is measured, in the order in which it is done to a workspace. The last leaves the folders above the topic to be
 * built, which the next edit makes stale anyway.
 */
const SCENARIOS = ['cold', 'one edit', 'nothing changed', 'one edit, nx run <topic>:index'] as const;
type Scenario = (typeof SCENARIOS)[number];

/** What builds of one round took: ours, and right before or after it that of the other checkout. */
type Runs = readonly NxRun[];

/**
 * What Nx takes to build docs repositories of some sizes, by CPU time, which a busy machine falsifies least.
 *
 * @param log told what is going on, since this takes minutes
 */
export async function pipelineSection(options: PipelineOptions, log: (message: string) => void): Promise<Table> {
  const { topicCounts, roundCount, usePages, useStepTasks, against } = options;
  const checkouts = against === undefined ? [undefined] : [undefined, against];
  const packages = checkouts.map((checkout) => installPackages(checkout));
  // Removed at the end: a file system that has just lost a large tree makes files several times as slowly for a while.
  const leftovers: { remove(): void }[] = [...packages];
  const rows: Row[] = [];
  try {
    for (const topicCount of topicCounts) {
      const layout: DocsLayout = {
        topicCount,
        sources: usePages ? 'pages' : 'folders',
        tasks: useStepTasks ? 'step' : 'folder',
      };
      const rounds = new Map<Scenario, Runs[]>(SCENARIOS.map((scenario) => [scenario, []]));
      for (let round = 0; round < roundCount; round++) {
        log(`${topicCount} topics, round ${round + 1} of ${roundCount}\n`);
        const workspaces = packages.map(({ nodeModules }) => makeDocsWorkspace(layout, nodeModules));
        leftovers.push(...workspaces);
        for (const scenario of SCENARIOS) {
          rounds.get(scenario)!.push(await runInTurn(workspaces, scenario, { round, usePages }));
        }
      }
      for (const scenario of SCENARIOS) rows.push(rowOf(`${topicCount} topics: ${scenario}`, rounds.get(scenario)!));
    }
  } finally {
    for (const leftover of leftovers.reverse()) leftover.remove();
  }
  return {
    title: 'Pipeline under Nx',
    notes: [
      `Generated topics as ${usePages ? 'pages of a site' : 'folders'}; ${useStepTasks ? 'a task for each step' : 'one task for all steps of a folder'}; medians of ${roundCount}, without the daemon of Nx.`,
      'CPU s: user and system time of all processes. s: wall time. Ratio: CPU time, ours to theirs, of builds right after each other.',
    ],
    columns: ['CPU s', 's', 'tasks run', 'Nx MB', 'batch MB', ...(against ? ['theirs', 'ratio', 'least', 'most'] : [])],
    rows,
  };
}

/** Runs a scenario in each workspace; each is first in every other round. */
async function runInTurn(
  workspaces: readonly DocsWorkspace[],
  scenario: Scenario,
  { round, usePages }: { readonly round: number; readonly usePages: boolean },
): Promise<Runs> {
  const order = [...workspaces.keys()];
  if (round % 2 === 1) order.reverse();
  const runs: NxRun[] = [];
  for (const at of order) {
    const { directory, documentPath, topicId } = workspaces[at]!;
    if (scenario.startsWith('one edit')) appendFileSync(join(directory, documentPath), `\nEdit ${scenario}.\n`);
    const project = usePages ? dirname(topicId) : topicId;
    const isOne = scenario === 'one edit, nx run <topic>:index';
    runs[at] = await runNx(directory, isOne ? ['run', `${project}:index`] : ['run-many', '-t', 'index']);
  }
  return runs;
}

function rowOf(name: string, rounds: readonly Runs[]): Row {
  const ours = rounds.map(([run]) => run!);
  const megabytes = (values: readonly (number | undefined)[]): number | undefined => {
    const measured = values.filter((value) => value !== undefined);
    return measured.length === 0 ? undefined : median(measured) / 1e6;
  };
  const own = [
    median(ours.map(({ cpuSeconds }) => cpuSeconds)),
    median(ours.map(({ seconds }) => seconds)),
    median(ours.map(({ ranTaskCount }) => ranTaskCount)),
    megabytes(ours.map(({ nxPeakBytes }) => nxPeakBytes)),
    megabytes(ours.map(({ batchPeakBytes }) => batchPeakBytes)),
  ];
  const theirs = rounds.flatMap(([, run]) => run?.cpuSeconds ?? []);
  if (theirs.length === 0) return { name, values: own };
  const ratios = ours.map(({ cpuSeconds }, at) => cpuSeconds / theirs[at]!);
  return { name, values: [...own, median(theirs), median(ratios), Math.min(...ratios), Math.max(...ratios)] };
}
