export { readRanking } from './read-ranking.js';
export { firstPages, reorderPages } from './reorder-pages.js';
export { type RerankCandidate, type RerankPrompt, rerankPrompt } from './rerank-prompt.js';
export { type RankPages, RERANKED_PAGES, RERANKED_RESULTS, type RerankDocs, rerankResults } from './rerank-results.js';
export { scoresInOrder } from './scores-in-order.js';
