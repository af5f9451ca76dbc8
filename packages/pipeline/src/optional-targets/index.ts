export { largeIndexWarnings } from './large-index.js';
export type { OptionalTarget } from './optional-target.js';
export { ALL_TARGETS, OPTIONAL_TARGETS, targetsOf } from './optional-targets.js';
export { searchTarget } from './search-target.js';
export { editionOf, searchTopicOf, withVectors } from './search-topic.js';
