import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { InvalidArgumentError } from 'commander';
import { checkPaths, fileSources } from '../ingest/file-sources.js';
import { type IngestedSource, ingestAll } from '../ingest/ingest-all.js';
import type { IngestSource, SharedFields } from '../ingest/ingest-source.js';
import { lineSources, stdinSource } from '../ingest/stdin-sources.js';
import { withStore } from '../open-store.js';
import { progressLine } from '../progress-line.js';
import type { StoreConfig, StoreOptions } from '../store-config.js';
import { addStoreOptions, SOURCE_ROOT_HELP, VERSION } from './shared-options.js';

interface IngestCommandOptions extends StoreOptions {
  readonly type?: string;
  readonly sourceSystem?: string;
  readonly sourceId?: string;
  readonly title?: string;
  readonly sensitivity?: string;
  readonly ts?: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly jsonl?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** Runs `artifact-store ingest`; see `--help`. Returns the exit code. */
export function ingest(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'artifact-store ingest',
      version: VERSION,
      description:
        'Stores files, all files of folders, or stdin. What is there already with the same text is left as it is, so that a run that was stopped is gone on with by running it again.',
      examples: [
        ['artifact-store ingest mail.eml --source-system gmail --source-id 42', 'a mail, with its headers'],
        ['artifact-store ingest docs/ src/', 'all text files of two folders'],
        ['artifact-store ingest docs/ --dry-run', 'say what is new or changed, and store nothing'],
        ['pbpaste | artifact-store ingest - --type chat --title Standup', 'one artifact from stdin'],
        ['artifact-store ingest - --jsonl < artifacts.jsonl', 'one artifact a line'],
      ],
    },
    io,
  )
    .argument('<paths...>', 'files and folders; - for stdin')
    .option('--type <type>', 'email, chat, code or doc (default: by file name)')
    .option('--source-system <name>', 'where it comes from (default: file, or stdin)')
    .option('--source-id <id>', 'its name there (default: the path below the source root; of stdin none)')
    .option('--source-root <folder>', SOURCE_ROOT_HELP)
    .option('--title <text>', 'title (default: a subject, a title, the file name)')
    .option('--sensitivity <level>', 'normal or any other word')
    .option('--ts <time>', 'time of the artifact (default: of the mail or chat, else of the first ingest)')
    .option('--set <key=value>', 'a further fact; may be given again', keyValue)
    .option('--jsonl', 'stdin has a JSON object with content a line')
    .option('--dry-run', 'say what would be done, and store nothing')
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'print failures and the sum only')
    .action(async (paths: string[], options: IngestCommandOptions) => {
      checkUsage(paths, options);
      if (!paths.includes('-')) checkPaths(paths, io.cwd);
      const report = await run(paths, options, io);
      if (report.some(({ outcome }) => outcome === 'failed')) exitCode = 1;
    });
  return runProgram(addStoreOptions(program), args, io, () => exitCode);
}

function checkUsage(paths: readonly string[], { jsonl, sourceId }: IngestCommandOptions): void {
  const takesStdin = paths.includes('-');
  if (takesStdin && paths.length > 1)
    throw wrongUsage('Stdin cannot be ingested together with files.', 'Run it twice.');
  if (jsonl && !takesStdin) throw wrongUsage('--jsonl is for stdin.', 'Give - as the path.');
  if (sourceId !== undefined && (paths.length > 1 || jsonl)) {
    throw wrongUsage('One --source-id cannot name several artifacts.', 'Leave it out, or ingest one file.');
  }
}

function sourcesOf(
  paths: readonly string[],
  options: IngestCommandOptions,
  { sourceRoot }: StoreConfig,
  io: CommandIo,
): AsyncIterable<IngestSource> | Iterable<IngestSource> {
  const { type, sourceSystem, sourceId, title, sensitivity, ts, set } = options;
  const fields: SharedFields = { type, sourceSystem, sourceId, title, sensitivity, ts, attributes: set };
  if (!paths.includes('-')) return fileSources(paths, fields, { cwd: io.cwd, sourceRoot });
  return options.jsonl ? lineSources(fields, io) : [stdinSource(fields, io)];
}

async function run(
  paths: readonly string[],
  options: IngestCommandOptions,
  io: CommandIo,
): Promise<readonly IngestedSource[]> {
  const report: IngestedSource[] = [];
  const progress = progressLine(io);
  try {
    await withStore(options, options.dryRun ? 'pretend' : 'create', io, async (store, config) => {
      const sources = sourcesOf(paths, options, config, io);
      for await (const ingested of ingestAll(sources, store, options.dryRun === true, progress)) {
        progress.stop();
        report.push(ingested);
        if (!options.json) printLine(ingested, options.quiet === true, io);
        reportDiagnostics(ingested.diagnostics ?? [], io);
      }
    });
  } finally {
    progress.stop();
    if (report.length > 0) printReport(report, options, io);
  }
  if (report.length === 0) printReport(report, options, io);
  return report;
}

function printLine({ name, outcome, result, reason }: IngestedSource, isQuiet: boolean, io: CommandIo): void {
  if (isQuiet || outcome === 'same') return;
  const chunks = result === undefined || result.num_chunks === 0 ? '' : ` (${counted(result.num_chunks, 'chunk')})`;
  const id = result !== undefined && 'artifact_id' in result ? `${result.artifact_id}  ` : '';
  io.stdout.write(`${outcome.padEnd(8)}${id}${name}${chunks}${reason === undefined ? '' : `: ${reason}`}\n`);
}

function printReport(report: readonly IngestedSource[], { json, dryRun }: IngestCommandOptions, io: CommandIo): void {
  const countOf = (wanted: IngestedSource['outcome']) => report.filter(({ outcome }) => outcome === wanted).length;
  const counts = {
    new: countOf('new'),
    changed: countOf('changed'),
    same: countOf('same'),
    failed: countOf('failed'),
    skipped: countOf('skipped'),
  };
  if (json) {
    const artifacts = report.map(({ name, outcome, result, reason, diagnostics }) => ({
      name,
      outcome,
      ...result,
      ...(reason !== undefined && { reason }),
      ...(diagnostics !== undefined && { diagnostics }),
    }));
    io.stdout.write(`${JSON.stringify({ dry_run: dryRun === true, counts, artifacts }, null, 2)}\n`);
    return;
  }
  const embedded = report.reduce((sum, { result }) => sum + (result?.embedded_count ?? 0), 0);
  const told = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  io.stdout.write(`${told.join(', ')}; ${counted(embedded, 'text')} ${dryRun ? 'to embed' : 'embedded'}\n`);
}

function keyValue(value: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it as key=value.');
  return { ...before, [value.slice(0, at)]: value.slice(at + 1) };
}

function wrongUsage(message: string, remedy: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy });
}
