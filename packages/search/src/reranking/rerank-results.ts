import type { SearchResult } from '../retrieval/index.js';
import { type CandidateDocs, pageCandidates } from './page-candidates.js';
import { reorderPages } from './reorder-pages.js';
import { type RerankPrompt, rerankPrompt } from './rerank-prompt.js';

/** Answers a prompt with a permutation of the places of its candidates, from 0, the likeliest first. */
export type RankPages = (prompt: RerankPrompt, candidateCount: number) => Promise<readonly number[]>;

/**
 * Has the first twenty pages of a search ordered by how likely they answer the question. No text of a chunk with hidden text
 * gets into the prompt, and whatever is answered, the results are the same ones in another order.
 *
 * @param results the best first; those of `CANDIDATE_RESULTS` have twenty pages as a rule
 * @returns all results; `undefined` where there are not two pages to order, and nobody is asked
 * @throws what `docs` and `rank` throw
 */
export async function rerankResults(
  question: string,
  results: readonly SearchResult[],
  docs: CandidateDocs,
  rank: RankPages,
): Promise<SearchResult[] | undefined> {
  const candidates = await pageCandidates(results, docs);
  if (candidates.length < 2) return undefined;
  // In the order of the search: models favour what comes first, so that one that cannot judge changes little.
  const order = await rank(rerankPrompt(question, candidates), candidates.length);
  return reorderPages(
    results,
    order.flatMap((at) => candidates[at]?.path ?? []),
  );
}
