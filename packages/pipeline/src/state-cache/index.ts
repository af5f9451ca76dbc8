export { collectStateGarbage } from './collect-state-garbage.js';
export { isSealedSearchIndex, sealSearchIndex } from './search-index-seal.js';
export { type StateProblem, verifyStates } from './verify-states.js';
