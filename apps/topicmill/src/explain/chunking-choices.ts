import { basename, dirname } from 'node:path';
import { type CommandIo, wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  type BreadcrumbMode,
  DEFAULT_BOOK_TOKEN_COUNTER,
  DEFAULT_TWO_TIER_OPTIONS,
  docNameOf,
  firstTitle,
  type SemanticOptions,
  type SourceDocument,
  STRUCTURAL_TOKEN_COUNTER,
  type StrategyChoice,
  type TwoTierOptions,
} from '@topicmill/chunking';
import { STRATEGY_NAMES } from '@topicmill/chunking/strategy-versions';
import { readNearestConfig } from '@topicmill/pipeline/workspace';
import { type Dialect, readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import { type Command, Option } from 'commander';

export const STRATEGIES = STRATEGY_NAMES;

/** A document with its title: front matter, first H1, file name. */
export function titledDocument(text: string, file: string, dialect: Dialect | undefined): SourceDocument {
  const { values } = readFrontMatter(text, file);
  const named = typeof values['title'] === 'string' ? values['title'].trim() : '';
  return { text, file, fileTitle: named || firstTitle(text, dialect) || docNameOf(basename(file)), dialect };
}

/** Options that decide how a strategy cuts, as the command line names them. */
export interface ChunkingFlags {
  readonly tokenCounter?: string;
  readonly minTokens?: number;
  readonly targetTokens?: number;
  readonly maxTokens?: number;
  readonly overlapSentences?: number;
  readonly breadcrumbMode?: BreadcrumbMode;
  readonly tail?: SemanticOptions['tail'];
  readonly sectionTokens?: number;
  readonly sectionOverlap?: number;
  readonly snippetTokens?: number;
  readonly snippetOverlap?: number;
  readonly headings?: TwoTierOptions['headings'];
}

type StrategyName = (typeof STRATEGIES)[number];

const FLAGS_OF: Readonly<Record<StrategyName, readonly (keyof ChunkingFlags)[]>> = {
  semantic: ['tokenCounter', 'minTokens', 'maxTokens', 'tail'],
  structural: ['tokenCounter', 'minTokens', 'targetTokens', 'maxTokens', 'overlapSentences', 'breadcrumbMode'],
  'two-tier': ['tokenCounter', 'sectionTokens', 'sectionOverlap', 'snippetTokens', 'snippetOverlap', 'headings'],
};

/** Adds the options that decide how a document is cut. */
export function addChunkingFlags(program: Command): Command {
  const size = (flag: string, description: string) => program.option(`${flag} <number>`, description, wholeNumber(0));
  program.addOption(
    new Option('--token-counter <name>', 'how sizes are counted (default: as each strategy does)').choices(
      TOKEN_COUNTER_NAMES,
    ),
  );
  size('--min-tokens', 'semantic, structural: minimum size of a chunk');
  size('--target-tokens', 'structural: target size of a chunk');
  size('--max-tokens', 'semantic, structural: maximum size of a chunk');
  size('--overlap-sentences', 'structural: sentences repeated from the previous chunk');
  size('--section-tokens', 'two-tier: maximum size of a section');
  size('--section-overlap', 'two-tier: tokens repeated from the previous section');
  size('--snippet-tokens', 'two-tier: maximum size of a snippet');
  size('--snippet-overlap', 'two-tier: tokens repeated from the previous snippet');
  return program
    .addOption(
      new Option('--breadcrumb-mode <mode>', 'structural: when a chunk starts with its parent headings').choices([
        'conditional',
        'always',
        'none',
      ]),
    )
    .addOption(
      new Option('--tail <mode>', 'semantic: what happens to a last chunk below the minimum').choices([
        'merge',
        'keep',
        'drop',
      ]),
    )
    .addOption(
      new Option('--headings <source>', 'two-tier: how headings are found').choices(['auto', 'markdown', 'plain']),
    );
}

/**
 * A strategy as the commands and the build use it, `semantic` by the nearest configuration, the others by their
 * defaults; what the command line gives takes precedence.
 *
 * @param sourcePath absolute path of the document
 * @throws TopicmillError for a configuration that cannot be read, `INVALID_OPTION` for sizes that are not possible
 */
export async function strategyChoice(
  strategy: StrategyName,
  sourcePath: string,
  flags: ChunkingFlags,
  { env }: CommandIo,
): Promise<StrategyChoice> {
  const counter = (name: string) => loadTokenCounter(flags.tokenCounter ?? name);
  if (strategy === 'structural') {
    const { minTokens, targetTokens, maxTokens, overlapSentences, breadcrumbMode } = flags;
    const tokenCounter = await counter(STRUCTURAL_TOKEN_COUNTER);
    const options = { minTokens, targetTokens, maxTokens, overlapSentences, breadcrumbMode, tokenCounter };
    return { strategy, options };
  }
  if (strategy === 'two-tier') {
    const { sections, snippets } = DEFAULT_TWO_TIER_OPTIONS;
    return {
      strategy,
      options: {
        sections: {
          maxTokens: flags.sectionTokens ?? sections.maxTokens,
          overlapTokens: flags.sectionOverlap ?? sections.overlapTokens,
        },
        snippets: {
          maxTokens: flags.snippetTokens ?? snippets.maxTokens,
          overlapTokens: flags.snippetOverlap ?? snippets.overlapTokens,
        },
        headings: flags.headings,
        tokenCounter: await counter(DEFAULT_BOOK_TOKEN_COUNTER),
      },
    };
  }
  const {
    sources,
    chunking: { tokenCounter, ...configured },
  } = readNearestConfig(dirname(sourcePath), { env });
  const isJoined = sources === 'folders' || flags.minTokens !== undefined || flags.tail !== undefined;
  const options = {
    minTokens: flags.minTokens ?? configured.minTokens,
    maxTokens: flags.maxTokens ?? configured.maxTokens,
    tail: flags.tail ?? configured.tail,
    sections: isJoined ? ('joined' as const) : ('apart' as const),
    tokenCounter: await counter(tokenCounter),
  };
  return { strategy, options };
}

/** @throws TopicmillError `INVALID_OPTION` for an option that none of the strategies has */
export function refuseForeignFlags(flags: ChunkingFlags, strategies: readonly StrategyName[]): void {
  const all = new Set(Object.values(FLAGS_OF).flat());
  const foreign = [...all].find(
    (flag) => flags[flag] !== undefined && !strategies.some((strategy) => FLAGS_OF[strategy].includes(flag)),
  );
  if (foreign === undefined) return;
  const written = `--${foreign.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const having = STRATEGIES.filter((strategy) => FLAGS_OF[strategy].includes(foreign));
  throw new TopicmillError('INVALID_OPTION', `The strategy ${strategies.join(' and ')} has no option ${written}.`, {
    remedy: `Leave it out, or use --strategy ${having.join(' or ')}.`,
  });
}
