import { CANDIDATE_RESULTS, type CandidateDocs } from '@topicmill/search/reranking';
import type { SearchResponse } from '@topicmill/search/retrieval';
import type { Surroundings } from '../workspace/surroundings.js';
import { openReranker, QUERY_PATIENCE } from './open-reranker.js';
import type { RerankChoice } from './rerank-option.js';
import { rerankSearch } from './rerank-search.js';

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
