import {
  type CommandIo,
  type ExitCode,
  reportDiagnostics,
  reportWarning,
  screenOf,
  shownDiagnostic,
} from '@topicmill/base/cli';
import { EMBEDDER_FORMS } from '@topicmill/base/config';
import { counted, type Diagnostic } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { type BuildReport, buildDocs, parseShard, type Shard } from '@topicmill/pipeline/docs-build';
import type { WritingReport } from '@topicmill/pipeline/questions';
import {
  type FolderReport,
  filesByFolder,
  formatFolderReport,
  hasError,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { formatBuildReport } from '@topicmill/pipeline/steps';
import { importBuiltSites } from '@topicmill/pipeline/workspace';
import { InvalidArgumentError } from 'commander';
import { type Progress, startProgress } from '../report/progress.js';
import { topicmillCommand } from '../report/report-command.js';
import { describeBuiltSites } from '../workspace/describe-built-sites.js';
import { folderNamed } from '../workspace/folder-named.js';
import { openSurroundingWorkspace } from '../workspace/open-surrounding-workspace.js';
import { surroundingsOf } from '../workspace/surroundings.js';

interface BuildOptions {
  readonly model?: string;
  readonly shard?: Shard;
  readonly force?: true;
  readonly adopt?: true;
  readonly dryRun?: true;
  readonly verbose?: true;
  readonly yes?: true;
  readonly quiet?: true;
  readonly json?: true;
}

/** Runs `topicmill build`; see `--help`. */
export const build = topicmillCommand(
  {
    name: 'topicmill build',
    description: 'Builds the topics in this process, without Nx: the same steps, states and files.',
    examples: [
      ['topicmill build', 'everything that is not current'],
      ['topicmill build docs/guide/install.md', 'one page, and the indexes above it'],
      ['topicmill build --shard 2/4', 'the second of four parts of the topics, for a run on four machines'],
      ['topicmill build --dry-run', 'say what would be written, and which pages are not topics and why'],
    ],
  },
  (program) =>
    program
      .argument('[files...]', 'pages, topic folders or ids (default: everything)')
      .option('--model <name>', `embedding model: ${EMBEDDER_FORMS}`)
      .option('--shard <number/count>', 'one part of the topics, without the indexes above them', shardOf)
      .option('--force', 'run the steps even where nothing has changed')
      .option(
        '--adopt',
        'also replace and remove files that have the name of an output but were not written by Topicmill',
      )
      .option('--dry-run', 'say what would be written and embedded, and write nothing')
      .option('--verbose', 'print a line for each step of topics that were not up to date, and all warnings')
      .option('--quiet', 'print errors and warnings only')
      .option('--yes', 'with questions.whileBuilding: run the model without asking for consent')
      .option('--json', 'print the report as JSON'),
  (io, program) => async (files: string[], options: BuildOptions) => {
    if (files.length > 0 && options.shard !== undefined) program.error('--shard is for all topics: name no files.');
    return run(files, options, { ...io, isQuiet: options.quiet === true });
  },
);

async function run(files: readonly string[], options: BuildOptions, io: CommandIo): Promise<ExitCode> {
  const startMs = performance.now();
  await importHtml(io);
  const workspace = openSurroundingWorkspace(surroundingsOf(io), options.model);
  if (options.quiet !== true && options.json !== true)
    for (const line of describeBuiltSites(workspace)) io.stderr.write(`${line}\n`);
  const asksModel = workspace.config.questions.whileBuilding && !options.dryRun;
  const written = asksModel ? await writtenQuestions(files, options, io) : undefined;
  if (written?.stopped === 'interrupt') return 130;
  let progress = startProgress('Building', io);
  let isIndexing = false;
  const indexing = (): Progress => {
    if (isIndexing) return progress;
    isIndexing = true;
    progress.stop();
    progress = startProgress('Search index', io);
    return progress;
  };
  try {
    const report = await buildDocs(workspace, {
      ids: files.length === 0 ? undefined : files.map((file) => folderNamed(file, workspace, io.cwd).id),
      shard: options.shard,
      force: options.force,
      adopt: options.adopt,
      dryRun: options.dryRun,
      onIndexed: (done, total) => indexing().count(done, total, 'page'),
      onWarning: (message) => reportWarning(message, io),
      onFolder(folder, done, total) {
        progress.count(done, total, 'folder');
        tell(folder, options, io);
      },
    });
    progress.stop();
    print(report, workspace, performance.now() - startMs, options, io);
    const hasFault = report.diagnostics.some(({ severity }) => severity === 'error');
    const isBuilt = !hasFault && !report.folders.some((folder) => folder.outcome === 'skipped' || hasError(folder));
    return isBuilt && written?.failure === undefined ? 0 : 1;
  } finally {
    progress.stop();
  }
}

async function importHtml(io: CommandIo): Promise<void> {
  let progress: Progress | undefined;
  try {
    await importBuiltSites(io.cwd, (done, total) => {
      progress ??= startProgress('Reading HTML', io);
      progress.count(done, total, 'page');
    });
  } finally {
    progress?.stop();
  }
}

function shardOf(text: string): Shard {
  const shard = parseShard(text);
  if (shard === undefined)
    throw new InvalidArgumentError('It must be like 2/4: a number from 1 to the count of shards.');
  return shard;
}

/** The result of asking the model about new and edited chunks; `undefined` without consent, which does not fail a build. */
async function writtenQuestions(
  files: readonly string[],
  { yes }: BuildOptions,
  io: CommandIo,
): Promise<WritingReport | undefined> {
  const [{ openQuestions }, { describeReport, runWriting }] = await Promise.all([
    import('../questions/run-writing.js'),
    import('../questions/run-writing.js'),
  ]);
  const { report, isRefused } = await runWriting(await openQuestions(files, io), { yes }, io);
  if (isRefused) io.stderr.write('The model was not asked; give --yes to agree in advance.\n');
  if (report !== undefined) io.stderr.write(describeReport(report));
  return report;
}

/** What has changed of a folder; with `--verbose`, what each step of it did. */
function tell(report: FolderReport, options: BuildOptions, io: CommandIo): void {
  if (options.json || options.quiet) return;
  const isNews = report.steps.some(
    ({ written, removed, outcome }) => outcome === 'failed' || written.length + removed.length > 0,
  );
  const isCurrent = report.steps.every(({ outcome }) => outcome === 'current');
  if (options.verbose && (isNews || !isCurrent))
    io.stdout.write(`${report.id || '(docs root)'}\n${formatFolderReport(report, options.dryRun)}`);
  else if (!options.verbose && options.dryRun && isNews) io.stdout.write(`would build ${report.id || '(docs root)'}\n`);
}

function print(
  report: BuildReport,
  workspace: Workspace,
  elapsedMs: number,
  options: BuildOptions,
  io: CommandIo,
): void {
  if (options.json) {
    io.stdout.write(indentedJson({ ...report, leftOut: workspace.leftOut }));
    return;
  }
  reportDiagnostics(report.diagnostics, io);
  if (!options.quiet) printRemoved(report, workspace, options, io);
  if (report.absentCount > 0) reportWarning(partWarning(report.absentCount), io);
  if (report.left.length > 0)
    reportWarning('The indexes above wait for pages that have never been built; run: topicmill build', io);
  const { dryRun: isDryRun, verbose: isVerbose, quiet: isQuiet } = options;
  const screen = screenOf(io);
  const show = (finding: Diagnostic): string => shownDiagnostic(finding, screen);
  const strong = screen.colours.bold;
  const finished = { reports: report.folders, workspace, elapsedMs, isDryRun, isVerbose, isQuiet, show, strong };
  io.stdout.write(formatBuildReport(finished));
}

function partWarning(absentCount: number): string {
  const isOne = absentCount === 1;
  return `${counted(absentCount, 'document')} ${isOne ? 'is' : 'are'} not checked out (git sparse-checkout): a part was built; ${isOne ? 'its' : 'their'} results, the indexes above and what is made from all topics are left as they are.`;
}

function printRemoved({ removed }: BuildReport, { leftOut }: Workspace, { dryRun }: BuildOptions, io: CommandIo): void {
  if (!dryRun) {
    for (const files of filesByFolder(removed)) io.stdout.write(`removed ${files}\n`);
    return;
  }
  for (const { path, reason } of leftOut) io.stdout.write(`not a topic: ${path} (${reason})\n`);
  for (const path of removed) io.stdout.write(`would remove ${path}\n`);
}
