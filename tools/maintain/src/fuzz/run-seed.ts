import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';

/** A property may take as long as it wants: a run of many is no gate. */
const TEST_TIMEOUT_MS = 3_600_000;

/** A test that a seed makes fail. */
export interface FailedTest {
  /** From the root, with `/`; empty when it is not a test that failed but the run. */
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

/** What a run of test files with one seed showed. */
export interface SeedResult {
  readonly testCount: number;
  readonly failed: readonly FailedTest[];
}

/** How test files are run. */
export interface SeedRun {
  /** The workspace. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Test files that run at a time. */
  readonly workerCount: number;
}

interface JsonReport {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs test files of a workspace with the seed, which its vitest configuration takes from `TOPICMILL_SEED`. */
export async function runSeed(
  files: readonly string[],
  seed: number,
  { cwd, env, workerCount }: SeedRun,
): Promise<SeedResult> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-fuzz-'));
  const reportFile = join(directory, 'report.json');
  const vitest = join(dirname(createRequire(join(cwd, 'package.json')).resolve('vitest/package.json')), 'vitest.mjs');
  const options = [`--maxWorkers=${workerCount}`, `--testTimeout=${TEST_TIMEOUT_MS}`, `--outputFile=${reportFile}`];
  try {
    const run = spawn(process.execPath, [vitest, 'run', '--reporter=json', ...options, ...files], {
      cwd,
      env: { ...env, TOPICMILL_SEED: String(seed) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    run.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const [status] = (await once(run, 'close')) as [number | null];
    const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as JsonReport) : undefined;
    const failed = report === undefined ? [] : failedTests(report, cwd);
    if (status !== 0 && failed.length === 0) failed.push({ file: '', name: 'the run itself', message: errors.trim() });
    return { testCount: report?.numTotalTests ?? 0, failed };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function failedTests({ testResults }: JsonReport, root: string): FailedTest[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).replaceAll(sep, '/');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ file, name: 'the file itself', message }];
    return failed.map((test) => ({ file, name: test.fullName, message: test.failureMessages.join('\n') }));
  });
}
