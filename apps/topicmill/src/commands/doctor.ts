import { type CommandIo, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { formatDiagnostic } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import type { Workspace } from '@topicmill/pipeline/runner';
import { openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { type Check, check } from '../doctor/check.js';
import { checkNode, checkNx } from '../doctor/check-installation.js';
import {
  checkModel,
  checkOrphans,
  checkStates,
  checkTopics,
  checkVectors,
  checkWritable,
} from '../doctor/check-workspace.js';

interface DoctorOptions {
  readonly offline?: true;
  readonly json?: true;
}

/** Runs `topicmill doctor`; see `--help`. Returns the exit code. */
export function doctor(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill doctor',
      version: PIPELINE_VERSION,
      description:
        'Reports what is wrong with the installation, the configuration and the caches, and how to fix it. Changes nothing. Exit code 1 if there is an error; warnings alone leave it 0.',
      examples: [
        ['topicmill doctor', 'look at everything, and ask the embedding model for one vector'],
        ['topicmill doctor --offline', 'without calling a model server'],
        ['topicmill doctor --json', 'the findings for machines'],
      ],
    },
    io,
  )
    .option('--offline', 'send no request to a model server')
    .option('--json', 'print the findings as JSON')
    .action(async ({ offline = false, json }: Omit<DoctorOptions, 'offline'> & { offline?: boolean }) => {
      const checks = await examine(io, offline);
      if (checks.some(({ status }) => status === 'error')) exitCode = 1;
      io.stdout.write(json ? indentedJson({ checks }) : checks.map(formatCheck).join(''));
    });
  return runProgram(program, args, io, () => exitCode);
}

/** Without a configuration that can be read, nothing that depends on it is looked at. */
async function examine(io: CommandIo, isOffline: boolean): Promise<Check[]> {
  let workspace: Workspace | undefined;
  const checks = [
    await check('node', () => checkNode(process.versions.node)),
    await check('configuration', () => {
      workspace = openWorkspace(io.cwd, { env: io.env });
      return { detail: 'topicmill.yaml' };
    }),
  ];
  const opened = workspace;
  checks.push(await check('nx', () => checkNx(opened?.root ?? io.cwd)));
  if (opened === undefined) return checks;
  const isServed = !opened.services.model.startsWith('builtin:');
  return [
    ...checks,
    await check('topics', () => checkTopics(opened)),
    await check('folders', () => checkWritable(opened)),
    await check('model', () =>
      isOffline && isServed ? { detail: `${opened.services.model}, not asked` } : checkModel(opened, io.env),
    ),
    await check('vectors', () => checkVectors(opened)),
    await check('states', () => checkStates(opened)),
    await check('orphans', () => checkOrphans(opened)),
  ];
}

function formatCheck({ name, status, detail, findings }: Check): string {
  const lines = findings.map((finding) => `  ${formatDiagnostic(finding)}\n`);
  return `${status === 'ok' ? 'ok' : status.toUpperCase()} ${name}: ${detail}\n${lines.join('')}`;
}
