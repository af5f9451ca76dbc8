import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ArtifactStore } from '@topicmill/artifacts/store';
import { isEncoding } from '@topicmill/artifacts/text';
import { type CommandIo, counted, reportDiagnostics } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { isArchiveName } from '../ingest/archive-sources.js';
import { checkPaths, fileSources, isFolder, isMailboxFile, sourcePrefixOf } from '../ingest/file-sources.js';
import { type IngestedSource, ingestAll, removeGone } from '../ingest/ingest-all.js';
import type { IngestSource, SharedFields } from '../ingest/ingest-source.js';
import { lineSources, stdinSources } from '../ingest/stdin-sources.js';
import { withStore } from '../open-store.js';
import { progressLine } from '../stderr-output.js';
import type { StoreConfig, StoreOptions } from '../store-config.js';
import { keyAndValue, SOURCE_ROOT_HELP, storeCommand, wrongUsage } from './shared-options.js';

interface IngestCommandOptions extends StoreOptions, IngestChoices {
  readonly sourceSystem?: string;
  readonly sensitivity?: string;
  readonly ts?: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly dryRun?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** Runs `artifact-store ingest`; see `--help`. */
export const ingest = storeCommand(
  {
    name: 'artifact-store ingest',
    description:
      'Stores files, all files of folders, or stdin. What is already stored with the same text is left alone, so running it again continues a run that was stopped.',
    examples: [
      ['artifact-store ingest mail.eml --source-system gmail --source-id 42', 'an email, with its headers'],
      ['artifact-store ingest docs/ src/', 'all text files of two folders'],
      ['artifact-store ingest docs/ --sync', 'one folder, and remove from the store what is gone from it'],
      ['artifact-store ingest inbox.mbox', 'every email of a mailbox'],
      ['artifact-store ingest slack-export.zip', 'every file of an export'],
      ['artifact-store ingest docs/ --dry-run', 'say what is new or changed, and store nothing'],
      ['pbpaste | artifact-store ingest - --type chat --title Standup', 'one artifact from stdin'],
      ['artifact-store ingest - --jsonl < artifacts.jsonl', 'one artifact per line'],
    ],
  },
  (program) =>
    program
      .argument('<paths...>', 'files, mailboxes (mbox), exports (zip) and folders; - for stdin')
      .option('--type <type>', 'email, chat, code or doc (default: by file name)')
      .option('--source-system <name>', 'where it comes from (default: file, or stdin)')
      .option('--source-id <id>', 'its name there (default: the path below the source root; none for stdin)')
      .option('--source-root <folder>', SOURCE_ROOT_HELP)
      .option('--title <text>', 'title (default: a subject, a title, the file name)')
      .option('--sensitivity <level>', 'normal or any other word')
      .option('--ts <time>', 'time of the artifact (default: of the mail or chat, else of the first ingest)')
      .option('--set <key=value>', 'an additional attribute, for --where; can be repeated', keyValue)
      .option('--encoding <name>', 'encoding of the files, such as latin1 or utf-16le (default: detected)')
      .option('--sync', 'remove from the store what is no longer in the folder, mailbox or archive')
      .option('--jsonl', 'stdin has one JSON object with content per line')
      .option('--dry-run', 'say what would be done, and store nothing')
      .option('--json', 'print the report as JSON')
      .option('--quiet', 'print only failures and the summary'),
  (io) => async (paths: string[], options: IngestCommandOptions) => {
    checkIngestUsage(paths, options, io.cwd);
    if (!paths.includes('-')) checkPaths(paths, io.cwd);
    const report = await run(paths, options, io);
    return report.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
  },
);

function sourcesOf(
  paths: readonly string[],
  options: IngestCommandOptions,
  { sourceRoot }: StoreConfig,
  io: CommandIo,
): AsyncIterable<IngestSource> | Iterable<IngestSource> {
  const { type, sourceSystem, sourceId, title, sensitivity, ts, set, encoding } = options;
  const fields: SharedFields = { type, sourceSystem, sourceId, title, sensitivity, ts, encoding, attributes: set };
  if (!paths.includes('-')) return fileSources(paths, fields, { cwd: io.cwd, sourceRoot });
  return options.jsonl ? lineSources(fields, io) : stdinSources(fields, io);
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
      const tell = (ingested: IngestedSource): void => {
        progress.stop();
        report.push(ingested);
        if (!options.json) printLine(ingested, options.quiet === true, io);
        reportDiagnostics(ingested.diagnostics ?? [], io);
      };
      for await (const ingested of ingestAll(sources, store, options.dryRun === true, progress)) tell(ingested);
      if (options.sync) for (const removed of await sync(paths, options, config, { store, report, io })) tell(removed);
    });
  } finally {
    progress.stop();
    if (report.length > 0) printReport(report, options, io);
  }
  if (report.length === 0) printReport(report, options, io);
  return report;
}

/** Removes artifacts whose files are gone from the paths. Files that exist but cannot be read keep their artifacts. */
async function sync(
  paths: readonly string[],
  { sourceSystem = 'file', dryRun }: IngestCommandOptions,
  { sourceRoot }: StoreConfig,
  { store, report, io }: { store: ArtifactStore; report: readonly IngestedSource[]; io: CommandIo },
): Promise<readonly IngestedSource[]> {
  const ids = report.flatMap(({ sourceId, outcome }) =>
    sourceId === undefined || outcome === 'skipped' ? [] : sourceId,
  );
  const unread = report.flatMap(({ sourceId, outcome }) =>
    sourceId !== undefined && (outcome === 'failed' || outcome === 'skipped') ? sourceId : [],
  );
  const removed: IngestedSource[] = [];
  for (const path of paths) {
    const absolute = resolve(io.cwd, path);
    const prefix = sourcePrefixOf(absolute, { cwd: io.cwd, sourceRoot }, isFolder(absolute));
    const seen = new Set(ids.filter((id) => id.startsWith(prefix)));
    const gone = await removeGone(store, { sourceSystem, prefix, seen, unread }, dryRun === true);
    removed.push(...gone.map(({ sourceId }) => ({ name: sourceId, sourceId, outcome: 'removed' }) as const));
  }
  return removed;
}

function printLine({ name, outcome, result, reason }: IngestedSource, isQuiet: boolean, io: CommandIo): void {
  if (isQuiet || outcome === 'same') return;
  const chunks = result === undefined || result.num_chunks === 0 ? '' : ` (${counted(result.num_chunks, 'chunk')})`;
  const id = result !== undefined && 'artifact_id' in result ? `${result.artifact_id}  ` : '';
  io.stdout.write(`${outcome.padEnd(8)}${id}${name}${chunks}${reason === undefined ? '' : `: ${reason}`}\n`);
}

function printReport(report: readonly IngestedSource[], options: IngestCommandOptions, io: CommandIo): void {
  const { json, dryRun, sync: isSync } = options;
  const countOf = (wanted: IngestedSource['outcome']) => report.filter(({ outcome }) => outcome === wanted).length;
  const counts = {
    new: countOf('new'),
    changed: countOf('changed'),
    same: countOf('same'),
    failed: countOf('failed'),
    skipped: countOf('skipped'),
    ...(isSync && { removed: countOf('removed') }),
  };
  if (json) {
    const artifacts = report.map(({ name, outcome, result, reason, diagnostics }) => ({
      name,
      outcome,
      ...result,
      ...(reason !== undefined && { reason }),
      ...(diagnostics !== undefined && { diagnostics }),
    }));
    io.stdout.write(indentedJson({ dry_run: dryRun === true, counts, artifacts }));
    return;
  }
  const embedded = report.reduce((sum, { result }) => sum + (result?.embedded_count ?? 0), 0);
  const told = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  io.stdout.write(`${told.join(', ')}; ${counted(embedded, 'text')} ${dryRun ? 'to embed' : 'embedded'}\n`);
}

function keyValue(fact: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [key, value] = keyAndValue(fact);
  return { ...before, [key]: value };
}

/** Options of an ingest that not every path can have. */
export interface IngestChoices {
  readonly type?: string;
  readonly sourceId?: string;
  readonly title?: string;
  readonly encoding?: string;
  readonly jsonl?: true;
  readonly sync?: true;
}

/**
 * Checks that paths and options fit each other.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
export function checkIngestUsage(paths: readonly string[], options: IngestChoices, cwd: string): void {
  const { jsonl, sync, encoding, sourceId, title, type } = options;
  const takesStdin = paths.includes('-');
  if (takesStdin && paths.length > 1) {
    throw wrongUsage('Stdin cannot be ingested together with files.', 'Run it twice.');
  }
  if (jsonl && !takesStdin) throw wrongUsage('--jsonl is for stdin.', 'Give - as the path.');
  if (jsonl && encoding !== undefined) throw wrongUsage('JSON lines are always UTF-8.', 'Leave --encoding out.');
  if (encoding !== undefined && !isEncoding(encoding)) {
    throw wrongUsage(
      `There is no encoding ${JSON.stringify(encoding)}.`,
      'Give one such as latin1, utf-16le or shift_jis.',
    );
  }
  const isSeveral = (path: string): boolean => {
    const absolute = resolve(cwd, path);
    return path !== '-' && (isFolder(absolute) || isArchiveName(path) || isMailboxFile(absolute, type));
  };
  const areSeveral = jsonl || paths.length > 1 || paths.some(isSeveral);
  for (const [option, value] of [
    ['--source-id', sourceId],
    ['--title', title],
  ]) {
    if (value !== undefined && areSeveral) {
      throw wrongUsage(`One ${option} cannot name several artifacts.`, 'Leave it out, or ingest one file.');
    }
  }
  // Missing paths are reported by a later check.
  const maySync = (path: string): boolean => isSeveral(path) || (path !== '-' && !existsSync(resolve(cwd, path)));
  if (sync && !paths.every(maySync)) {
    throw wrongUsage('--sync works on folders, mailboxes and archives.', 'Give one, or leave --sync out.');
  }
}
