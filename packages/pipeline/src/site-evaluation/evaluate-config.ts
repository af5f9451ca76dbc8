import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ConfigValue, FoundConfig } from '../sites/index.js';

/** The task of the child process, as JSON in its only argument. */
export interface EvaluationTask {
  /** File system path of the configuration. */
  readonly file: string;
  /** File system path of the site's folder. */
  readonly folder: string;
}

/** What it answers. */
export type EvaluationAnswer = { readonly value: ConfigValue } | { readonly fault: string };

const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Runs a generator's configuration once, in a process of its own with the repository's own packages, and gives its
 * values: functions are left out, and an integration is replaced by its options. Ask the user before calling this: it
 * runs code of the repository.
 *
 * @param root file system path of the repository
 * @throws TopicmillError `SITE_CONFIG_FAILED` when it throws, asks for a package that is not installed, or takes too long
 */
export async function evaluateConfig(
  root: string,
  { path, folder }: FoundConfig,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<ConfigValue> {
  const task: EvaluationTask = { file: join(root, path), folder: join(root, folder) };
  const child = fork(
    createRequire(import.meta.url).resolve('@topicmill/pipeline/site-evaluation/evaluation-child'),
    [JSON.stringify(task)],
    {
      cwd: task.folder,
      // Its standard output is not that of the command.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const answer = await answerOf(child, timeoutMs);
  if ('value' in answer) return answer.value;
  throw new TopicmillError('SITE_CONFIG_FAILED', `${path} cannot be evaluated: ${answer.fault.replace(/\.?$/, '.')}`, {
    file: path,
    remedy: "Install the repository's packages and try again, or go on with what can be read without running it.",
  });
}

function answerOf(child: ChildProcess, timeoutMs: number): Promise<EvaluationAnswer> {
  return new Promise((resolve) => {
    let errors = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2000);
    });
    const answer = (result: EvaluationAnswer) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(result);
    };
    const timer = setTimeout(() => answer({ fault: `it took longer than ${timeoutMs / 1000} s` }), timeoutMs);
    child.once('message', (message) => answer(message as EvaluationAnswer));
    child.once('error', (error) => answer({ fault: error.message }));
    child.once('exit', (code) => answer({ fault: errors.trim().split('\n')[0] || `it ended with exit code ${code}` }));
  });
}
