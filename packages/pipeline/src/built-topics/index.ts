export { readBuiltFiles } from './built-files.js';
export { type BuiltTopic, readBuiltTopic, readBuiltTopics } from './read-built-topics.js';
export { hasVectors, topicWithVectors, vectorSource } from './vector-source.js';
