export { ALL_TARGETS, OPTIONAL_TARGETS, type OptionalTarget, searchTarget, targetsOf } from './optional-targets.js';
export { editionOf, largeIndexWarnings, questionPassages, searchTopicOf, withVectors } from './search-topic.js';
export { worksReadBy } from './works-read-by.js';
