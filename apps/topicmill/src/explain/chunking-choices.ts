import { basename, dirname } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import {
  DEFAULT_BOOK_TOKEN_COUNTER,
  DEFAULT_STRUCTURAL_OPTIONS,
  DEFAULT_TWO_TIER_OPTIONS,
  docNameOf,
  firstTitle,
  type SourceDocument,
  STRUCTURAL_TOKEN_COUNTER,
  type StrategyChoice,
} from '@topicmill/chunking';
import { readNearestConfig } from '@topicmill/pipeline/workspace';
import { readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';

export const STRATEGIES = ['semantic', 'structural', 'two-tier'] as const;

/** A document with its title: front matter, first H1, file name. */
export function titledDocument(text: string, file: string): SourceDocument {
  const { values } = readFrontMatter(text, file);
  const named = typeof values['title'] === 'string' ? values['title'].trim() : '';
  return { text, file, fileTitle: named || firstTitle(text) || docNameOf(basename(file)) };
}

/**
 * A strategy as the commands and the build use it: `semantic` by the nearest configuration, the others by their
 * defaults.
 *
 * @param sourcePath absolute path of the document
 * @param tokenCounter name of a counter, instead of the strategy's own
 * @throws TopicmillError for a configuration that cannot be read
 */
export async function strategyChoice(
  strategy: (typeof STRATEGIES)[number],
  sourcePath: string,
  tokenCounter: string | undefined,
  { env }: CommandIo,
): Promise<StrategyChoice> {
  const counter = (name: string) => loadTokenCounter(tokenCounter ?? name);
  if (strategy === 'structural') {
    return {
      strategy,
      options: { ...DEFAULT_STRUCTURAL_OPTIONS, tokenCounter: await counter(STRUCTURAL_TOKEN_COUNTER) },
    };
  }
  if (strategy === 'two-tier') {
    return {
      strategy,
      options: { ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter: await counter(DEFAULT_BOOK_TOKEN_COUNTER) },
    };
  }
  const {
    minTokens,
    maxTokens,
    tail,
    tokenCounter: configured,
  } = readNearestConfig(dirname(sourcePath), { env }).chunking;
  return { strategy, options: { minTokens, maxTokens, tail, tokenCounter: await counter(configured) } };
}
