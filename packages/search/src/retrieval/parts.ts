/** Parts of retrieval for stores that have an index of their own; they load nothing else. */
export { ANALYSIS, analyzeText, analyzeWords, isStopWordName } from './analyze-text.js';
export { operatorTerms } from './operators.js';
export { fuseRankings, type RankedKey } from './ranking/reciprocal-rank-fusion.js';
export { MEANING_ONLY } from './remarks-on.js';
