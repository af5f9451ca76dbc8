import { basename, dirname, resolve } from 'node:path';
import {
  addStrategyOptions,
  type CommandIo,
  counted,
  givenOptions,
  refuseForeignOptions,
  reportDiagnostics,
  type Screen,
  screenOf,
} from '@topicmill/base/cli';
import { readDocument, relativePath, slashPath, writeFileIfChanged } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import type { ChosenStrategy } from '@topicmill/base/options';
import {
  type ChunkingExplanation,
  docNameOf,
  type ExplainedChunk,
  explainChunks,
  firstTitle,
  type SourceDocument,
  STRATEGIES,
  STRATEGY_NAMES,
  type StrategyChoice,
  type StrategyName,
  sharedStarts,
  strategyHelp,
  strategyNamed,
  withDefaults,
} from '@topicmill/chunking';
import { explainPage } from '@topicmill/chunking/explain-page';
import { chosenStrategy, documentDialect, findWorkspaceRoot, readNearestConfig } from '@topicmill/pipeline/workspace';
import {
  DIALECT_NAMES,
  type Dialect,
  type DialectName,
  joinBreadcrumb,
  readFrontMatter,
} from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { Option } from 'commander';
import { topicmillCommand } from '../report/report-command.js';

interface ExplainOptions extends Readonly<Record<string, unknown>> {
  readonly strategy?: StrategyName;
  readonly against?: StrategyName;
  readonly html?: string;
  readonly json?: true;
  readonly dialect?: DialectName;
}

/** Runs `topicmill explain`; see `--help`. */
export const explain = topicmillCommand(
  {
    name: 'topicmill explain',
    description: 'Shows where and why each chunk of a document begins and ends, by the rules of a strategy.',
    examples: [
      ['topicmill explain docs/cli/native-aot/golden-reference.md', 'a line for each chunk, with rule and sizes'],
      ['topicmill explain guide.md --strategy structural --against semantic', 'two strategies, one after the other'],
      ['topicmill explain guide.md --strategy structural --html guide.html', 'the chunks in colour in the text'],
      ['topicmill explain guide.md --strategy structural --max-tokens 256', 'with a different size'],
      ['topicmill explain book.md --strategy two-tier --json', 'for machines'],
    ],
  },
  (program) => {
    program
      .argument('<source>', 'markdown document, or a book')
      .addOption(
        new Option(
          '--strategy <name>',
          `how the document is split (default: as it is built). ${strategyHelp()}`,
        ).choices(STRATEGY_NAMES),
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
    return program;
  },
  (io) => (source: string, options: ExplainOptions) => runExplain(source, options, io),
);

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
  const screen = screenOf(io);
  io.stdout.write(explanations.map((explanation) => formatExplanation(source, explanation, screen)).join('\n'));
  if (second === undefined) return;
  const { sharedCount, counts } = sharedStarts(text, first!, second);
  io.stdout.write(
    `\n${counted(sharedCount, 'chunk begins', 'chunks begin')} at the same place in both, of ${counts[0]} and ${counts[1]}.\n`,
  );
}

/** A document with its title: front matter, first H1, file name. */
function titledDocument(text: string, file: string, dialect: Dialect | undefined): SourceDocument {
  const { values } = readFrontMatter(text, file);
  const named = typeof values['title'] === 'string' ? values['title'].trim() : '';
  return { text, file, fileTitle: named || firstTitle(text, dialect) || docNameOf(basename(file)), dialect };
}

/**
 * The strategy that a build would have for a document, by the nearest configuration.
 *
 * @param sourcePath absolute path of the document
 * @param name of a strategy to take in place of the configured one; if that is another one, its options have their defaults
 */
function configuredStrategy(sourcePath: string, { env }: CommandIo, name?: StrategyName): ChosenStrategy {
  const directory = dirname(sourcePath);
  const root = findWorkspaceRoot(directory) ?? directory;
  const path = slashPath(relativePath(root, sourcePath));
  const { chunking, sources } = readNearestConfig(directory, { env });
  const configured = chosenStrategy({ chunking, sources }, path);
  if (name === undefined || configured.strategy === name) return configured;
  return chosenStrategy({ chunking: { strategy: name, options: {}, byPath: [], exclude: [] }, sources }, path);
}

/**
 * A strategy with the options that the nearest configuration has for the document, if that names the strategy, else with
 * its defaults; what the command line gives takes precedence.
 *
 * @param sourcePath absolute path of the document
 * @throws TopicmillError for a configuration that cannot be read, `INVALID_OPTION` for an unknown strategy
 */
async function strategyChoice(
  name: StrategyName,
  sourcePath: string,
  flags: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<StrategyChoice> {
  const strategy = strategyNamed(name);
  const given = { ...configuredStrategy(sourcePath, io, name).options, ...givenOptions(strategy, flags) };
  const options = withDefaults(strategy, given);
  return {
    strategy: name,
    options: { ...options, tokenCounter: await loadTokenCounter(String(options['tokenCounter'])) },
  };
}

/** A line for what was made, then one for each chunk with its place and size, and below it the rule and its reason. */
function formatExplanation(source: string, explanation: ChunkingExplanation, screen: Screen): string {
  const { strategyKey, tokenCounter, limits, chunks, leftOut } = explanation;
  const sizes = limits.map(({ name, tokenCount }) => `${name} ${tokenCount}`).join(', ');
  const left = leftOut.length === 0 ? '' : `; ${counted(leftOut.length, 'range')} left out`;
  return [
    screen.wrap(
      `${screen.colours.bold(source)}: ${formatCounts(chunks)} (${strategyKey}), sizes in tokens by ${tokenCounter}: ${sizes}${left}`,
      '  ',
    ),
    ...chunks.flatMap((chunk) => formatChunk(chunk, screen)),
    '',
  ].join('\n');
}

function formatCounts(chunks: readonly ExplainedChunk[]): string {
  const tiers = [...new Set(chunks.map(({ tier }) => tier))];
  return (
    tiers.map((tier) => counted(chunks.filter((chunk) => chunk.tier === tier).length, tier)).join(', ') || 'no chunks'
  );
}

function formatChunk(chunk: ExplainedChunk, { colours, wrap }: Screen): string[] {
  const { tier, index, startLine, endLine, tokenCount, maxTokens, sizes, headingPath, start, end, flags } = chunk;
  const indent = tier === 'snippet' ? '  ' : '';
  const parts = sizes.length < 2 ? '' : ` (${sizes.map((size) => `${size.part} ${size.tokenCount}`).join(' + ')})`;
  const lines = [
    `${colours.bold(`${tier} ${index}`)}, lines ${startLine}–${endLine}, ${tokenCount} of ${maxTokens} tokens${parts}`,
    ...(headingPath.length === 0 ? [] : [`  ${colours.cyan(joinBreadcrumb(headingPath))}`]),
    `  ${colours.dim('begins:')} ${start.rule}. ${start.reason}`,
    ...(end.rule.endsWith('-end') || end.rule === 'tail-dropped'
      ? [`  ${colours.dim('ends:')} ${end.rule}. ${end.reason}`]
      : []),
    ...flags.map(({ name, meaning }) => `  ${name}: ${meaning}`),
  ];
  return ['', ...lines.map((line) => wrap(`${indent}${line}`, `${indent}    `))];
}
