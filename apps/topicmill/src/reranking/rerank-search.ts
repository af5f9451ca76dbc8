import { formatDiagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { type CandidateDocs, rerankResults } from '@topicmill/search/reranking';
import type { SearchResult } from '@topicmill/search/retrieval';
import type { Surroundings } from '../workspace/surroundings.js';
import type { Reranker } from './open-reranker.js';

/** What is wrong before a server is asked, and whoever calls must mend. */
const MISTAKES: readonly string[] = ['GENERATOR_KEY_MISSING', 'GENERATOR_HOST_UNTRUSTED'];

/**
 * Has a model order the first pages of a search. A server that does not answer, or with something else, leaves them as they
 * are, with a warning.
 *
 * @returns all results; `undefined` where the order of the search stays
 * @throws TopicmillError `GENERATOR_KEY_MISSING`, `GENERATOR_HOST_UNTRUSTED`, and what reading the docs throws
 */
export async function rerankSearch(
  question: string,
  results: readonly SearchResult[],
  docs: CandidateDocs,
  { rank }: Reranker,
  onWarning: Surroundings['onWarning'],
): Promise<SearchResult[] | undefined> {
  try {
    return await rerankResults(question, results, docs, rank);
  } catch (thrown) {
    if (!isFailureOfModel(thrown) || MISTAKES.includes(thrown.code)) throw thrown;
    const { code, message, remedy } = thrown.toDiagnostic();
    onWarning(
      formatDiagnostic({ severity: 'warning', code, message: `${message} The order of the search stays.`, remedy }),
    );
    return undefined;
  }
}

function isFailureOfModel(thrown: unknown): thrown is TopicmillError {
  return thrown instanceof TopicmillError && thrown.code.startsWith('GENERATOR_');
}
