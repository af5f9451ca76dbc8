import { rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { verifyCache } from '@topicmill/embedding/embedding-cache';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { type BuildMode, runBuild } from './run-build.js';
import { type DocsFiles, docsFiles, type Scenario, unlikePaths } from './scenarios.js';

const TEMPORARY_NAME = /\.topicmill-(?:tmp|aside)$/;
/** A file that was about to be replaced; the next build finds it. */
const ASIDE = /^(.+\/topic-spec\.md)\.\d+-\d+\.topicmill-aside$/;

/** Where one build is killed. */
export interface KillPlan {
  readonly mode: BuildMode;
  /** Killed when so many of the docs root's files have been seen to change. */
  readonly afterChangeCount: number;
}

/** What one kill showed. */
export interface KillResult {
  /** Files that the killed build had changed already. */
  readonly changedCount: number;
  /** Whether it was killed with some files changed and some not. */
  readonly landed: boolean;
  /** What is wrong; empty when all is well. */
  readonly faults: readonly string[];
}

/**
 * Kills a build under way, looks at every file, builds again, and looks whether that gives what a build that nobody
 * disturbed gives.
 */
export async function killBuild(plan: KillPlan, scenario: Scenario, directory: string): Promise<KillResult> {
  scenario.prepare(directory, plan.mode);
  await runAndKill(plan, directory);
  const left = docsFiles(directory);
  const changedCount = scenario.changed.filter((path) => left.get(path) === scenario.after.get(path)).length;
  const faults = halfWritten(left, scenario);
  const again = await runBuild(plan.mode, directory).finished;
  if (again.status !== 0) faults.push(`the next build ended with ${again.status}: ${again.output.slice(-2000)}`);
  const unlike = unlikePaths(docsFiles(directory), scenario.after);
  faults.push(...unlike.map((path) => `after the next build ${path} is not what a build anew makes`));
  faults.push(...damagedVectors(directory));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  return { changedCount, landed: changedCount > 0 && changedCount < scenario.changed.length, faults };
}

async function runAndKill({ mode, afterChangeCount }: KillPlan, directory: string): Promise<void> {
  const seen = new Set<string>();
  const watcher = watch(join(directory, 'docs'), { recursive: true });
  const build = runBuild(mode, directory);
  watcher.on('change', (_event, name) => {
    if (name !== null && !TEMPORARY_NAME.test(String(name))) seen.add(String(name));
    if (seen.size >= afterChangeCount) build.kill();
  });
  await build.finished;
  watcher.close();
}

/** Files that are neither as they were before the build nor as it leaves them. */
function halfWritten(left: DocsFiles, { before, after }: Scenario): string[] {
  const faults: string[] = [];
  const aside = new Map([...left].map(([path, bytes]) => [ASIDE.exec(path)?.[1], bytes]));
  for (const path of new Set([...left.keys(), ...before.keys(), ...after.keys()])) {
    const bytes = left.get(path) ?? aside.get(path);
    if (bytes !== before.get(path) && bytes !== after.get(path) && !TEMPORARY_NAME.test(path)) {
      faults.push(bytes === undefined ? `${path} is lost` : `${path} is half-written`);
    }
  }
  return faults;
}

/** A killed writer's temporary files are no damage: no reader looks at them, and `cache gc` removes them. */
function damagedVectors(directory: string): string[] {
  const { problems } = verifyCache(join(directory, EMBEDDING_CACHE_DIRECTORY));
  return problems.filter(({ kind }) => kind !== 'temporary').map(({ path, message }) => `${path}: ${message}`);
}
