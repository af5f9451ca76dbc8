import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { sharedFolder } from '@topicmill/test-support/shared-folder';
import { onTestFinished } from 'vitest';
import { installedPackages } from './installed-packages.js';

const HANDBOOK = join(import.meta.dirname, '../../../packages/pipeline/test/steps/fixtures/handbook/input');

/** Ids of all tasks of the handbook, sorted. */
export const HANDBOOK_TASKS = [
  'brewing/espresso:index',
  'brewing/pour-over:index',
  'brewing:index',
  'docs:authority',
  'docs:index',
  'garden/compost:index',
  'garden/seeds:index',
  'garden:index',
];

let builtHandbook: Promise<BuiltHandbook> | undefined;

/** The outcome of one call of Nx. */
export interface NxRun {
  readonly status: number | null;
  /** Standard output and error. */
  readonly output: string;
  /** Ids of the tasks that were not answered from the cache, sorted. */
  readonly ran: readonly string[];
  /** Ids of the tasks that were, sorted. */
  readonly cached: readonly string[];
}

export interface NxOptions {
  readonly useDaemon?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** User that calls it. */
  readonly uid?: number;
  /** Kills it. */
  readonly signal?: AbortSignal;
}

/** The handbook after its first build. */
export interface BuiltHandbook {
  readonly built: NxWorkspace;
  readonly run: NxRun;
  /** Its docs root after the first build. */
  readonly files: Record<string, string>;
}

interface RunRecord {
  readonly run: { readonly startTime: string };
  readonly tasks: readonly { readonly taskId: string; readonly cacheStatus: string; readonly status: number }[];
}

/** A docs repository in a temporary folder in which Nx can be called. */
export class NxWorkspace extends FileFolder {
  /** Where packages are, if not in the folder itself. */
  private modules: string | undefined;

  private constructor(root: string) {
    super(root);
  }

  /** The handbook of the pipeline's fixtures. */
  static create(): NxWorkspace {
    const workspace = new NxWorkspace(sharedFolder('nx'));
    cpSync(HANDBOOK, workspace.root, { recursive: true });
    workspace.install();
    workspace.write('package.json', '{ "name": "docs-repo", "private": true }\n');
    workspace.write('nx.json', '{ "analytics": false, "plugins": ["@topicmill/nx"] }\n');
    workspace.write('.gitignore', 'node_modules\n.nx\n.topicmill\n.embedding-cache\n');
    return workspace;
  }

  /** An empty folder that goes away with the test. */
  static empty(parent = tmpdir()): NxWorkspace {
    const workspace = new NxWorkspace(mkdtempSync(join(parent, 'topicmill-nx-')));
    onTestFinished(() => workspace.remove('.'));
    return workspace;
  }

  /** Installs Nx, the plugin and the commands, for a file system without links where Node.js looks for packages. */
  install(): void {
    try {
      symlinkSync(installedPackages(), this.path('node_modules'), 'junction');
    } catch {
      this.modules = installedPackages();
    }
  }

  /** The handbook, built by Nx. A process builds it once: tests read it, and change copies. */
  static built(): Promise<BuiltHandbook> {
    builtHandbook ??= buildHandbook();
    return builtHandbook;
  }

  /** Another of the same files, caches included, that goes away with the test. */
  copy(): NxWorkspace {
    const copy = NxWorkspace.empty();
    cpSync(this.root, copy.root, { recursive: true, verbatimSymlinks: true });
    return copy;
  }

  /** Bytes, as Latin-1, of every file of the docs root, by path below it. */
  docs(): Record<string, string> {
    return this.filesBelow('docs');
  }

  /** The same of any folder. */
  filesBelow(folder: string): Record<string, string> {
    const entries = readdirSync(this.path(folder), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const start = this.path(folder).length + 1;
    return Object.fromEntries(paths.sort().map((path) => [path.slice(start), readFileSync(path, 'latin1')]));
  }

  /** `nx run-many -t index`. */
  build(options: NxOptions = {}): Promise<NxRun> {
    return this.nx(['run-many', '-t', 'index'], options);
  }

  async nx(args: readonly string[], { useDaemon = false, env = {}, signal, ...user }: NxOptions = {}): Promise<NxRun> {
    const record = resolve(this.root, env['NX_CACHE_DIRECTORY'] ?? '.nx/cache', 'run.json');
    rmSync(record, { force: true });
    const installed = createRequire(
      this.modules === undefined ? this.path('package.json') : join(this.modules, 'index.js'),
    );
    const child = spawn(process.execPath, [installed.resolve('nx/bin/nx.js'), ...args], {
      cwd: this.root,
      env: { ...cleanEnvironment(), NODE_PATH: this.modules, NX_DAEMON: String(useDaemon), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: signal !== undefined,
      ...user,
    });
    signal?.addEventListener('abort', () => process.kill(-child.pid!, 'SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const { ran, cached } = tasksOfRun(record);
    return { status, output, ran, cached };
  }
}

/** @param file where Nx has recorded its last run */
function tasksOfRun(file: string): Pick<NxRun, 'ran' | 'cached'> {
  let record: RunRecord;
  try {
    record = JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
  } catch {
    return { ran: [], cached: [] };
  }
  const idsOf = (isHit: boolean): string[] =>
    record.tasks
      .filter(({ cacheStatus }) => (cacheStatus !== 'cache-miss') === isHit)
      .map(({ taskId }) => taskId)
      .sort();
  return { ran: idsOf(false), cached: idsOf(true) };
}

async function buildHandbook(): Promise<BuiltHandbook> {
  const built = NxWorkspace.create();
  const run = await built.build();
  if (run.status !== 0) throw new Error(run.output);
  return { built, run, files: built.docs() };
}

/** Nothing of an Nx or a test runner that this process may itself be run by. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:NX_|NODE_|VITEST|TOPICMILL_)/.test(name));
  return {
    ...Object.fromEntries(kept),
    // Of a git repository, Nx shares the cache with every other clone, in the user's home, unless told otherwise.
    NX_CACHE_DIRECTORY: '.nx/cache',
    NX_TUI: 'false',
    NX_NO_CLOUD: 'true',
    NX_DEFAULT_OUTPUT_STYLE: 'static',
    NX_ISOLATE_PLUGINS: 'false',
    FORCE_COLOR: '0',
  };
}
