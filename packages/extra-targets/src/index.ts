export { besideSteps } from './beside-steps.js';
export type { DocsRoot, ExtraTarget } from './extra-target.js';
export { EXTRA_STEPS, EXTRA_TARGETS } from './extra-targets.js';
export { searchTarget } from './search-target.js';
export { searchTopicOf, type TopicFiles } from './search-topic.js';
