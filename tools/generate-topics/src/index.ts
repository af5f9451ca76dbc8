export { type GeneratedFile, type GenerateTopicsOptions, generateTopics } from './generate-topics.js';
export { writeTopics } from './write-topics.js';
