import { scoresInOrder } from '@topicmill/search/reranking';
import {
  assembleContext,
  type Context,
  type ContextDocs,
  type ContextRequest,
  resultJson,
} from '@topicmill/search/retrieval';
import type { Surroundings } from '../workspace/surroundings.js';
import type { Reranker } from './open-reranker.js';
import { rerankSearch } from './rerank-search.js';

/** A context of pages that a model has ordered. */
export interface RerankedContext extends Context {
  /** The language model that ordered the pages, where one did. */
  readonly reranked_by?: string;
}

/**
 * Assembles a context as if the search had found the pages in the order that a model gives them. The scores of its chunks are
 * those of the search.
 *
 * @throws as `assembleContext` and `rerankSearch`
 */
export async function rerankedContext(
  docs: ContextDocs,
  question: string,
  request: ContextRequest,
  reranker: Reranker,
  onWarning: Surroundings['onWarning'],
): Promise<RerankedContext> {
  const scores = new Map<string, number>();
  let rerankedBy: string | undefined;
  const search: ContextDocs['search'] = async (query, options) => {
    const response = await docs.search(query, options);
    const { results } = response;
    for (const result of results) scores.set(keyOf(result), resultJson(result).score!);
    const reranked = await rerankSearch(question, results, docs, reranker, onWarning);
    if (reranked === undefined) return response;
    rerankedBy = reranker.model;
    return { ...response, results: scoresInOrder(results, reranked) };
  };
  const context = await assembleContext({ ...docs, search }, question, request);
  if (rerankedBy === undefined) return context;
  const chunks = context.chunks.map((chunk) => {
    const score = scores.get(keyOf(chunk));
    return score === undefined ? chunk : { ...chunk, score };
  });
  return { ...context, chunks, reranked_by: rerankedBy };
}

function keyOf({ topic, index }: { readonly topic: string; readonly index: number }): string {
  return `${topic}#${index}`;
}
