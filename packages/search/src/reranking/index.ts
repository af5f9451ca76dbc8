export {
  CANDIDATE_PAGES,
  CANDIDATE_RESULTS,
  type CandidateDocs,
  type PageCandidate,
  pageCandidates,
} from './page-candidates.js';
export { readRanking } from './read-ranking.js';
export { reorderPages } from './reorder-pages.js';
export { type RerankPrompt, rerankPrompt, shownCandidate } from './rerank-prompt.js';
export { type RankPages, rerankResults } from './rerank-results.js';
export { scoresInOrder } from './scores-in-order.js';
