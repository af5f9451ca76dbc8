import type { TopicmillConfig } from '../config/index.js';
import type { Target } from '../runner/index.js';
import { AUTHORITY, INDEX, indexTargets, STEP_TARGETS } from '../steps/index.js';
import type { OptionalTarget } from './optional-target.js';
import { pagesTarget } from './pages-target.js';
import { recordsTarget } from './records-target.js';
import { scoreTarget } from './score-target.js';
import { searchTarget } from './search-target.js';

/** Every target other than `index`. Each says what it reads, what it writes and which folders have it; all are off by default. */
export const OPTIONAL_TARGETS: readonly OptionalTarget[] = [
  recordsTarget, // golden-reference.md, or a folder's markdown → _records/
  pagesTarget, //   golden-reference.md → _pages/
  scoreTarget, //   _pages/ and page-queries.yaml → _pages/scores.json
  searchTarget, //  every topic's index and chunks → the docs root's _search/
];

/** Every target, in an order in which each comes after those whose files it reads. */
export const ALL_TARGETS: readonly Target[] = [AUTHORITY, INDEX, ...STEP_TARGETS, ...OPTIONAL_TARGETS];

/** The targets that a workspace builds as its configuration has it, in the same order. */
export function targetsOf(config: Pick<TopicmillConfig, 'nx'>): readonly Target[] {
  return [AUTHORITY, ...indexTargets(config), ...OPTIONAL_TARGETS];
}
