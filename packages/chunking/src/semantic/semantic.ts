import { areSizes, declareStrategy, tokenCounterOption } from '../strategies/strategy.js';
import type { SemanticOptions } from './options.js';

/** The strategy `semantic`; its key is `semantic-250-750`, and with sections apart `semantic-sections-750`. */
export const semantic = declareStrategy<SemanticOptions>()({
  name: 'semantic',
  version: 9,
  help: 'sections by heading and size, never cut inside code',
  options: {
    minTokens: {
      kind: 'number',
      default: 250,
      least: 0,
      help: 'size from which a chunk ends at a heading of its own depth, in tokens; sections apart have no minimum',
      slider: { label: 'Minimum', least: 0, most: 1000 },
    },
    maxTokens: {
      kind: 'number',
      default: 750,
      least: 1,
      help: 'size that no chunk grows past unless a single line or fenced block does, in tokens',
      slider: { label: 'Maximum', least: 50, most: 2000 },
    },
    tail: {
      kind: 'choice',
      values: ['merge', 'keep', 'drop'],
      default: 'merge',
      help: 'what happens to a last chunk under the minimum',
    },
    sections: {
      kind: 'choice',
      values: ['joined', 'apart'],
      default: 'joined',
      pagesDefault: 'apart',
      help: 'whether small sections share a chunk, or every heading with a text begins one',
      ineffectiveOptions: { apart: ['minTokens', 'tail'] },
      keyWords: { apart: 'sections' },
    },
    tokenCounter: tokenCounterOption('words'),
  },
  faultIn({ minTokens, maxTokens }) {
    if (areSizes([minTokens, maxTokens]) && maxTokens > minTokens) return undefined;
    return {
      option: 'minTokens',
      message: `Chunk sizes from ${minTokens} to ${maxTokens} tokens are not possible`,
      remedy: 'Give whole numbers, the minimum 0 or more and the maximum above it.',
    };
  },
  chunk: async (document, options) => (await import('./chunk-semantically.js')).chunkSemantically(document, options),
  explain: async (document, options) =>
    (await import('../explain/explain-semantic.js')).explainSemantic(document, options),
});
