export type { CodeLanguage } from './code/code-language.js';
export { type CodeBlocks, findCodeBlocks } from './code/find-code-blocks.js';
