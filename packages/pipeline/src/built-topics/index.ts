export {
  type BuiltTopic,
  filesOfOneBuild,
  type MadeFiles,
  readBuiltFiles,
  readBuiltIndex,
  readBuiltTopic,
  readBuiltTopics,
  readTopicOfState,
} from './read-built-topics.js';
export { hasVectors, topicWithVectors, vectorSource } from './vector-source.js';
