export {
  readBuiltFiles,
  readBuiltIndex,
  readBuiltTopic,
  readBuiltTopics,
} from './read-built-topics.js';
export { hasVectors, topicWithVectors, vectorSource } from './vector-source.js';
