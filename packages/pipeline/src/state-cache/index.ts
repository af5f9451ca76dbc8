export { collectStateGarbage } from './collect-state-garbage.js';
export { type StateProblem, verifyStates } from './verify-states.js';
