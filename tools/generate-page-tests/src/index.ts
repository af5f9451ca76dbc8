export { generatePageTests, type PageTestOptions } from './generate-page-tests.js';
export type { PageQuestion } from './page-questions.js';
export type { PageTest } from './page-test.js';
