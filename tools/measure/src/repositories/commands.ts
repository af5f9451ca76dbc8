import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import * as z from 'zod';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Nx's summary of a run. */
const CACHE_SUMMARY = /Cache: +(\d+)\/(\d+) hit/;
const MAX_OUTPUT_BYTES = 1e9;
/** A daemon would go on running. */
const NX_ENVIRONMENT = { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' };

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
export interface Commands {
  readonly topicmill: string;
  /** `undefined` for builds without Nx. */
  readonly nx: string | undefined;
}

/** The commands of this checkout, or those of the packages that are installed in a folder, with Nx. */
export function commandsOf(packed: string | undefined): Commands {
  if (packed === undefined) return { topicmill: join(CHECKOUT, 'apps/topicmill/bin/topicmill.js'), nx: undefined };
  const installed = createRequire(join(packed, 'package.json'));
  const topicmill = join(dirname(installed.resolve('topicmill/package.json')), 'bin/topicmill.js');
  return { topicmill, nx: installed.resolve('nx/bin/nx.js') };
}

/** A build of a copy of a repository. */
export interface Built {
  readonly exit: number | null;
  readonly seconds: number;
}

/** A build with Nx. */
export interface BuiltWithNx extends Built {
  /** Tasks that Nx answered from its cache, and all; `undefined` where its summary names none. */
  readonly cache: { readonly hits: number; readonly tasks: number } | undefined;
}

export function buildWithNx(nx: string, copy: string): BuiltWithNx {
  const startMs = performance.now();
  const { status, stdout } = runNode(nx, ['run-many', '-t', 'index'], copy, NX_ENVIRONMENT);
  const [, hits, tasks] = CACHE_SUMMARY.exec(stdout) ?? [];
  const cache = tasks === undefined ? undefined : { hits: Number(hits), tasks: Number(tasks) };
  return { exit: status, seconds: (performance.now() - startMs) / 1000, cache };
}

/** A build without Nx. */
export interface BuiltDirectly extends Built {
  /** Topics and categories that it changed. */
  readonly changedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

export function buildDirectly(topicmill: string, copy: string): BuiltDirectly {
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

export function runNode(
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

export function run(command: string, parameters: readonly string[], cwd: string): SpawnSyncReturns<string> {
  return spawnSync(command, parameters, { cwd, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
}

/** The output of a command that must not fail. */
export function succeed({ status, stdout, stderr }: SpawnSyncReturns<string>): string {
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
