export { runTopicCommand } from './topic-command.js';
