import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pagesRootsOf, resultsRootOf } from '@topicmill/base/config';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { readIndexJson } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import * as z from 'zod';
import { pathOfAddress } from './published-paths.js';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Nx's summary of a run. */
const CACHE_SUMMARY = /Cache: +(\d+)\/(\d+) hit/;
const MAX_OUTPUT_BYTES = 1e9;
/** A daemon would go on running. */
const NX_ENVIRONMENT = { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' };

/** The result of `topicmill init` and two builds in a repository. */
export interface TriedRepository {
  readonly generators: readonly string[];
  /** Of `init --yes` and the builds. */
  readonly exits: readonly (number | null)[];
  readonly buildSeconds: number;
  readonly secondSeconds: number;
  /** Topics that a later build changed. */
  readonly changedAgain: number;
  /** Tasks that Nx answered from its cache in the second build, of how many; `undefined` without Nx. */
  readonly cacheHits: string | undefined;
  readonly topicCount: number;
  readonly leftOutCount: number;
  /** Paths of the addresses of all pages, as `pathOfAddress` has them. */
  readonly paths: ReadonlySet<string>;
  /** Path of the address of the site. */
  readonly base: string;
  /** Addresses of all chunks. */
  readonly chunkAddresses: readonly string[];
  /** What `git status` names. */
  readonly changedFiles: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const step = z.object({
  written: z.array(z.string()),
  removed: z.array(z.string()),
  diagnostics: z.array(z.unknown()),
});
const buildReport = z.object({
  folders: z.array(z.object({ steps: z.array(step) })),
  diagnostics: z.array(z.unknown()),
});

/** The files of the commands that set a repository up and build it. */
interface Commands {
  readonly topicmill: string;
  /** `undefined` for builds without Nx. */
  readonly nx: string | undefined;
}

/** The commands of this checkout, or those of the packages that are installed in a folder, with Nx. */
function commandsOf(packed: string | undefined): Commands {
  if (packed === undefined) return { topicmill: join(CHECKOUT, 'apps/topicmill/bin/topicmill.js'), nx: undefined };
  const installed = createRequire(join(packed, 'package.json'));
  const topicmill = join(dirname(installed.resolve('topicmill/package.json')), 'bin/topicmill.js');
  return { topicmill, nx: installed.resolve('nx/bin/nx.js') };
}

/**
 * Sets up and builds a copy of a repository with the commands that a user has.
 *
 * @param clone a clone; it stays as it is
 * @param copy folder that is made for the copy
 * @param packed folder above the copy in which the packages and Nx are installed, to build with them; without it this
 *   checkout's command builds, without Nx
 */
export function tryRepository(clone: string, copy: string, packed?: string): TriedRepository {
  const { topicmill, nx } = commandsOf(packed);
  succeed(run('git', ['clone', '--quiet', '--shared', clone, copy], '.'));
  const init = runNode(topicmill, ['init', '--yes'], copy);
  if (!existsSync(join(copy, 'topicmill.yaml'))) throw new Error(`${clone}: init\n${init.stdout}${init.stderr}`);
  const byNx = nx === undefined ? [] : [buildWithNx(nx, copy), buildWithNx(nx, copy)];
  // With Nx, a third build: it says what the others noticed, and would change what they had made otherwise.
  const direct = nx === undefined ? [build(topicmill, copy), build(topicmill, copy)] : [build(topicmill, copy)];
  const builds = [...byNx, ...direct];
  const status = succeed(run('git', ['status', '--porcelain', '--untracked-files=all'], copy));
  const workspace = openWorkspace(copy, { env: {} });
  const folders = [...workspace.tree.values()];
  const urls = folders.flatMap(({ page, category }) => page?.url ?? category?.url ?? []);
  const sites = pagesRootsOf(workspace.config).map(({ site }) => site);
  return {
    generators: [...new Set(sites.map(({ generator }) => generator))],
    exits: [init.status, ...builds.map(({ exit }) => exit)],
    buildSeconds: builds[0]!.seconds,
    secondSeconds: builds[1]!.seconds,
    changedAgain: direct.at(-1)!.changedCount,
    cacheHits: byNx.at(1)?.cacheHits,
    topicCount: folders.filter(({ isTopic }) => isTopic).length,
    leftOutCount: workspace.leftOut.length,
    paths: new Set(urls.map(pathOfAddress)),
    base: pathOfAddress(sites[0]!.url),
    chunkAddresses: folders.flatMap(({ id }) => chunkAddresses(join(copy, resultsRootOf(workspace.config), id))),
    changedFiles: status
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3)),
    diagnostics: direct[0]!.diagnostics,
  };
}

/** Addresses of the chunks of a topic, by its folder of results; none of a folder without a text of its own. */
function chunkAddresses(results: string): string[] {
  const file = join(results, INDEX_FILE);
  if (!existsSync(file)) return [];
  const { chunks } = readIndexJson(readFileSync(file, 'utf8'), file)._embedded;
  return Object.values(chunks ?? {}).flatMap(({ items }) => items.flatMap(({ url }) => url ?? []));
}

interface Built {
  readonly exit: number | null;
  readonly seconds: number;
}

function buildWithNx(nx: string, copy: string): Built & { readonly cacheHits: string | undefined } {
  const startMs = performance.now();
  const { status, stdout } = runNode(nx, ['run-many', '-t', 'index'], copy, NX_ENVIRONMENT);
  const [, hits, total] = CACHE_SUMMARY.exec(stdout) ?? [];
  const cacheHits = total === undefined ? undefined : `${hits}/${total}`;
  return { exit: status, seconds: (performance.now() - startMs) / 1000, cacheHits };
}

function build(
  topicmill: string,
  copy: string,
): Built & { readonly changedCount: number; readonly diagnostics: readonly Diagnostic[] } {
  const startMs = performance.now();
  const { status, stdout, stderr } = runNode(topicmill, ['build', '--json'], copy);
  const seconds = (performance.now() - startMs) / 1000;
  if (stdout === '') throw new Error(`${copy}: build\n${stderr}`);
  const { folders, diagnostics } = buildReport.parse(JSON.parse(stdout));
  const hasChanged = ({ written, removed }: z.infer<typeof step>): boolean => written.length + removed.length > 0;
  return {
    exit: status,
    seconds,
    changedCount: folders.filter(({ steps }) => steps.some(hasChanged)).length,
    diagnostics: [
      ...folders.flatMap(({ steps }) => steps.flatMap((each) => each.diagnostics as Diagnostic[])),
      ...(diagnostics as Diagnostic[]),
    ],
  };
}

/** The text that a diagnostic names, below the copy; `undefined` where it names none, or a folder. */
export function pageOf(copy: string, { file }: Diagnostic): string | undefined {
  const path = file === undefined ? undefined : join(copy, file);
  const isFile = path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readFileSync(path, 'utf8') : undefined;
}

function runNode(
  file: string,
  parameters: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, [file, ...parameters], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
}

function run(command: string, parameters: readonly string[], cwd: string): SpawnSyncReturns<string> {
  return spawnSync(command, parameters, { cwd, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
}

function succeed({ status, stdout, stderr }: SpawnSyncReturns<string>): string {
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
