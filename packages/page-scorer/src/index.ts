export { recordRun } from './record-run.js';
export { type ScoreOptions, scorePageSet } from './score-page-set.js';
