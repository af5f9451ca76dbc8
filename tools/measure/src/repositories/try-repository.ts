import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pagesRootsOf } from '@topicmill/base/config';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import * as z from 'zod';
import { pathOfAddress } from './published-paths.js';

const COMMAND = fileURLToPath(new URL('../../../../apps/topicmill/bin/topicmill.js', import.meta.url));
const MAX_OUTPUT_BYTES = 1e9;

/** What `topicmill init` and two builds made of a repository. */
export interface TriedRepository {
  readonly generators: readonly string[];
  /** Of `init --yes`, the build, and the same again. */
  readonly exits: readonly (number | null)[];
  readonly buildSeconds: number;
  readonly secondSeconds: number;
  /** Topics that the second build changed. */
  readonly changedAgain: number;
  readonly topicCount: number;
  readonly leftOutCount: number;
  /** Paths of the addresses of all pages, as `pathOfAddress` has them. */
  readonly paths: ReadonlySet<string>;
  /** Path of the address of the site. */
  readonly base: string;
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

/**
 * Sets up and builds a copy of a repository with the commands that a user has, without Nx.
 *
 * @param clone a clone; it stays as it is
 * @param copy folder that is made for the copy
 */
export function tryRepository(clone: string, copy: string): TriedRepository {
  succeed(run('git', ['clone', '--quiet', '--shared', clone, copy], '.'));
  const init = run(process.execPath, [COMMAND, 'init', '--yes'], copy);
  if (!existsSync(join(copy, 'topicmill.yaml'))) throw new Error(`${clone}: init\n${init.stdout}${init.stderr}`);
  const [first, second] = [build(copy), build(copy)];
  const status = succeed(run('git', ['status', '--porcelain', '--untracked-files=all'], copy));
  const workspace = openWorkspace(copy, { env: {} });
  const folders = [...workspace.tree.values()];
  const urls = folders.flatMap(({ page, category }) => page?.url ?? category?.url ?? []);
  const sites = pagesRootsOf(workspace.config).map(({ site }) => site);
  return {
    generators: [...new Set(sites.map(({ generator }) => generator))],
    exits: [init.status, first.exit, second.exit],
    buildSeconds: first.seconds,
    secondSeconds: second.seconds,
    changedAgain: second.changedCount,
    topicCount: folders.filter(({ isTopic }) => isTopic).length,
    leftOutCount: workspace.leftOut.length,
    paths: new Set(urls.map(pathOfAddress)),
    base: pathOfAddress(sites[0]!.url),
    changedFiles: status
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(3)),
    diagnostics: first.diagnostics,
  };
}

interface Built {
  readonly exit: number | null;
  readonly seconds: number;
  readonly changedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

function build(copy: string): Built {
  const startMs = performance.now();
  const { status, stdout, stderr } = run(process.execPath, [COMMAND, 'build', '--json'], copy);
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

/** The text that a diagnostic names, below the copy. */
export function pageOf(copy: string, { file }: Diagnostic): string | undefined {
  const path = file === undefined ? undefined : join(copy, file);
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function run(command: string, parameters: readonly string[], cwd: string): SpawnSyncReturns<string> {
  return spawnSync(command, parameters, { cwd, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
}

function succeed({ status, stdout, stderr }: SpawnSyncReturns<string>): string {
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
