export {
  CANDIDATE_PAGES,
  CANDIDATE_RESULTS,
  type CandidateDocs,
  type PageCandidate,
  pageCandidates,
} from './page-candidates.js';
export { reorderPages } from './reorder-pages.js';
export { type RerankPrompt, rerankPrompt, shownCandidate } from './rerank-prompt.js';
export { type RankPages, readRanking, rerankResults, scoresInOrder } from './rerank-results.js';
