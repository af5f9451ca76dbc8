import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTopics } from '@topicmill/generate-topics';
import { compareAftermath, type DocsSnapshot, differences, takeSnapshot } from './docs-snapshot.js';
import { type Builder, runBuild } from './run-build.js';

/** How many builds are killed, of what, and with which random numbers. */
export interface KillTestOptions {
  readonly kills: number;
  readonly topics: number;
  readonly seed: number;
  /** Every how manieth build is one by Nx. */
  readonly nxEvery: number;
  /** Folder whose packages the Nx builds use. */
  readonly nodeModules: string;
  readonly report: (line: string) => void;
}

/** A build to be killed: what stands there before, and what a whole one makes of it. */
interface Scenario {
  readonly name: string;
  readonly start: string;
  readonly before: DocsSnapshot;
  readonly whole: DocsSnapshot;
  /** Milliseconds of a whole build, by builder. */
  readonly durationMs: Map<Builder, number>;
}

const MAX_ATTEMPTS_PER_KILL = 25;

/**
 * Kills builds at random points, each shown to have landed inside the work. After each, every file is as before or as a
 * whole build makes it, and the next build gives the bytes of a clean one.
 *
 * @returns what was wrong; empty when nothing was
 */
export async function killBuilds(options: KillTestOptions): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-kill-'));
  try {
    const random = randomNumbers(options.seed);
    const scenarios = await prepareScenarios(directory, options);
    const faults: string[] = [];
    for (let kill = 0; kill < options.kills; kill++) {
      const scenario = scenarios[kill % scenarios.length]!;
      const builder: Builder = kill % options.nxEvery === options.nxEvery - 1 ? 'nx' : 'process';
      faults.push(...(await killOnce(kill, scenario, builder, join(directory, 'work'), random, options.report)));
    }
    return faults;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function killOnce(
  kill: number,
  scenario: Scenario,
  builder: Builder,
  work: string,
  random: () => number,
  report: KillTestOptions['report'],
): Promise<string[]> {
  const label = `kill ${kill + 1} (${scenario.name}, ${builder})`;
  for (let attempt = 0; attempt < MAX_ATTEMPTS_PER_KILL; attempt++) {
    rmSync(work, { recursive: true, force: true });
    cpSync(scenario.start, work, { recursive: true, verbatimSymlinks: true });
    const killAfterMs = await momentOf(scenario, builder, work, random());
    const { exitCode } = await runBuild(builder, work, killAfterMs);
    const left = takeSnapshot(join(work, 'docs'));
    const { torn, newCount, changingCount } = compareAftermath(left, scenario.before, scenario.whole);
    if (torn.length > 0) return [`${label}: torn after ${Math.round(killAfterMs)} ms: ${torn.slice(0, 5).join(', ')}`];
    if (exitCode !== 'killed' || newCount === 0 || newCount === changingCount) continue;
    const next = await runBuild(builder, work);
    const different = differences(takeSnapshot(join(work, 'docs')), scenario.whole);
    report(`${label}: ${newCount} of ${changingCount} files were new after ${Math.round(killAfterMs)} ms`);
    if (next.exitCode === 0 && different.length === 0) return [];
    return [`${label}: the next build ended with ${next.exitCode}; different: ${different.slice(0, 5).join(', ')}`];
  }
  return [`${label}: no kill landed inside the work`];
}

/** A random moment of a build, after the time that loading takes; a whole build is timed the first time. */
async function momentOf(scenario: Scenario, builder: Builder, work: string, fraction: number): Promise<number> {
  let durationMs = scenario.durationMs.get(builder);
  if (durationMs === undefined) {
    const timed = `${work}-timed`;
    cpSync(work, timed, { recursive: true, verbatimSymlinks: true });
    ({ durationMs } = await runBuild(builder, timed));
    rmSync(timed, { recursive: true, force: true });
    scenario.durationMs.set(builder, durationMs);
  }
  return durationMs * (0.25 + 0.75 * fraction);
}

async function prepareScenarios(directory: string, options: KillTestOptions): Promise<Scenario[]> {
  const fresh = join(directory, 'fresh');
  writeTopics(fresh, { topicCount: options.topics, categoryCount: 4, seed: options.seed });
  writeFileSync(join(fresh, 'nx.json'), '{ "analytics": false, "plugins": ["@topicmill/nx"] }\n');
  writeFileSync(join(fresh, 'package.json'), '{ "name": "docs", "private": true }\n');
  writeFileSync(join(fresh, '.gitignore'), 'node_modules\n.nx\n.topicmill\n.embedding-cache\n');
  symlinkSync(options.nodeModules, join(fresh, 'node_modules'));
  const built = await builtCopy(fresh, join(directory, 'built'));
  const edited = join(directory, 'edited');
  cpSync(built, edited, { recursive: true, verbatimSymlinks: true });
  editReferences(join(edited, 'docs'));
  const rebuilt = await builtCopy(edited, join(directory, 'rebuilt'));
  const scenario = (name: string, start: string, end: string): Scenario => ({
    name,
    start,
    before: takeSnapshot(join(start, 'docs')),
    whole: takeSnapshot(join(end, 'docs')),
    durationMs: new Map(),
  });
  return [scenario('first build', fresh, built), scenario('after an edit', edited, rebuilt)];
}

async function builtCopy(from: string, to: string): Promise<string> {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const { exitCode, output } = await runBuild('process', to);
  if (exitCode !== 0) throw new Error(`A build that nobody killed failed:\n${output}`);
  return to;
}

/** Changes every reference: a sentence at the end, and a heading that moves the chunks behind it. */
function editReferences(docsRoot: string): void {
  for (const [path, text] of takeSnapshot(docsRoot)) {
    if (!path.endsWith('golden-reference.md')) continue;
    const edited = readFileSync(join(docsRoot, path), 'utf8').replace(
      /^## /m,
      '## A section that came later\n\nA few words.\n\n## ',
    );
    writeFileSync(join(docsRoot, path), `${edited}\nEdited ${text.length}.\n`);
  }
}

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
