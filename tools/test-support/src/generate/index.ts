export { generatePageTests, type PageTestOptions } from './page-tests/generate-page-tests.js';
export type { PageTest } from './page-tests/page-test.js';
export { partSeed, Random } from './random.js';
export { type GenerateTopicsOptions, generateTopics } from './topics/generate-topics.js';
export { writeTopics } from './topics/write-topics.js';
