export { collectStateGarbage, type StateGarbage, type StateGarbageCollection } from './collect-state-garbage.js';
export { isSealedSearchIndex, sealSearchIndex } from './search-index-seal.js';
export { type StateProblem, type StateVerification, verifyStates } from './verify-states.js';
