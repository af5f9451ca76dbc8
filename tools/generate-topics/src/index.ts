export { codeBlock } from './code-block.js';
export { type GeneratedFile, type GenerateTopicsOptions, generateTopics } from './generate-topics.js';
export { headingText, list, paragraph, table } from './golden-reference.js';
export { partSeed, Random } from './random.js';
export { categoryTerms, TopicWords } from './topic-words.js';
export { writeTopics } from './write-topics.js';
