import { areSizes, declareStrategy, defaultsOf, tokenCounterOption } from '../strategies/strategy.js';
import type { TwoTierOptions } from './options.js';

/** What a text needs at least in addition to the overlap: a limit below it could not contain a single character of every script. */
const MIN_CAPACITY = 16;

/** The strategy `two-tier`; its key is `two-tier-1700-420-120-80`. */
export const twoTier = declareStrategy<TwoTierOptions>()({
  name: 'two-tier',
  version: 8,
  help: 'sections of a book by heading and size, each with the snippets it consists of',
  options: {
    sectionTokens: {
      kind: 'number',
      default: 1700,
      least: MIN_CAPACITY,
      help: 'maximum size of a section, in tokens',
      slider: { label: 'Section', least: 150, most: 4000 },
    },
    snippetTokens: {
      kind: 'number',
      default: 420,
      least: MIN_CAPACITY,
      help: 'maximum size of a snippet, in tokens',
      slider: { label: 'Snippet', least: 100, most: 1500 },
    },
    sectionOverlap: {
      kind: 'number',
      default: 120,
      least: 0,
      help: 'tokens that a section repeats from the one before',
    },
    snippetOverlap: {
      kind: 'number',
      default: 80,
      least: 0,
      help: 'tokens that a snippet repeats from the one before',
    },
    headings: {
      kind: 'choice',
      values: ['auto', 'markdown', 'plain'],
      default: 'auto',
      help: 'how headings are found; auto takes a text with three marked headings for markdown',
    },
    boilerplate: {
      kind: 'choice',
      values: ['auto', 'drop', 'keep'],
      default: 'auto',
      help: 'what happens to page numbers, running heads, contents and index in records; auto drops them from plain text',
      keyWords: { drop: 'cleaned', keep: 'boilerplate' },
      switches: {
        keep: {
          flag: '--keep-boilerplate',
          help: 'keep page numbers, running heads, contents and index in plain text too',
        },
        drop: { flag: '--drop-boilerplate', help: 'leave them out of markdown too' },
      },
    },
    tokenCounter: tokenCounterOption('wordpiece'),
  },
  functions: ['concepts'],
  faultIn({ sectionTokens, sectionOverlap, snippetTokens, snippetOverlap }) {
    const tiers = [
      ['sectionTokens', sectionTokens, sectionOverlap],
      ['snippetTokens', snippetTokens, snippetOverlap],
    ] as const;
    const wrong = tiers.find(([, size, overlap]) => !areSizes([size, overlap]) || size - overlap < MIN_CAPACITY);
    if (wrong === undefined) return undefined;
    const [option, size, overlap] = wrong;
    return {
      option,
      message: `Chunks of ${size} tokens with an overlap of ${overlap} are not possible`,
      remedy: `Give whole numbers, the limit at least ${MIN_CAPACITY} above the overlap.`,
    };
  },
  chunk: async (document, options) => (await import('./section-chunks.js')).chunkSections(document, options),
  explain: async (document, options) =>
    (await import('../explain/explain-two-tier.js')).explainTwoTier(document, options),
});

export const DEFAULT_TWO_TIER_OPTIONS = defaultsOf(twoTier);
