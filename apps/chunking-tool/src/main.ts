import { type CommandIo, createProgram, type ExitCode, processIo, reportDiagnostics, runProgram } from '@topicmill/cli';
import { formatPublished, PIPELINE_VERSION } from '@topicmill/pipeline';
import { InvalidArgumentError, Option } from 'commander';
import { type ChunkingToolOptions, chunkFile } from './chunk-file.js';

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
      ],
    },
    io,
  )
    .argument('<source>', 'markdown document')
    .option('--out <folder>', 'folder for chunk files and manifest (default: _chunks/ beside the source)')
    .option('--min-tokens <number>', 'a chunk ends at a heading of its depth from this size on', wholeNumber)
    .option('--max-tokens <number>', 'no chunk grows past this size unless a line or code block does', wholeNumber)
    .addOption(
      new Option('--token-counter <name>', 'how sizes are counted').choices(['words', 'cl100k_base', 'o200k_base']),
    )
    .addOption(
      new Option('--tail <mode>', 'what becomes of a last chunk under the minimum').choices(['merge', 'keep', 'drop']),
    )
    .option('--dry-run', 'say what would be written, and write nothing')
    .option('--json', 'print the manifest and the changes as JSON')
    .option('--quiet', 'print findings only')
    .action(async (source: string, options: ChunkingToolOptions & PrintOptions) => {
      const { manifest, published, diagnostics } = await chunkFile(source, options, io);
      reportDiagnostics(diagnostics, io);
      if (options.json) io.stdout.write(`${JSON.stringify({ ...published, manifest }, null, 2)}\n`);
      else if (!options.quiet) {
        io.stdout.write(
          `${manifest.chunks.length} chunks (${manifest.strategy}): ${formatPublished(published, options.dryRun === true)}\n`,
        );
      }
    });
  return runProgram(program, args, io, () => 0);
}

interface PrintOptions {
  readonly json?: true;
  readonly quiet?: true;
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
