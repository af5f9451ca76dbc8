import { basename, resolve } from 'node:path';
import {
  addStrategyOptions,
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  refuseForeignOptions,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { readDocument, relativePath, writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import {
  type ChunkingExplanation,
  explainChunks,
  type SourceDocument,
  STRATEGIES,
  STRATEGY_NAMES,
  type StrategyName,
  sharedStarts,
  strategyHelp,
  strategyNamed,
} from '@topicmill/chunking';
import { explainPage } from '@topicmill/chunking/explain-page';
import { documentDialect, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { DIALECT_NAMES, type DialectName } from '@topicmill/text/markdown';
import { Option } from 'commander';
import { configuredStrategy, strategyChoice, titledDocument } from '../explain/chunking-choices.js';
import { formatExplanation } from '../explain/format-explanation.js';

interface ExplainOptions extends Readonly<Record<string, unknown>> {
  readonly strategy?: StrategyName;
  readonly against?: StrategyName;
  readonly html?: string;
  readonly json?: true;
  readonly dialect?: DialectName;
}

/** Runs `topicmill explain`; see `--help`. Returns the exit code. */
export function explain(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill explain',
      version: PIPELINE_VERSION,
      description: 'Shows where and why each chunk of a document begins and ends, by the rules of a strategy.',
      examples: [
        ['topicmill explain docs/cli/native-aot/golden-reference.md', 'a line for each chunk, with rule and sizes'],
        ['topicmill explain guide.md --strategy structural --against semantic', 'two strategies, one after the other'],
        ['topicmill explain guide.md --strategy structural --html guide.html', 'the chunks in colour in the text'],
        ['topicmill explain guide.md --strategy structural --max-tokens 256', 'with a different size'],
        ['topicmill explain book.md --strategy two-tier --json', 'for machines'],
      ],
    },
    io,
  )
    .argument('<source>', 'markdown document, or a book')
    .addOption(
      new Option('--strategy <name>', `how the document is split (default: as it is built). ${strategyHelp()}`).choices(
        STRATEGY_NAMES,
      ),
    )
    .addOption(
      new Option(
        '--dialect <name>',
        'markdown dialect (default: that of the docs root that contains the document; .mdx files are always MDX)',
      ).choices(DIALECT_NAMES),
    )
    .addOption(new Option('--against <name>', 'a second strategy to compare with').choices(STRATEGY_NAMES))
    .option('--html <file>', 'write a page that shows the chunks in colour in the text')
    .option('--json', 'print the explanation as JSON');
  addStrategyOptions(program, STRATEGIES);
  program.action((source: string, options: ExplainOptions) => runExplain(source, options, io));
  return runProgram(program, args, io, () => 0);
}

async function runExplain(source: string, options: ExplainOptions, io: CommandIo): Promise<void> {
  const sourcePath = resolve(io.cwd, source);
  const document = titledDocument(
    readDocument(sourcePath, source).text,
    source,
    documentDialect(sourcePath, options.dialect, { env: io.env }),
  );
  const first = options.strategy ?? (configuredStrategy(sourcePath, io).strategy as StrategyName);
  const strategies = [first, ...(options.against === undefined ? [] : [options.against])];
  refuseForeignOptions(options, strategies.map(strategyNamed), STRATEGIES);
  const explanations: ChunkingExplanation[] = [];
  for (const strategy of strategies) {
    const choice = await strategyChoice(strategy, sourcePath, options, io);
    explanations.push(await explainChunks(document, choice));
  }
  for (const { diagnostics } of explanations) reportDiagnostics(diagnostics, io);
  if (options.html !== undefined) writePage(options.html, document, explanations, io);
  if (options.json) io.stdout.write(indentedJson({ source, explanations }));
  else if (options.html === undefined) printExplanations(source, document, explanations, io);
}

function writePage(
  html: string,
  document: SourceDocument,
  [first, second]: readonly ChunkingExplanation[],
  io: CommandIo,
): void {
  const path = resolve(io.cwd, html);
  const page = explainPage(
    { text: document.text, name: basename(document.file), title: document.fileTitle },
    first!,
    second,
  );
  writeFileIfChanged(path, page, html);
  io.stderr.write(`wrote ${relativePath(io.cwd, path)}\n`);
}

function printExplanations(
  source: string,
  { text }: SourceDocument,
  explanations: readonly ChunkingExplanation[],
  io: CommandIo,
): void {
  const [first, second] = explanations;
  io.stdout.write(explanations.map((explanation) => formatExplanation(source, explanation)).join('\n'));
  if (second === undefined) return;
  const { sharedCount, counts } = sharedStarts(text, first!, second);
  io.stdout.write(
    `\n${counted(sharedCount, 'chunk begins', 'chunks begin')} at the same place in both, of ${counts[0]} and ${counts[1]}.\n`,
  );
}
