import { TopicmillError } from '@topicmill/base/diagnostics';
import { CANDIDATE_RESULTS, type CandidateDocs, rerankResults } from '@topicmill/search/reranking';
import type { SearchResponse, SearchResult } from '@topicmill/search/retrieval';
import type { Surroundings } from '../workspace/surroundings.js';
import { openReranker, QUERY_PATIENCE, type Reranker } from './open-reranker.js';
import type { RerankChoice } from './rerank-option.js';

/** What is searched, and who orders the pages. */
export interface RerankedQuery {
  readonly question: string;
  /** Maximum number of results. */
  readonly limit: number;
  readonly docs: CandidateDocs;
  readonly model: RerankChoice;
}

/** What was found; `rerankedBy` names the model where it ordered the pages. */
export interface RerankedSearch {
  readonly response: SearchResponse;
  readonly rerankedBy?: string;
}

/**
 * Searches for more results than are asked for, so that there are twenty pages to order, and then returns as many as are asked for;
 * where the order of the search stays, those of a search without a model.
 *
 * @param search with a maximum number of results
 * @throws TopicmillError as `openReranker` and `rerankSearch`, and what `search` throws
 */
export async function searchAndRerank(
  { question, limit, docs, model }: RerankedQuery,
  surroundings: Surroundings,
  search: (limit: number) => Promise<SearchResponse>,
): Promise<RerankedSearch> {
  const reranker = openReranker(model, surroundings, QUERY_PATIENCE);
  const wide = await search(Math.max(limit, CANDIDATE_RESULTS));
  const reranked = await rerankSearch(question, wide.results, docs, reranker, surroundings.onWarning);
  if (reranked === undefined) return { response: await search(limit) };
  return { response: { ...wide, results: reranked.slice(0, limit) }, rerankedBy: reranker.model };
}

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
    onWarning({
      severity: 'warning',
      code,
      message: `${message} The results stay in the order of the search.`,
      remedy,
    });
    return undefined;
  }
}

function isFailureOfModel(thrown: unknown): thrown is TopicmillError {
  return thrown instanceof TopicmillError && thrown.code.startsWith('GENERATOR_');
}
