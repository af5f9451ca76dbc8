import { checkedOptions, checkSourceDocument } from '../check-options.js';
import type { ChunkingStrategy } from '../chunk.js';
import { type GivenOptions, strategyKey } from '../strategies/strategy.js';
import { chunkFiles } from './chunk-files.js';
import type { StructuralOptions } from './options.js';
import { structural } from './structural.js';

/**
 * The strategy `structural` for chunk files: the same chunks that `chunk` makes records of, but nothing is repeated in
 * them, and each reaches to the start of the next. Its key is `structural-64-400-512-2s`; the name of a counter other
 * than `cl100k_base` and a breadcrumb mode other than `conditional` are added.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown option, sizes that some document cannot have, or an
 *   incomplete document
 */
export function structuralStrategy(given: GivenOptions<StructuralOptions>): ChunkingStrategy {
  const options = checkedOptions(structural, given, 'structuralStrategy');
  return {
    name: 'structural',
    getCacheKey: () => strategyKey(structural, { ...options }),
    chunk: (document) => {
      checkSourceDocument(document, 'structuralStrategy.chunk');
      return chunkFiles(document, options);
    },
  };
}
