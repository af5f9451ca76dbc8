import { counted } from '@topicmill/base/cli';
import { formatDiagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import type { Surroundings } from '../workspace/surroundings.js';
import { openReranker, type Reranker } from './open-reranker.js';
import type { RerankChoice } from './rerank-option.js';

/** A reranker whose answers are scored. */
export interface MeasuredReranker extends Reranker {
  /** Says for how many questions the order of the search counted, because the model named no page. */
  warnOfUnread(): void;
}

/**
 * Opens a model to measure what it gains. An answer without an order counts as that of the search, as it would in a query; any
 * other failure ends the measurement, since part of the questions would say nothing.
 *
 * @throws TopicmillError as `openReranker`; its `rank` with one of the other `GENERATOR_…` codes
 */
export function measuredReranker(
  choice: RerankChoice,
  surroundings: Pick<Surroundings, 'cwd' | 'env' | 'onWarning'>,
): MeasuredReranker {
  const { model, rank } = openReranker(choice, surroundings);
  let unreadCount = 0;
  return {
    model,
    rank: async (prompt, candidateCount) => {
      try {
        return await rank(prompt, candidateCount);
      } catch (thrown) {
        if (!(thrown instanceof TopicmillError) || thrown.code !== 'GENERATOR_BAD_RESPONSE') throw thrown;
        unreadCount++;
        return Array.from({ length: candidateCount }, (_, at) => at);
      }
    },
    warnOfUnread: () => {
      if (unreadCount === 0) return;
      surroundings.onWarning(
        formatDiagnostic({
          severity: 'warning',
          code: 'GENERATOR_BAD_RESPONSE',
          message: `${model} gave no order of the pages for ${counted(unreadCount, 'question')}; there the order of the search counts.`,
          remedy: 'Use a larger model.',
        }),
      );
    },
  };
}
