import { areSizes, declareStrategy, defaultsOf, tokenCounterOption } from '../strategies/strategy.js';
import { BREADCRUMB_MODES, type StructuralOptions } from './options.js';

const DEFAULT_SIZES = { minTokens: 64, targetTokens: 400, maxTokens: 512 };
/** A chunk has room for two of the smallest size even when breadcrumb takes half of the maximum. */
const MIN_MAX_TO_MIN_RATIO = 4;
const MIN_MAX_TOKENS = 32;

/** The strategy `structural`; its key is `structural-64-400-512-2s`. */
export const structural = declareStrategy<StructuralOptions>()({
  name: 'structural',
  version: 11,
  help: 'records of a size for embedding models, cut between blocks, in long sections where the subject changes',
  options: {
    minTokens: {
      kind: 'number',
      default: DEFAULT_SIZES.minTokens,
      least: 0,
      help: 'minimum size of a chunk, in tokens; less with a maximum under 512',
    },
    targetTokens: {
      kind: 'number',
      default: DEFAULT_SIZES.targetTokens,
      least: 1,
      help: 'size that chunks aim at, in tokens; less with a maximum under 512',
      slider: { label: 'Target', least: 64, most: 1500 },
    },
    maxTokens: {
      kind: 'number',
      default: DEFAULT_SIZES.maxTokens,
      least: MIN_MAX_TOKENS,
      help: 'maximum size of what is embedded, overlap and breadcrumb included, in tokens',
      slider: { label: 'Maximum', least: 64, most: 2000 },
    },
    overlapSentences: {
      kind: 'number',
      default: 2,
      least: 0,
      help: 'sentences that a record repeats from the one before',
      keySuffix: 's',
    },
    breadcrumbMode: {
      kind: 'choice',
      values: BREADCRUMB_MODES,
      default: 'conditional',
      help: 'when what is embedded starts with the headings above it',
    },
    tokenCounter: tokenCounterOption('cl100k_base'),
  },
  defaultsFor: ({ maxTokens = DEFAULT_SIZES.maxTokens }) => {
    const share = Math.min(1, Number(maxTokens) / DEFAULT_SIZES.maxTokens);
    return {
      minTokens: Math.floor(DEFAULT_SIZES.minTokens * share),
      targetTokens: Math.round(DEFAULT_SIZES.targetTokens * share),
    };
  },
  faultIn({ minTokens, targetTokens, maxTokens, overlapSentences }) {
    const areOrdered = minTokens <= targetTokens && targetTokens <= maxTokens;
    const hasRoom = maxTokens >= MIN_MAX_TOKENS && maxTokens >= MIN_MAX_TO_MIN_RATIO * minTokens;
    if (areSizes([minTokens, targetTokens, maxTokens, overlapSentences]) && areOrdered && hasRoom) return undefined;
    return {
      option: 'maxTokens',
      message: `Chunks of ${minTokens} to ${maxTokens} tokens, ${targetTokens} aimed at, with ${overlapSentences} sentences of overlap are not possible`,
      remedy: `Give whole numbers, the maximum at least ${MIN_MAX_TOKENS} and ${MIN_MAX_TO_MIN_RATIO} times the minimum, the target between the two.`,
    };
  },
  chunk: async (document, options) => (await import('./chunk-files.js')).chunkFiles(document, options),
  explain: async (document, options) =>
    (await import('../explain/explain-structural.js')).explainStructural(document, options),
});

export const DEFAULT_STRUCTURAL_OPTIONS = defaultsOf(structural);
