import { checkedOptions, checkSourceDocument } from '../check-options.js';
import type { ChunkingStrategy } from '../chunk.js';
import { type GivenOptions, strategyKey } from '../strategies/strategy.js';
import { chunkSemantically } from './chunk-semantically.js';
import type { SemanticOptions } from './options.js';
import { semantic } from './semantic.js';

/**
 * The strategy `semantic`: whole sections of 250 to 750 tokens, cut at headings, never inside a fenced block.
 * Its key is `semantic-250-750`; the name of a counter other than `words` and a tail other than `merge` are added. With
 * sections apart, which have no minimum, it is `semantic-sections-750`.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option, sizes that no chunk can have, or an incomplete document
 */
export function semanticStrategy(given: GivenOptions<SemanticOptions>): ChunkingStrategy {
  const options = checkedOptions(semantic, given, 'semanticStrategy');
  return {
    name: 'semantic',
    getCacheKey: () => strategyKey(semantic, { ...options }),
    chunk: (document) => {
      checkSourceDocument(document, 'semanticStrategy.chunk');
      return chunkSemantically(document, options);
    },
  };
}
