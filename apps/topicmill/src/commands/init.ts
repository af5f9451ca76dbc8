import { join, relative, resolve, sep } from 'node:path';
import {
  type CommandIo,
  canAsk,
  confirm,
  counted,
  createProgram,
  type ExitCode,
  runProgram,
} from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { writeFileIfChanged } from '@topicmill/base/files';
import { type InitPlan, planInit } from '@topicmill/pipeline/init';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { diskView } from '../disk-view.js';

interface InitCommandOptions {
  readonly yes?: true;
  readonly docs?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

const SHOWN_LOOSE_FILES = 10;

/** Runs `topicmill init`; see `--help`. Returns the exit code. */
export function init(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill init',
      version: PIPELINE_VERSION,
      description:
        'Makes the current folder a docs repository: settings, Nx plugin, packages, and an example where there is no topic. Files that are there keep what they say.',
      examples: [
        ['topicmill init', 'show what would be written, and ask'],
        ['topicmill init --yes', 'do not ask'],
        ['topicmill init --docs content --dry-run', 'topics in content/; write nothing'],
      ],
    },
    io,
  )
    .option('--yes', 'write without asking')
    .option('--docs <folder>', 'folder that holds the topics (default: docs, or the only folder with topics)')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--json', 'print the plan as JSON; with --yes or --dry-run')
    .action((options: InitCommandOptions) => runInit(options, io));
  return runProgram(program, args, io, () => 0);
}

async function runInit(options: InitCommandOptions, io: CommandIo): Promise<void> {
  const docs = options.docs === undefined ? undefined : relativeFolder(options.docs, io.cwd);
  const plan = planInit(diskView(io.cwd), { docs });
  if (!options.json) io.stdout.write(describePlan(plan));
  const isWritten = plan.changes.length > 0 && !options.dryRun && (await isAgreed(options, plan, io));
  if (isWritten) for (const { path, text } of plan.changes) writeFileIfChanged(join(io.cwd, path), text, path);
  if (options.json) io.stdout.write(`${JSON.stringify(planReport(plan, isWritten), null, 2)}\n`);
  else if (isWritten) io.stdout.write(`\nDone. Next:\n  ${plan.next.install}\n  ${plan.next.build}\n`);
}

function relativeFolder(folder: string, cwd: string): string {
  return relative(cwd, resolve(cwd, folder)).split(sep).join('/') || '.';
}

async function isAgreed({ yes, json }: InitCommandOptions, plan: InitPlan, io: CommandIo): Promise<boolean> {
  if (yes) return true;
  if (json || !canAsk(io)) {
    throw new TopicmillError('INVALID_OPTION', 'There is nobody to ask whether these files may be written.', {
      remedy: 'Add --yes to write them, or --dry-run to see them only.',
    });
  }
  return confirm(`\nWrite ${counted(plan.changes.length, 'file')}?`, io);
}

function planReport({ docsRoot, topicIds, changes, looseMarkdown, next }: InitPlan, isWritten: boolean): object {
  return {
    docsRoot,
    topicCount: topicIds.length,
    isWritten,
    changes: changes.map(({ path, kind, summary }) => ({ path, kind, summary })),
    looseMarkdown,
    nextCommands: [next.install, next.build],
  };
}

function describePlan({ docsRoot, topicIds, changes, looseMarkdown }: InitPlan): string {
  const lines = [`Docs root: ${docsRoot} (${counted(topicIds.length, 'topic')})`];
  if (changes.length === 0) lines.push('Everything is in place.');
  const width = Math.max(0, ...changes.map(({ path }) => path.length));
  for (const { path, kind, summary } of changes) lines.push(`  ${kind}  ${path.padEnd(width)}  ${summary}`);
  if (looseMarkdown.length > 0) {
    lines.push(
      '',
      `${counted(looseMarkdown.length, 'markdown file')} in no topic folder. To make one a topic, move it:`,
    );
    for (const { path, suggestedPath } of looseMarkdown.slice(0, SHOWN_LOOSE_FILES)) {
      lines.push(`  ${path} → ${suggestedPath}`);
    }
    const hiddenCount = looseMarkdown.length - SHOWN_LOOSE_FILES;
    if (hiddenCount > 0) lines.push(`  and ${hiddenCount} more (--json lists them all)`);
  }
  return `${lines.join('\n')}\n`;
}
