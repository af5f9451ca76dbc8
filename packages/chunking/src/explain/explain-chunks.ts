import { TopicmillError } from '@topicmill/base/diagnostics';
import { checkSourceDocument, type GivenOptions } from '../check-options.js';
import type { SourceDocument } from '../chunk.js';
import { type SemanticOptions, semanticOptionsOf } from '../semantic/options.js';
import { STRATEGY_NAMES } from '../strategy-versions.js';
import { givenStructuralOptions, type StructuralOptions } from '../structural/options.js';
import { type TwoTierOptions, twoTierOptionsOf } from '../two-tier/options.js';
import { explainSemantic } from './explain-semantic.js';
import { explainStructural } from './explain-structural.js';
import { explainTwoTier } from './explain-two-tier.js';
import type { ChunkingExplanation } from './explanation.js';

/** A strategy with its options. */
export type StrategyChoice =
  | { readonly strategy: 'semantic'; readonly options: GivenOptions<SemanticOptions> }
  | { readonly strategy: 'structural'; readonly options: GivenOptions<StructuralOptions> }
  | { readonly strategy: 'two-tier'; readonly options: GivenOptions<TwoTierOptions> };

/**
 * Splits a document as the strategy does, and says where and why each chunk begins and ends. The rules and figures are
 * those that the strategy's own code decided by; a run that is not explained does not pay for them.
 *
 * @throws TopicmillError `INVALID_OPTION` for an unknown strategy, and as the strategy does
 */
export function explainChunks(document: SourceDocument, choice: StrategyChoice): ChunkingExplanation {
  checkSourceDocument(document, 'explainChunks');
  switch (choice.strategy) {
    case 'semantic':
      return explainSemantic(document, semanticOptionsOf(choice.options));
    case 'structural':
      return explainStructural(document, givenStructuralOptions(choice.options));
    case 'two-tier':
      return explainTwoTier(document, twoTierOptionsOf(choice.options));
    default:
      throw unknownStrategy(choice);
  }
}

/** What callers without types may ask for. */
function unknownStrategy(choice: never): TopicmillError {
  const { strategy } = choice as { readonly strategy?: unknown };
  return new TopicmillError('INVALID_OPTION', `There is no strategy ${JSON.stringify(strategy)}.`, {
    remedy: `Strategies are ${STRATEGY_NAMES.join(', ')}.`,
  });
}
