import {
  addStrategyOptions,
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  processIo,
  refuseForeignOptions,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { STRATEGIES, STRATEGY_NAMES, strategyHelp, strategyNamed } from '@topicmill/chunking/strategies';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace/pipeline-version';
import { DIALECT_NAMES } from '@topicmill/text/dialects';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BookOptions, BookPrintOptions } from './chunk-book.js';
import type { ChunkingToolOptions } from './chunk-file.js';
import { addMigrate } from './migrate-command.js';
import { chooseOutput, type Output, refuseRecordOptions } from './output-formats.js';
import type { RecordOptions } from './write-records.js';

const PROGRAM = {
  name: 'chunking-tool',
  version: PIPELINE_VERSION,
  description: 'Splits markdown documents into chunk files, records for databases, or sections and snippets.',
  examples: [
    ['chunking-tool docs/cli/native-aot/golden-reference.md', 'write _chunks/ next to the source'],
    ['chunking-tool guide.md --out chunks/', 'write to another folder'],
    ['chunking-tool guide.md --dry-run --json', 'print what would be written, for machines'],
    ['chunking-tool guide.md --strategy structural --format files --dry-run', 'chunk files of another strategy'],
    ['chunking-tool guide.md --token-counter cl100k_base --max-tokens 512', 'with real tokens and another limit'],
    ['chunking-tool guide.md --strategy structural --format records --out chunks/', 'one JSON record per chunk'],
    ['chunking-tool "docs/**/*.md" --strategy structural --format jsonl --out records/', 'one JSONL file per document'],
    ['chunking-tool guide.md --dialect hugo --dry-run', 'a page of a site, read as its generator does'],
    ['chunking-tool migrate old-chunks/ --out chunks/', 'convert records of older formats'],
    ['chunking-tool book.md --strategy two-tier --out book-chunks/', 'sections and snippets of a book'],
    ['chunking-tool book.txt --strategy two-tier --report', 'and list the lines left out'],
  ],
} as const;

/** Runs `chunking-tool`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(PROGRAM, io);
  addSplitOptions(program).action(async (sources: string[], options: SplitOptions) => {
    const output = chooseOutput(options);
    const strategy = output.strategy;
    if (strategy !== undefined) refuseForeignOptions(options, [strategyNamed(strategy)], STRATEGIES);
    refuseRecordOptions(options, output);
    const { sourceFiles } = await import('@topicmill/pipeline/records');
    const paths = sourceFiles(sources, io.cwd);
    refuseSharedTitle(paths, options);
    exitCode = await splitEach(paths, options, io, (source) => split(source, { ...options, ...output }, io));
  });
  addMigrate(program, io, (code) => {
    exitCode = code;
  });
  return runProgram(program, args, io, () => exitCode);
}

async function split(source: string, options: SplitOptions & Output, io: CommandIo): Promise<SplitResult> {
  if (options.format === 'files') return runFiles(source, options, io);
  if (options.strategy === 'two-tier') return (await import('./chunk-book.js')).printBook(source, options, io);
  return runRecords(source, options, io);
}

function addSplitOptions(program: Command): Command {
  program
    .argument('<sources...>', 'markdown documents, or globs')
    .option(
      '--out <folder>',
      'folder to write to (default, next to the source: _chunks/, records chunks/, books <name>-chunks/)',
    )
    .addOption(
      new Option(
        '--strategy <name>',
        `how the document is split (default: as --format needs it, else as it is built). ${strategyHelp()}`,
      ).choices(STRATEGY_NAMES),
    )
    .addOption(
      new Option(
        '--format <name>',
        'what is written: every strategy gives files, structural records or jsonl, two-tier jsonl',
      ).choices(['files', 'records', 'jsonl']),
    );
  addStrategyOptions(program, STRATEGIES);
  program
    .addOption(
      new Option(
        '--dialect <name>',
        'markdown dialect (default: that of the docs root that contains the document; .mdx files are always MDX)',
      ).choices(DIALECT_NAMES),
    )
    .option('--title <text>', 'records, books: title of the document (default: front matter, first H1, file name)')
    .option('--content-type <type>', 'records: first part of every id (default: doc)', contentTypeArgument)
    .option('--strict', 'records: fail on an invalid chunk instead of leaving it out')
    .option('--stamp', 'records: add when they were made, and how long it took')
    .option('--report', 'books: list the lines left out: page numbers, running heads, contents, index');
  return program
    .option('--dry-run', 'print what would be written; write nothing')
    .option('--json', 'print the manifest and the changes as JSON')
    .option('--quiet', 'print findings only');
}

type SplitOptions = ChunkingToolOptions & RecordOptions & BookOptions & BookPrintOptions & Partial<Output>;

/** @throws TopicmillError `INVALID_OPTION` for one title of several documents */
function refuseSharedTitle(sources: readonly string[], { title }: RecordOptions): void {
  if (title === undefined || sources.length < 2) return;
  throw new TopicmillError('INVALID_OPTION', `--title names one document, not ${sources.length}.`, {
    remedy: 'Leave it out, so that each document has its own title, or split one document at a time.',
  });
}

type SplitResult = Readonly<Record<string, unknown>> | string;

/** Splits each document and prints the results. Of several, one that fails does not stop the others. */
async function splitEach(
  sources: readonly string[],
  { json, quiet }: BookPrintOptions,
  io: CommandIo,
  split: (source: string) => Promise<SplitResult>,
): Promise<ExitCode> {
  const results: SplitResult[] = [];
  let exitCode: ExitCode = 0;
  for (const source of sources) {
    try {
      const result = await split(source);
      results.push(typeof result === 'string' || sources.length === 1 ? result : { source, ...result });
      if (!json && !quiet) io.stdout.write(`${sources.length === 1 ? '' : `${source}: `}${String(result)}\n`);
    } catch (error) {
      if (sources.length === 1 || !(error instanceof TopicmillError)) throw error;
      reportDiagnostics(diagnosticsOf(error), io);
      exitCode = 1;
    }
  }
  if (json) io.stdout.write(indentedJson(sources.length === 1 ? results[0] : results));
  return exitCode;
}

async function runFiles(source: string, options: SplitOptions, io: CommandIo): Promise<SplitResult> {
  const { manifest, published, diagnostics } = await (await import('./chunk-file.js')).chunkFile(source, options, io);
  reportDiagnostics(diagnostics, io);
  if (options.json) return { ...published, manifest };
  const { length } = manifest.chunks;
  const { formatPublished } = await import('@topicmill/pipeline/runner');
  return `${counted(length, 'chunk')} (${manifest.strategy}): ${formatPublished(published, options.dryRun === true)}`;
}

async function runRecords(
  source: string,
  options: RecordOptions & Pick<BookPrintOptions, 'json'>,
  io: CommandIo,
): Promise<SplitResult> {
  const { chunks, dropped, published, diagnostics } = await (await import('./write-records.js')).writeRecords(
    source,
    options,
    io,
  );
  reportDiagnostics(diagnostics, io);
  if (options.json) return { ...published, dropped, chunks };
  const { formatPublished } = await import('@topicmill/pipeline/runner');
  const left = dropped.length === 0 ? '' : `, ${dropped.length} left out`;
  return `${counted(chunks.length, 'chunk')}${left} (structural): ${formatPublished(published, options.dryRun === true)}`;
}

function contentTypeArgument(value: string): string {
  if (!/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(value)) {
    throw new InvalidArgumentError('It must be letters and digits, joined by hyphens.');
  }
  return value;
}
