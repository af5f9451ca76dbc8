import { dirname, join, resolve } from 'node:path';
import { type CommandIo, canAsk, confirm, counted, screenOf } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { relativePath, removeEmptyFolder, removeFile, writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import {
  type BuiltSite,
  INIT_RECORD,
  type InitOptions,
  type InitPlan,
  planInit,
  planUndo,
  recordedChanges,
  refuseUnsupportedNx,
  type UndoneFile,
} from '@topicmill/pipeline/init';

import { loadCl100kBase } from '@topicmill/text/tokens';
import { describePlan } from '../init/describe-plan.js';
import { type Evaluation, evaluateSites } from '../init/evaluate-sites.js';
import { diskView, installedNx } from '../init/installed-nx.js';
import { startProgress } from '../report/progress.js';
import { topicmillCommand } from '../report/report-command.js';

export interface InitCommandOptions {
  readonly yes?: true;
  readonly docs?: string;
  readonly built?: string;
  readonly url?: string;
  readonly site?: readonly string[];
  readonly evaluate?: boolean;
  readonly nx?: boolean;
  readonly commitResults?: true;
  readonly undo?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Runs `topicmill init`; see `--help`. */
export const init = topicmillCommand(
  {
    name: 'topicmill init',
    description:
      'Sets up the current folder: finds the site generator and the pages, or the topic folders, and writes topicmill.yaml and what Nx needs. Pages are not changed, and existing files keep their content.',
    examples: [
      ['topicmill init', 'show what was found and what would be written, and ask'],
      ['topicmill init --yes', 'do not ask; the configuration of the site may be run once'],
      ['topicmill init --site website', 'the site in website/, where there are several'],
      ['topicmill init --docs content --dry-run', 'pages or topics in content/; write nothing'],
      ['topicmill init --built build --url https://docs.example.org/', 'any site, from the HTML that its build wrote'],
      ['topicmill init --undo', 'undo what init wrote'],
    ],
  },
  (program) =>
    program
      .option('--yes', 'write without asking, and run a configuration that is code if it cannot be read')
      .option('--docs <folder>', 'folder of the pages or topics (default: what the site says, else docs)')
      .option('--site <config...>', 'configurations of site generators, or their folders (default: the outermost)')
      .option(
        '--built <folder>',
        'folder of HTML that the build of the site wrote: it completes the markdown, or is read alone',
      )
      .option('--url <address>', 'address at which the built site is published; with --built')
      .option('--no-evaluate', 'never run a configuration of the site')
      .option('--nx', 'set up Nx even in a repository without package.json')
      .option('--no-nx', 'do without Nx; build with topicmill build')
      .option('--commit-results', 'do not ignore the results of pages; reviews collapse them')
      .option('--undo', 'remove what init wrote; files changed since then are kept')
      .option('--dry-run', 'show what would be written, and write nothing')
      .option('--json', 'print the plan as JSON; with --yes or --dry-run'),
  (io) => (options: InitCommandOptions) => (options.undo ? undoInit(options, io) : runInit(options, io)),
);

async function runInit(options: InitCommandOptions, io: CommandIo): Promise<void> {
  const docs = options.docs === undefined ? undefined : relativeFolder(options.docs, io.cwd);
  const view = diskView(io.cwd);
  const wishes = { docs, sites: options.site?.map((each) => relativeFolder(each, io.cwd)) };
  const nx = { nx: options.nx, installedNx: installedNx(io.cwd) };
  // Nothing of the repository is run for a plan that will be refused.
  if (nx.nx !== false) refuseUnsupportedNx(view, nx.installedNx);
  const { yes, evaluate } = options;
  const builtSite = builtSiteOf(options, io.cwd);
  const evaluation =
    builtSite === undefined
      ? await evaluateSites(view, wishes, { yes, evaluate, isInteractive: !options.json }, io)
      : { evaluated: new Map(), notes: [] };
  const counter = await loadCl100kBase();
  const { evaluated } = evaluation;
  const commitsResults = options.commitResults;
  const plan = withProgress(io, options, (onPage) =>
    planInit(view, { ...wishes, builtSite, evaluated, ...nx, commitsResults, counter, now: new Date(), onPage }),
  );
  if (!options.json) io.stdout.write(describePlan(plan, evaluation, screenOf(io)));
  const isWritten =
    plan.changes.length > 0 && !options.dryRun && (await isAgreed('written', plan.changes.length, options, io));
  if (isWritten) {
    const record = recordedChanges(view, plan.changes);
    for (const { path, text } of plan.changes) writeFileIfChanged(join(io.cwd, path), text, path);
    writeFileIfChanged(join(io.cwd, INIT_RECORD), record, INIT_RECORD);
  }
  if (options.json) io.stdout.write(indentedJson(planReport(plan, evaluation, isWritten)));
  else if (isWritten) {
    const { green, bold } = screenOf(io).colours;
    io.stdout.write(`\n${green('Done.')} Next:\n${bold(nextSteps(plan))}`);
  }
}

function withProgress(
  io: CommandIo,
  { json }: InitCommandOptions,
  plan: (onPage: NonNullable<InitOptions['onPage']>) => InitPlan,
): InitPlan {
  const progress = startProgress('Reading pages', { ...io, isQuiet: json === true });
  try {
    return plan((done, total) => progress.count(done, total, 'page'));
  } finally {
    progress.stop();
  }
}

function builtSiteOf({ built, url, docs, site }: InitCommandOptions, cwd: string): BuiltSite | undefined {
  const excluded = docs === undefined && site === undefined ? undefined : '--docs and --site';
  const wrong = built === undefined ? (url === undefined ? undefined : '--url is for --built only') : excluded;
  if (wrong !== undefined) {
    throw new TopicmillError('INVALID_OPTION', built === undefined ? `${wrong}.` : `--built is not for ${wrong}.`, {
      remedy: 'Name either the built site or its sources.',
    });
  }
  return built === undefined ? undefined : { built: relativeFolder(built, cwd), url };
}

function nextSteps({ next, changes }: InitPlan): string {
  const hasNewPackages = changes.some(({ path }) => path === 'package.json');
  const commands = [hasNewPackages ? next.install : undefined, next.build].filter((each) => each !== undefined);
  return commands.map((command) => `  ${command}\n`).join('');
}

function relativeFolder(folder: string, cwd: string): string {
  return relativePath(cwd, resolve(cwd, folder)) || '.';
}

/** Whether files may be written or changed: by `--yes`, or by consent at a terminal. */
export async function isAgreed(
  done: 'written' | 'changed',
  fileCount: number,
  { yes, json }: Pick<InitCommandOptions, 'yes' | 'json'>,
  io: CommandIo,
): Promise<boolean> {
  if (yes) return true;
  const verb = done === 'written' ? 'write' : 'change';
  if (json || !canAsk(io)) {
    const message = `These files need your confirmation before they are ${done}, and there is no terminal to ask at.`;
    throw new TopicmillError('INVALID_OPTION', message, {
      remedy: `Add --yes to ${verb} them, or --dry-run only to list them.`,
    });
  }
  return confirm(`\n${verb === 'write' ? 'Write' : 'Change'} ${counted(fileCount, 'file')}?`, io);
}

function planReport(plan: InitPlan, { notes }: Evaluation, isWritten: boolean): object {
  const { docsRoot, topicIds, changes, looseMarkdown, pages, usesNx, next } = plan;
  return {
    docsRoot,
    topicCount: topicIds.length,
    isWritten,
    changes: changes.map(({ path, kind, summary }) => ({ path, kind, summary })),
    ...(pages === undefined ? { looseMarkdown } : { pages: pagesReport(pages), notes }),
    usesNx,
    nextCommands: [next.install, next.build].filter((each) => each !== undefined),
  };
}

function pagesReport(found: NonNullable<InitPlan['pages']>): object {
  const { roots, sites, notUsed, leftOut, outDir, outside, estimate, anchors, html } = found;
  return {
    outDir,
    roots,
    sites: sites.map(({ config, unread }) => ({ generator: config.generator, config: config.path, unread })),
    notUsed: notUsed.map(({ path }) => path),
    leftOut,
    outside,
    anchors,
    ...(estimate === undefined ? {} : { estimate }),
    ...(html === undefined ? {} : { html: { foundCount: html.foundCount, pageCount: html.pageCount } }),
  };
}

/** Takes back what `init` wrote in the current folder, after consent. */
async function undoInit(options: Pick<InitCommandOptions, 'yes' | 'dryRun' | 'json'>, io: CommandIo): Promise<void> {
  const files = planUndo(diskView(io.cwd));
  if (!options.json) io.stdout.write(describeUndo(files));
  const isUndone = !options.dryRun && (await isAgreed('changed', files.length, options, io));
  if (isUndone) {
    for (const { path, kind, text } of files) {
      if (kind === 'remove') {
        removeFile(join(io.cwd, path), path);
        removeEmptyFolder(dirname(join(io.cwd, path)));
      } else if (text !== undefined) writeFileIfChanged(join(io.cwd, path), text, path);
    }
    removeFile(join(io.cwd, INIT_RECORD), INIT_RECORD);
  }
  if (options.json) {
    const report = files.map(({ path, kind, kept, hiding }) => ({ path, kind, kept, hiding }));
    io.stdout.write(indentedJson({ isUndone, files: report }));
  } else if (isUndone) {
    io.stdout.write(`\nDone. ${whatIsLeft(files)}\n`);
  }
}

function whatIsLeft(files: readonly UndoneFile[]): string {
  const hidden = files.flatMap(({ hiding }) => hiding);
  return hidden.length === 0
    ? 'Caches and results of builds are left, where there are any.'
    : `Caches and results are left, and .gitignore hides them: ${hidden.join(', ')}. Delete them, then their lines, if you like.`;
}

function describeUndo(files: readonly UndoneFile[]): string {
  const width = Math.max(0, ...files.map(({ path }) => path.length));
  const lines = files.map(({ path, kind, kept, hiding }) => {
    const stays = kept.length === 0 ? '' : `  changed since, stays: ${kept.join(', ')}`;
    const hides = hiding.length === 0 ? '' : `  hides what is left, stays: ${hiding.join(', ')}`;
    return `  ${kind.padEnd(7)}  ${path.padEnd(width)}${stays}${hides}`.trimEnd();
  });
  return `${['Taking back what init wrote:', ...lines].join('\n')}\n`;
}
