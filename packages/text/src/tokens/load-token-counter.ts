import { TopicmillError } from '@topicmill/base/diagnostics';
import { wordsCounter } from './count-words.js';
import { loadCl100kBase, once } from './load-cl100k-base.js';
import type { TokenCounter, TokenLocator } from './token-counter.js';
import { wordpieceEstimateCounter } from './wordpiece-estimate.js';

const LOADERS = {
  cl100k_base: loadCl100kBase,
  o200k_base: once(loadO200k),
  wordpiece: once(async () => (await import('./wordpiece-counter.js')).wordpieceCounter()),
  'wordpiece-estimate': async () => wordpieceEstimateCounter,
  words: async () => wordsCounter,
} as const;

/** Names that `loadTokenCounter` knows, sorted. */
export const TOKEN_COUNTER_NAMES = Object.keys(LOADERS).sort() as readonly TokenCounterName[];

export type TokenCounterName = keyof typeof LOADERS;

/**
 * The counter of that name: `words` is floor(words × 1.3), `wordpiece` counts the pieces of BERT's uncased vocabulary and
 * `wordpiece-estimate` estimates them, the others give the counts of tiktoken 1.0.22. An encoding is loaded on first use, then kept.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown name
 */
export async function loadTokenCounter(name: string): Promise<TokenCounter> {
  if (!isTokenCounterName(name)) {
    throw new TopicmillError('INVALID_OPTION', `There is no token counter "${name}".`, {
      remedy: `Use one of ${TOKEN_COUNTER_NAMES.join(', ')}.`,
    });
  }
  return LOADERS[name]();
}

/** The counter of an encoding, which also finds where its tokens are; loaded on first use, then kept. */
export function loadTokenLocator(name: 'cl100k_base' | 'o200k_base'): Promise<TokenLocator> {
  return LOADERS[name]();
}

function isTokenCounterName(name: string): name is TokenCounterName {
  return Object.hasOwn(LOADERS, name);
}

async function loadO200k(): Promise<TokenLocator> {
  const [{ default: tokens }, { bytePairCounter }, { o200kPreTokenEnd }] = await Promise.all([
    import('gpt-tokenizer/bpeRanks/o200k_base'),
    import('./byte-pair-counter.js'),
    import('./pre-token.js'),
  ]);
  return bytePairCounter('o200k_base', tokens, o200kPreTokenEnd);
}
