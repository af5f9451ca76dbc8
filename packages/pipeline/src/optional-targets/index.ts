export { ALL_TARGETS, OPTIONAL_TARGETS, type OptionalTarget, searchTarget, targetsOf } from './optional-targets.js';
export { editionOf, largeIndexWarnings, searchTopicOf } from './search-topic.js';
