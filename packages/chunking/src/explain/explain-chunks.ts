import type { SourceDocument } from '../chunk.js';
import type { SemanticOptions } from '../semantic/options.js';
import type { StructuralOptions } from '../structural/options.js';
import type { TwoTierOptions } from '../two-tier/options.js';
import { explainSemantic } from './explain-semantic.js';
import { explainStructural } from './explain-structural.js';
import { explainTwoTier } from './explain-two-tier.js';
import type { ChunkingExplanation } from './explanation.js';

/** A strategy with its options. */
export type StrategyChoice =
  | { readonly strategy: 'semantic'; readonly options: SemanticOptions }
  | { readonly strategy: 'structural'; readonly options: StructuralOptions }
  | { readonly strategy: 'two-tier'; readonly options: TwoTierOptions };

/**
 * Splits a document as the strategy does, and says where and why each chunk begins and ends. The rules and figures are
 * those that the strategy's own code decided by; a run that is not explained does not pay for them.
 *
 * @throws TopicmillError as the strategy does
 */
export function explainChunks(document: SourceDocument, choice: StrategyChoice): ChunkingExplanation {
  switch (choice.strategy) {
    case 'semantic':
      return explainSemantic(document, choice.options);
    case 'structural':
      return explainStructural(document, choice.options);
    case 'two-tier':
      return explainTwoTier(document, choice.options);
  }
}
