export { answerF1, isExactMatch, normalizeAnswer, sharedCount } from './answer-f1.js';
export { contextRecall, integrityScore, latencyDelta, mean, oneLine } from './metrics.js';
