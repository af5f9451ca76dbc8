export { runTopicCommand, type TopicCommandDefinition } from './topic-command.js';
