export { besideSteps } from './beside-steps.js';
export type { DocsRoot, OptionalTarget } from './optional-target.js';
export { OPTIONAL_STEPS, OPTIONAL_TARGETS } from './optional-targets.js';
export { searchTarget } from './search-target.js';
export { searchTopicOf, type TopicFiles } from './search-topic.js';
