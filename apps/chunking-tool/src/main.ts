import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  processIo,
  reportDiagnostics,
  runProgram,
  wholeNumber,
} from '@topicmill/base/cli';
import { diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { STRATEGY_NAMES } from '@topicmill/chunking/strategy-versions';
import { sourceFiles } from '@topicmill/pipeline/records';
import { formatPublished } from '@topicmill/pipeline/runner';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { DIALECT_NAMES } from '@topicmill/text/markdown';
import { TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addBookOptions, refuseForeignOptions } from './book-options.js';
import type { BookOptions } from './chunk-book.js';
import { type ChunkingToolOptions, chunkFile } from './chunk-file.js';
import { addMigrate } from './migrate-command.js';
import { type BookPrintOptions, printBook } from './print-book.js';
import { type RecordOptions, writeRecords } from './write-records.js';

const PROGRAM = {
  name: 'chunking-tool',
  version: PIPELINE_VERSION,
  description: 'Splits markdown documents into chunk files, records for databases, or sections and snippets.',
  examples: [
    ['chunking-tool docs/cli/native-aot/golden-reference.md', 'write _chunks/ next to the source'],
    ['chunking-tool guide.md --out chunks/', 'write to another folder'],
    ['chunking-tool guide.md --dry-run --json', 'print what would be written, for machines'],
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
    const { strategy } = resolveSplit(options);
    refuseForeignOptions({ ...options, strategy });
    const paths = sourceFiles(sources, io.cwd);
    refuseSharedTitle(paths, options);
    exitCode = await splitEach(paths, options, io, async (source) => {
      if (strategy === 'two-tier') return printBook(source, options, io);
      if (strategy === 'structural') return runRecords(source, options, io);
      return runFiles(source, options, io);
    });
  });
  addBookOptions(program);
  addMigrate(program, io, (code) => {
    exitCode = code;
  });
  return runProgram(program, args, io, () => exitCode);
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
        'how the document is split (default: as --format needs it, else semantic)',
      ).choices(STRATEGY_NAMES),
    )
    .addOption(
      new Option(
        '--format <name>',
        'what is written: semantic gives files, structural records or jsonl, two-tier jsonl',
      ).choices(['files', 'records', 'jsonl']),
    );
  addSizeOptions(program)
    .addOption(
      new Option(
        '--dialect <name>',
        'markdown dialect (default: that of the docs root that contains the document; .mdx files are always MDX)',
      ).choices(DIALECT_NAMES),
    )
    .addOption(new Option('--token-counter <name>', 'how sizes are counted').choices(TOKEN_COUNTER_NAMES))
    .addOption(
      new Option('--tail <mode>', 'what happens to a last chunk under the minimum').choices(['merge', 'keep', 'drop']),
    )
    .option('--title <text>', 'records, books: title of the document (default: front matter, first H1, file name)');
  return addRecordOptions(program)
    .option('--dry-run', 'print what would be written; write nothing')
    .option('--json', 'print the manifest and the changes as JSON')
    .option('--quiet', 'print findings only');
}

function addSizeOptions(program: Command): Command {
  return program
    .option(
      '--min-tokens <number>',
      'files: from this size on, a chunk ends at the next heading; records: minimum size',
      wholeNumber(0),
    )
    .option('--target-tokens <number>', 'records: target size (default: 400)', wholeNumber(0))
    .option(
      '--max-tokens <number>',
      'maximum size of a chunk (files: unless a single line or code block is larger)',
      wholeNumber(0),
    );
}

function addRecordOptions(program: Command): Command {
  return program
    .option('--content-type <type>', 'records: first part of every id (default: doc)', contentTypeArgument)
    .option(
      '--overlap-sentences <number>',
      'records: sentences repeated from the chunk before (default: 2)',
      wholeNumber(0),
    )
    .addOption(
      new Option('--breadcrumb-mode <mode>', 'records: when embedText starts with the headings above').choices([
        'conditional',
        'always',
        'none',
      ]),
    )
    .option('--strict', 'records: fail on an invalid chunk instead of leaving it out')
    .option('--stamp', 'records: add when they were made, and how long it took');
}

/** What each strategy writes, the default first. */
const FORMATS = { semantic: ['files'], structural: ['records', 'jsonl'], 'two-tier': ['jsonl'] } as const;

type Strategy = keyof typeof FORMATS;
type Format = (typeof FORMATS)[Strategy][number];

interface SharedOptions extends BookPrintOptions {
  readonly strategy?: Strategy;
  readonly format?: Format;
}

type SplitOptions = ChunkingToolOptions & RecordOptions & BookOptions & SharedOptions;

/** What `--format` alone chooses. */
const STRATEGY_OF: Readonly<Record<Format, Strategy>> = { files: 'semantic', records: 'structural', jsonl: 'two-tier' };

/**
 * Strategy and format, each of which implies the other.
 *
 * @throws TopicmillError `INVALID_OPTION` for two that do not go together
 */
function resolveSplit({ strategy, format }: SharedOptions): { strategy: Strategy; format: Format } {
  const fitting = format === undefined ? 'semantic' : STRATEGY_OF[format];
  const chosen = strategy ?? fitting;
  const formats: readonly Format[] = FORMATS[chosen];
  if (format === undefined || formats.includes(format)) return { strategy: chosen, format: format ?? formats[0]! };
  throw new TopicmillError('INVALID_OPTION', `The strategy ${chosen} has no format "${format}".`, {
    remedy: `Leave one of the two out, or use --strategy ${fitting} with --format ${format}.`,
  });
}

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
  { json, quiet }: SharedOptions,
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
  const { manifest, published, diagnostics } = await chunkFile(source, options, io);
  reportDiagnostics(diagnostics, io);
  if (options.json) return { ...published, manifest };
  const { length } = manifest.chunks;
  return `${counted(length, 'chunk')} (${manifest.strategy}): ${formatPublished(published, options.dryRun === true)}`;
}

async function runRecords(
  source: string,
  options: RecordOptions & Pick<SharedOptions, 'json'>,
  io: CommandIo,
): Promise<SplitResult> {
  const { chunks, dropped, published, diagnostics } = await writeRecords(source, options, io);
  reportDiagnostics(diagnostics, io);
  if (options.json) return { ...published, dropped, chunks };
  const left = dropped.length === 0 ? '' : `, ${dropped.length} left out`;
  return `${counted(chunks.length, 'chunk')}${left} (structural): ${formatPublished(published, options.dryRun === true)}`;
}

function contentTypeArgument(value: string): string {
  if (!/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(value)) {
    throw new InvalidArgumentError('It must be letters and digits, joined by hyphens.');
  }
  return value;
}
