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
import { TopicmillError } from '@topicmill/base/diagnostics';
import { formatPublished } from '@topicmill/pipeline/runner';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import { InvalidArgumentError, Option } from 'commander';
import { addBookOptions, refuseForeignOptions } from './book-options.js';
import type { BookOptions } from './chunk-book.js';
import { type ChunkingToolOptions, chunkFile } from './chunk-file.js';
import { addMigrate } from './migrate-command.js';
import { type BookPrintOptions, printBook } from './print-book.js';
import { type RecordOptions, writeRecords } from './write-records.js';

/** Runs `chunking-tool`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'chunking-tool',
      version: PIPELINE_VERSION,
      description: 'Splits a markdown document into chunk files and a manifest that says where each comes from.',
      examples: [
        ['chunking-tool docs/cli/native-aot/golden-reference.md', 'write _chunks/ beside the source'],
        ['chunking-tool guide.md --out chunks/', 'write to another folder'],
        ['chunking-tool guide.md --dry-run --json', 'print what would be written, for machines'],
        ['chunking-tool guide.md --token-counter cl100k_base --max-tokens 512', 'with real tokens and another limit'],
        ['chunking-tool guide.md --strategy structural --format records --out chunks/', 'one JSON record a chunk'],
        ['chunking-tool migrate old-chunks/ --out chunks/', 'turn records of older formats into the present one'],
        ['chunking-tool book.md --strategy two-tier --out book-chunks/', 'sections and snippets of a book'],
        ['chunking-tool book.txt --strategy two-tier --report', 'and list the lines left out'],
      ],
    },
    io,
  )
    .argument('<source>', 'markdown document')
    .option(
      '--out <folder>',
      'folder to write to (default, beside the source: _chunks/, records chunks/, books <name>-chunks/)',
    )
    .addOption(
      new Option(
        '--strategy <name>',
        'how the document is split (default: as --format needs it, else semantic)',
      ).choices(['semantic', 'structural', 'two-tier']),
    )
    .addOption(
      new Option(
        '--format <name>',
        'what is written: semantic gives files, structural records, two-tier jsonl',
      ).choices(['files', 'records', 'jsonl']),
    )
    .option(
      '--min-tokens <number>',
      'files: a chunk ends at a heading from this size on; records: least size',
      wholeNumber(0),
    )
    .option('--target-tokens <number>', 'records: size to aim at (default: 400)', wholeNumber(0))
    .option(
      '--max-tokens <number>',
      'no chunk grows past this size (files: unless a line or code block does)',
      wholeNumber(0),
    )
    .addOption(new Option('--token-counter <name>', 'how sizes are counted').choices(TOKEN_COUNTER_NAMES))
    .addOption(
      new Option('--tail <mode>', 'what becomes of a last chunk under the minimum').choices(['merge', 'keep', 'drop']),
    )
    .option('--title <text>', 'records, books: title of the document (default: front matter, first H1, file name)')
    .option('--content-type <type>', 'records: first part of every id (default: doc)', contentType)
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
    .option('--strict', 'records: fail on a chunk that is not fit instead of leaving it out')
    .option('--stamp', 'records: say when they were made, and how long it took')
    .option('--dry-run', 'say what would be written, and write nothing')
    .option('--json', 'print the manifest and the changes as JSON')
    .option('--quiet', 'print findings only')
    .action(async (source: string, options: ChunkingToolOptions & RecordOptions & BookOptions & SharedOptions) => {
      const { strategy, format } = resolveSplit(options);
      refuseForeignOptions({ ...options, strategy });
      if (format === 'jsonl') await printBook(source, options, io);
      else if (format === 'records') await runRecords(source, options, io);
      else await runFiles(source, options, io);
    });
  addBookOptions(program);
  let exitCode: ExitCode = 0;
  addMigrate(program, io, (code) => {
    exitCode = code;
  });
  return runProgram(program, args, io, () => exitCode);
}

/** What each strategy writes. */
const FORMATS = { semantic: 'files', structural: 'records', 'two-tier': 'jsonl' } as const;

type Strategy = keyof typeof FORMATS;
type Format = (typeof FORMATS)[Strategy];

interface SharedOptions extends BookPrintOptions {
  readonly strategy?: Strategy;
  readonly format?: Format;
}

/**
 * Strategy and format, each of which names the other.
 *
 * @throws TopicmillError `INVALID_OPTION` when both are given and do not go together
 */
function resolveSplit({ strategy, format }: SharedOptions): { strategy: Strategy; format: Format } {
  const fitting = (Object.keys(FORMATS) as Strategy[]).find((name) => FORMATS[name] === format) ?? 'semantic';
  const chosen = strategy ?? fitting;
  if (format === undefined || format === FORMATS[chosen]) return { strategy: chosen, format: FORMATS[chosen] };
  throw new TopicmillError('INVALID_OPTION', `The strategy ${chosen} has no format "${format}".`, {
    remedy: `Leave one of the two out, or use --strategy ${fitting} with --format ${format}.`,
  });
}

async function runFiles(source: string, options: ChunkingToolOptions & SharedOptions, io: CommandIo): Promise<void> {
  const { manifest, published, diagnostics } = await chunkFile(source, options, io);
  reportDiagnostics(diagnostics, io);
  if (options.json) io.stdout.write(`${JSON.stringify({ ...published, manifest }, null, 2)}\n`);
  else if (!options.quiet) {
    io.stdout.write(
      `${counted(manifest.chunks.length, 'chunk')} (${manifest.strategy}): ${formatPublished(published, options.dryRun === true)}\n`,
    );
  }
}

async function runRecords(source: string, options: RecordOptions & SharedOptions, io: CommandIo): Promise<void> {
  const { chunks, dropped, published, diagnostics } = await writeRecords(source, options, io);
  reportDiagnostics(diagnostics, io);
  if (options.json) io.stdout.write(`${JSON.stringify({ ...published, dropped, chunks }, null, 2)}\n`);
  else if (!options.quiet) {
    const left = dropped.length === 0 ? '' : `, ${dropped.length} left out`;
    io.stdout.write(
      `${counted(chunks.length, 'chunk')}${left} (structural): ${formatPublished(published, options.dryRun === true)}\n`,
    );
  }
}

function contentType(value: string): string {
  if (!/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(value)) {
    throw new InvalidArgumentError('It must be letters and digits, joined by hyphens.');
  }
  return value;
}
